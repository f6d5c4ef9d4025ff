import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { emailKey } from './accounts.ts'

/** Logs a failed attempt. An address without an account is logged as a hash, so that attempts can be counted. */
export function logFailure(
  request: FastifyRequest,
  because:
    | 'password'
    | 'passkey'
    | 'passkey-copied'
    | 'code'
    | 'second-factor'
    | 'too-many-passwords'
    | 'too-many-codes'
    | 'too-many-second-factors',
  who: { subject: string | null | undefined; email: string },
) {
  const account =
    who.subject ?? `unknown-${createHash('sha256').update(emailKey(who.email)).digest('hex').slice(0, 16)}`
  request.log.info({ event: 'sign-in-failed', because, account, ip: request.ip }, 'identity: a try failed')
}
