import { accountBySubject, emailKey } from './accounts.ts'
import { type Asked, askUse, passkeyDomain, type RefusedPasskey, usedPasskey } from './ceremony.ts'
import { checkPassword } from './check-password.ts'
import { Hashing } from './hashing.ts'
import { type Asking, limits } from './limits.ts'
import type { IdentityOptions } from './options.ts'
import { passkeysOf } from './passkeys.ts'
import { productionCost } from './password.ts'
import { secondFactorOf, takeAppCode } from './second-factor.ts'
import { sixDigits } from './steps/form.ts'

/** What the host shares with the provider. Both must have the same origin. */
type ProofHost = Pick<IdentityOptions, 'issuer' | 'pool' | 'now'> & { cookieKeys: () => readonly string[] }

/**
 * Asks a signed-in user for one of their passkeys, on a page of the host. `session` binds the answer to a session of
 * the host. Undefined if the account has no passkey, or if the host's address allows none.
 */
export async function askAgain(host: ProofHost, account: string, session: string): Promise<Asked | undefined> {
  const { realm, domain } = realmOf(host)
  if (domain === undefined) return undefined
  const known = await passkeysOf(host.pool, account)
  return known.length === 0 ? undefined : await askUse(realm, domain, { owner: ownerOf(session), account, known })
}

/** Returns true if the answer is valid, otherwise the reason why it is refused. */
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

/**
 * The ways in which a user can prove, on a page of the host, that the account is theirs. `app`: whether the password
 * must come with a code from the authenticator app.
 */
export async function proofsOf(
  host: Pick<ProofHost, 'issuer' | 'pool'>,
  account: string,
): Promise<{ password: boolean; app: boolean; passkey: boolean }> {
  const [known, app, passkeys] = await Promise.all([
    accountBySubject(host.pool, account),
    secondFactorOf(host.pool, account),
    passkeysOf(host.pool, account),
  ])
  return {
    password: known?.passwordHash != null,
    app: app !== undefined,
    passkey: passkeys.length > 0 && passkeyDomain(new URL(host.issuer)) !== undefined,
  }
}

/**
 * Checks what signing in to an account requires: its password and, if it has an authenticator app, a code from the app.
 */
export class PasswordProof {
  readonly #host: Pick<IdentityOptions, 'pool' | 'now'>
  readonly #realm: Parameters<typeof checkPassword>[0]

  constructor(host: Pick<IdentityOptions, 'pool' | 'now'>) {
    this.#host = host
    // The cost is never used: passwords are only compared with stored hashes, which contain their own cost.
    this.#realm = { limits: limits(host.pool), hashing: new Hashing(), options: { passwordCost: productionCost } }
  }

  /** Returns the waiting time after too many failures. Throws Busy if the hashing queue is full. */
  async proves(
    account: string,
    { password, code }: { password: string; code: string },
    asking: Asking,
  ): Promise<'proved' | 'wrong' | { waitSeconds: number }> {
    const { pool } = this.#host
    const known = await accountBySubject(pool, account)
    if (known?.passwordHash == null) return 'wrong'
    const key = emailKey(known.email)
    const { wait, right } = await checkPassword(this.#realm, { key, asking }, password, known.passwordHash)
    if (wait > 0) return { waitSeconds: wait }
    if (!right) return 'wrong'
    if ((await secondFactorOf(pool, account)) === undefined) return 'proved'
    const { trySecondFactor, forgiveSecondFactor } = this.#realm.limits
    const waitSeconds = await trySecondFactor(account)
    if (waitSeconds > 0) return { waitSeconds }
    const digits = sixDigits(code)
    if (digits === undefined || (await takeAppCode(this.#host, account, digits)) !== 'taken') return 'wrong'
    await forgiveSecondFactor(account)
    return 'proved'
  }
}

/**
 * The owner name of a session of the host. It differs from those of sign-ins and provider sessions, so that an answer
 * given for one kind is not accepted for another.
 */
const ownerOf = (session: string) => `host ${session}`

function realmOf({ issuer, pool, now, cookieKeys }: ProofHost) {
  const address = new URL(issuer)
  const realm = { options: { pool }, origin: address.origin, seal: { keys: cookieKeys, now } }
  return { realm, domain: passkeyDomain(address) }
}
