import { type Asked, askUse, passkeyDomain, type RefusedPasskey, usedPasskey } from './ceremony.ts'
import type { IdentityOptions } from './identity.ts'
import { passkeysOf } from './passkeys.ts'

/** What the host, on the same origin as the issuer, shares with the provider. */
type ProofHost = Pick<IdentityOptions, 'issuer' | 'pool' | 'now'> & { cookieKeys: () => readonly string[] }

/**
 * Asks a signed-in person for one of their passkeys, on a page of the host. `session` binds the answer to the host's own
 * session. Undefined where the account has no passkey or the host's address allows none.
 */
export async function askAgain(host: ProofHost, account: string, session: string): Promise<Asked | undefined> {
  const { realm, domain } = realmOf(host)
  if (domain === undefined) return undefined
  const known = await passkeysOf(host.pool, account)
  return known.length === 0 ? undefined : await askUse(realm, domain, { owner: ownerOf(session), account, known })
}

/** Whether the answer is right, or why not. */
export async function provesAgain(
  host: ProofHost,
  account: string,
  session: string,
  given: { question: string; answer: string },
): Promise<true | RefusedPasskey> {
  const { realm, domain } = realmOf(host)
  if (domain === undefined) return { because: 'passkey', account: null }
  const used = await usedPasskey(realm, domain, { owner: ownerOf(session), ...given })
  if (!('passkey' in used)) return used
  return used.passkey.account === account ? true : { because: 'passkey', account: used.passkey.account }
}

/** No sign-in and no session of the provider has such a name, so that neither takes the other's answers. */
const ownerOf = (session: string) => `host ${session}`

function realmOf({ issuer, pool, now, cookieKeys }: ProofHost) {
  const address = new URL(issuer)
  const realm = { options: { pool }, origin: address.origin, seal: { keys: cookieKeys, now } }
  return { realm, domain: passkeyDomain(address) }
}
