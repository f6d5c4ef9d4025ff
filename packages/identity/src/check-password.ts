import type { FastifyRequest } from 'fastify'
import { Busy } from './hashing.ts'
import type { Asking } from './limits.ts'
import { network } from './network.ts'
import { hashPassword, verifyPassword } from './password.ts'
import type { Realm } from './realm.ts'

/** The caller for rate limits: a browser that has signed in to the account before has a separate allowance. */
export const askingOf = (realm: Realm, request: FastifyRequest, account: string | undefined): Asking => ({
  ip: request.ip,
  own: realm.known.allowance(request.raw, account),
})

/** Runs hashing work when it is the caller's turn. Throws Busy if too many jobs are waiting. */
export const inTurn = <T>(realm: Pick<Realm, 'hashing'>, { ip, own }: Asking, work: () => Promise<T>): Promise<T> =>
  realm.hashing.run(own ?? network(ip), work)

export const newHash = (realm: Realm, asking: Asking, password: string): Promise<string> =>
  inTurn(realm, asking, () => hashPassword(password, realm.options.passwordCost))

/**
 * Returns whether the password matches the hash or, after too many failures, the number of seconds to wait. In that
 * case the password is not compared, so that the response does not reveal whether it is right. `key` is the address in
 * the form that rate limits use, whether or not an account has it.
 */
export async function checkPassword(
  realm: Pick<Realm, 'limits' | 'hashing'> & { options: Pick<Realm['options'], 'passwordCost'> },
  { key, asking }: { key: string; asking: Asking },
  password: string,
  hash: string | null | undefined,
): Promise<{ wait: number; right: boolean }> {
  const wait = await realm.limits.tryPassword(key, asking)
  if (wait > 0) return { wait, right: false }
  try {
    const right = await inTurn(realm, asking, () => verifyPassword(password, hash, realm.options.passwordCost))
    if (right) await realm.limits.forgivePassword(key, asking)
    return { wait: 0, right }
  } catch (error) {
    if (error instanceof Busy) await realm.limits.forgivePassword(key, asking)
    throw error
  }
}
