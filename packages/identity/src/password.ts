import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** `scrypt$log2(N)$r$p$salt$key`, both last parts base64url: the parameters travel with the hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, 15, 8, 1)
  return ['scrypt', 15, 8, 1, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, logN, r, p, salt, key] = (hash ?? nobody).split('$')
  const wanted = Buffer.from(key ?? '', 'base64url')
  const got = await derive(password, Buffer.from(salt ?? '', 'base64url'), Number(logN), Number(r), Number(p))
  return got.length === wanted.length && timingSafeEqual(got, wanted) && hash != null
}

export type PasswordFault = 'short' | 'long' | 'email' | 'common'

/** Why a new password is refused, or undefined when it is good. Length counts characters, not bytes. */
export function passwordFault(password: string, email: string): PasswordFault | undefined {
  const characters = Array.from(password.normalize('NFC')).length
  if (characters < 10) return 'short'
  if (characters > 128) return 'long'
  const plain = password.normalize('NFC').toLowerCase()
  const address = email.trim().toLowerCase()
  if (plain === address || plain === address.split('@')[0]) return 'email'
  if (common.has(plain) || /^(.{1,3})\1+$/u.test(plain)) return 'common'
  return undefined
}

function derive(password: string, salt: Buffer, logN: number, r: number, p: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r }
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key))),
  )
}

const nobody = `scrypt$15$8$1$${'A'.repeat(22)}$${'A'.repeat(43)}`

const common = new Set(
  `password12 password123 password1234 password12345 passw0rd123 p@ssword123 p@ssw0rd123 1234567890 12345678910
  123456789a 0123456789 0987654321 9876543210 1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwerty12345 qwerty123456 asdfghjkl1
  zxcvbnm123 abcdefghij abcdefghijk abcd123456 abc1234567 a123456789 aa12345678 iloveyou12 iloveyou123 letmein123
  letmein1234 welcome123 welcome1234 admin12345 admin123456 administrator changeme123 sunshine123 princess123
  football123 baseball123 superman123 dragon12345 monkey12345 master12345 trustno1234 whatever123 starwars123
  computer123 internet123 samsung123 google12345 facebook123 michael123 jennifer123 hongkong123 hongkong852
  5201314520 1314520520 woaini1314 woaini520 q1w2e3r4t5 q1w2e3r4t5y6 1a2b3c4d5e zaq12wsxcde qazwsxedcrfv
  secret12345 testtest123 test123456 default123 correcthorsebatterystaple`.split(/\s+/),
)
