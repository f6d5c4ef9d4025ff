import type { Language } from '@finlist/contract/account'
import { translate } from '../http/translate.ts'
import type { Message } from './messenger.ts'

/** Changes of the ways into their account that a person is told of. */
export type Change =
  | 'email-changed'
  | 'phone-added'
  | 'phone-proved'
  | 'phone-changed'
  | 'second-factor-off'
  | 'device-copied'

/** The e-mail that tells of a change. `values`: what the text names beside the brand. */
export const changeNotice = (
  change: Change,
  {
    to,
    brand,
    language,
    values = {},
  }: { to: string; brand: string; language: Language; values?: Record<string, string> },
): Message => ({
  channel: 'email',
  to,
  subject: translate(language, `mail.${change}.subject`, { brand }),
  body: translate(language, `mail.${change}.body`, { brand, ...values }),
})
