import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { isCommon, isMadeOf } from './common-passwords.ts'

/** The cost of one scrypt hash: 2^logN blocks of 128 * r bytes, p times over. */
export type PasswordCost = { logN: number; r: number; p: number }

/** Parameters that OWASP recommends, as strong as N = 2^17, r = 8, p = 1 but with less CPU time. */
export const productionCost: PasswordCost = { logN: 15, r: 8, p: 3 }

/** Returns `scrypt$log2(N)$r$p$salt$key`, with salt and key in base64url. The parameters are stored with the hash. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = newSalt(cost)
  return `${salt}$${(await hashWith(salt, password)).toString('base64url')}`
}

/**
 * The part of a hash before the key. All recovery codes of an account share it, so that one hash can be compared with
 * all of them.
 */
export const newSalt = (cost: PasswordCost) => `${written(cost)}${randomBytes(16).toString('base64url')}`

export function hashWith(salt: string, secret: string): Promise<Buffer> {
  const [, logN, r, p, bytes] = salt.split('$')
  return derive(secret, Buffer.from(bytes ?? '', 'base64url'), Number(logN), Number(r), Number(p))
}

/** Whether the hash was made with parameters other than these. */
export const isOutdated = (hash: string, cost: PasswordCost) => !hash.startsWith(written(cost))

/**
 * Compares a password with a hash. Without a hash it takes as long as a comparison with a hash of this cost, and
 * returns false.
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  cost: PasswordCost,
): Promise<boolean> {
  const compared = hash ?? `${written(cost)}${'A'.repeat(22)}$${'A'.repeat(43)}`
  const wanted = Buffer.from(compared.split('$')[5] ?? '', 'base64url')
  const got = await hashWith(compared, password)
  return got.length === wanted.length && timingSafeEqual(got, wanted) && hash != null
}

export type PasswordFault = 'short' | 'long' | 'own' | 'common'

/** The account that a new password is for. */
export type PasswordOwner = { email: string; name: string | null; brand: string }

/**
 * The reason why a new password is refused; undefined if it is good. Its length is counted in characters, not bytes.
 */
export function passwordFault(password: string, { email, name, brand }: PasswordOwner): PasswordFault | undefined {
  const characters = Array.from(password.normalize('NFC')).length
  if (characters < 10) return 'short'
  if (characters > 128) return 'long'
  const plain = password.normalize('NFC').toLowerCase()
  if (isMadeOf(plain, [email, ...email.split(/[@.+_-]/), name ?? '', ...(name ?? '').split(/\s+/)].map(lower)))
    return 'own'
  if (isCommon(plain) || isMadeOf(plain, [...houseWords, brand, ...brand.split(/\s+/)].map(lower))) return 'common'
  return undefined
}

/** Words that an attacker would try first here: names of products, markets and roles. */
const houseWords =
  'finlist fintrainer finder sundayclub sunday club percival markettrend watchlist hongkong shares stocks invest investor admin administrator staff affiliate password passwort login welcome'.split(
    ' ',
  )

const lower = (word: string) => word.normalize('NFC').trim().toLowerCase()

function derive(password: string, salt: Buffer, logN: number, r: number, p: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}

const written = ({ logN, r, p }: PasswordCost) => `scrypt$${logN}$${r}$${p}$`
