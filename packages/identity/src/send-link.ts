import { randomBytes } from 'node:crypto'
import { type Language } from '@finlist/i18n/languages'
import type { FastifyRequest } from 'fastify'
import { type Account, emailKey } from './accounts.ts'
import type { Realm } from './realm.ts'
import { seal, unseal } from './sealed.ts'
import { tell } from './tell.ts'

const days = 2

/** The separate counter of attempts that a link grants to the browser that opens it. */
export type SignInLink = { account: string; id: string }

/**
 * Called when a limit is reached, perhaps by strangers. E-mails a link that unlocks the sign-in to the address of the
 * account, if it is verified, at most once an hour. The response is the same whether or not an e-mail was sent.
 */
export async function sendLink(
  realm: Realm,
  request: FastifyRequest,
  typed: string,
  account: Account | undefined,
  language: Language,
): Promise<void> {
  if ((await realm.limits.sendLink(emailKey(typed), { ip: request.ip })) > 0 || !account?.emailVerified) return
  const link: SignInLink = { account: account.subject, id: randomBytes(12).toString('base64url') }
  const sealed = seal(realm.seal, 'link', link, days * 24 * 3600)
  tell(realm, request, account, 'sign-in-link', language, { link: `${realm.options.issuer}/open?link=${sealed}` })
}

export const readLink = (realm: Realm, sealed: string) => unseal(realm.seal, 'link', sealed) as SignInLink | undefined
