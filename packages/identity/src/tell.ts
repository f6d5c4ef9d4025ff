import { type Language } from '@finlist/i18n/languages'
import type { FastifyRequest } from 'fastify'
import type { Account } from './accounts.ts'
import { sayIn } from './language.ts'
import type { Notice } from './options.ts'
import type { Realm } from './realm.ts'

/** Notifies the address of the account about a change to the account, after the response has been sent. */
export function tell(
  realm: Realm,
  request: FastifyRequest,
  { email }: Account,
  purpose: Notice,
  language: Language,
  values: Record<string, string> = {},
) {
  const { brand, deliver } = realm.options
  const say = sayIn(language)
  const [subject, text] = [
    say(`message.${purpose}.subject`, { brand, ...values }),
    say(`message.${purpose}.text`, { brand, ...values }),
  ]
  setImmediate(() => {
    deliver({ channel: 'email', to: email, language, purpose, subject, text }).catch((error: unknown) =>
      request.log.error({ err: error, purpose }, 'identity: a letter was not delivered'),
    )
  })
}
