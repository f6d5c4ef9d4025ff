import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Account } from './accounts.ts'
import {
  countPasskey,
  type NewPasskey,
  type Passkey,
  passkeyById,
  type StoredPasskey,
  spendChallenge,
} from './passkeys.ts'
import type { Realm } from './realm.ts'
import { seal, unseal } from './sealed.ts'

/** Has about 250 modules, so it is loaded only when a request needs it. */
const webAuthn = () => import('@simplewebauthn/server')

const minutes = 5
/** EdDSA, ECDSA on P-256, RSA. */
const algorithms = [-8, -7, -257]
const transports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])

/** A passkey challenge: the options for the browser, and our sealed copy. No row is stored until it is answered. */
export type Asked = { options: unknown; sealed: string }
/**
 * A challenge with its `owner`, the sign-in or session that requested it, and the account that the passkey must belong
 * to, if that is known.
 */
type Question = { challenge: string; use: 'add' | 'sign-in'; owner: string; account: string | null; name: string }

/** The domain that passkeys belong to; undefined where browsers allow none, such as on an IP address. */
export function passkeyDomain(issuer: URL): string | undefined {
  const { hostname, protocol } = issuer
  const secure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return secure && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : undefined
}

const newChallenge = () => randomBytes(32)

/** Requests the creation of a discoverable passkey with user verification. */
export async function askNew(
  realm: Realm,
  domain: string,
  { owner, account, name, known }: { owner: string; account: Account; name: string; known: Passkey[] },
): Promise<Asked> {
  const challenge = newChallenge()
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: realm.options.brand,
    rpID: domain,
    userName: account.email,
    userDisplayName: account.name ?? account.email,
    userID: new Uint8Array(handleOf(account.subject)),
    challenge: new Uint8Array(challenge),
    timeout: minutes * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(passkey => ({ id: passkey.id, transports: passkey.transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return {
    options,
    sealed: sealed(realm, { challenge: text(challenge), use: 'add', owner, account: account.subject, name }),
  }
}

/** The parts of a realm needed to use a passkey. */
type UseRealm = Pick<Realm, 'origin' | 'seal'> & { options: Pick<Realm['options'], 'pool'> }

/** Requests a passkey of the account or, if the account is unknown, any passkey that the device has. */
export async function askUse(
  realm: Pick<UseRealm, 'seal'>,
  domain: string,
  { owner, account, known }: { owner: string; account: string | null; known: Passkey[] },
): Promise<Asked> {
  const challenge = newChallenge()
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: domain,
    challenge: new Uint8Array(challenge),
    timeout: minutes * 60_000,
    userVerification: 'required',
    allowCredentials: known.map(passkey => ({ id: passkey.id, transports: passkey.transports })),
  })
  return { options, sealed: sealed(realm, { challenge: text(challenge), use: 'sign-in', owner, account, name: '' }) }
}

/**
 * Returns the new passkey; undefined if the answer is invalid, for example if its challenge, origin or account is
 * wrong.
 */
export async function newPasskey(
  realm: Realm,
  domain: string,
  { owner, account, answer, question }: { owner: string; account: string; answer: string; question: string },
): Promise<NewPasskey | undefined> {
  const asked = unsealed(realm, question)
  if (asked?.use !== 'add' || asked.owner !== owner || asked.account !== account) return undefined
  const response = parsed(answer)
  const { verifyRegistrationResponse } = await webAuthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: asked.challenge,
    expectedOrigin: realm.origin,
    expectedRPID: domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }))
  if (!verified || !(await spendChallenge(realm.options.pool, asked.challenge))) return undefined
  const { id, publicKey, counter, transports: ways = [] } = registrationInfo.credential
  return {
    id,
    name: asked.name,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: ways.filter(way => transports.has(way)),
  }
}

/** `passkey-copied`: the counter of the passkey has not increased, so there is a copy of it. */
export type RefusedPasskey = { because: 'passkey' | 'passkey-copied'; account: string | null }

/** Returns the passkey if the answer is valid, otherwise the reason why it is refused. */
export async function usedPasskey(
  realm: UseRealm,
  domain: string,
  { owner, answer, question }: { owner: string; answer: string; question: string },
): Promise<{ passkey: StoredPasskey } | RefusedPasskey> {
  const { pool } = realm.options
  const asked = unsealed(realm, question)
  if (asked?.use !== 'sign-in' || asked.owner !== owner) return { because: 'passkey', account: null }
  const response = parsed(answer)
  const known = typeof response.id === 'string' ? await passkeyById(pool, response.id.slice(0, 1400)) : undefined
  const wrong: RefusedPasskey = { because: 'passkey', account: known?.account ?? null }
  if (!known || (asked.account !== null && asked.account !== known.account)) return wrong
  if (!isHandleOf(known.account, response.response)) return wrong
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: asked.challenge,
    expectedOrigin: realm.origin,
    expectedRPID: domain,
    requireUserVerification: true,
    // The counter is not compared here, but in the update that writes it, so that one of two concurrent uses is
    // detected.
    credential: { id: known.id, publicKey: new Uint8Array(known.publicKey), counter: 0 },
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  if (!verified || !(await spendChallenge(pool, asked.challenge))) return wrong
  const counted = await countPasskey(pool, known.id, authenticationInfo.newCounter)
  return counted ? { passkey: known } : { because: 'passkey-copied', account: known.account }
}

/** The user handle. Devices store it with a passkey to identify the account. */
const handleOf = (subject: string) => Buffer.from(subject.replaceAll('-', ''), 'hex')

/** The user handle is optional, but if the device sends one, it must be that of the passkey's account. */
function isHandleOf(subject: string, response: unknown): boolean {
  const { userHandle } = (response ?? {}) as { userHandle?: unknown }
  return !userHandle || userHandle === text(handleOf(subject))
}

const text = (bytes: Buffer) => bytes.toString('base64url')
const sealed = (realm: Pick<Realm, 'seal'>, question: Question) => seal(realm.seal, 'passkey', question, minutes * 60)
const unsealed = (realm: Pick<Realm, 'seal'>, question: string) =>
  unseal(realm.seal, 'passkey', question) as Question | undefined

function parsed(answer: string): { id?: unknown; response?: unknown } {
  try {
    const value: unknown = JSON.parse(answer)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
