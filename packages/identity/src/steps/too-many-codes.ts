import type { FastifyRequest } from 'fastify'
import type { Account } from '../accounts.ts'
import { sayWait } from '../language.ts'
import type { Fault } from '../pages/field.ts'
import type { Page } from '../pages/layout.ts'
import type { Realm } from '../realm.ts'
import { sendLink } from '../send-link.ts'

const minute = 60

/**
 * The fault for a caller who must wait for another code. If strangers may be the cause, a link that unlocks the sign-in
 * is e-mailed.
 */
export async function tooManyCodes(
  realm: Realm,
  request: FastifyRequest,
  { say, language }: Page,
  { email, account, wait }: { email: string; account: Account | undefined; wait: number },
): Promise<Fault> {
  const words = sayWait(say, wait)
  if (wait <= minute) return { text: 'error.wait-code', wait: words }
  await sendLink(realm, request, email, account, language)
  return { text: 'error.wait-code-link', wait: words }
}
