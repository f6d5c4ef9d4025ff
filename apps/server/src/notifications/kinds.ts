import type { messageNames } from '@finlist/contract/staff/overview'
import type { TextKey } from '../http/translate.ts'

const minutes = 60
const days = 86_400

/**
 * A kind of message. The texts of a notice are `mail.<kind>.subject` and `.body`, filled with `values` and the brand;
 * the text of any other kind is composed by its sender.
 */
type Kind = {
  /** The names of the values in a notice's texts, in addition to the brand. */
  values?: readonly string[]
  /** Whether the notice is also added to the user's inbox. */
  inbox?: true
  /** Time, in seconds, for which a message is retried while the mail server or gateway rejects it. */
  waits: number
}

/** Every kind of message. Users cannot turn any of them off, because they are about access and money. */
export const messageKinds = {
  /** Codes and links of the sign-in provider, which has its own texts. They expire after ten minutes. */
  'sign-in': { waits: 15 * minutes },
  'prove-email': { values: ['code'], waits: 15 * minutes },
  'email-changed': { values: ['email'], inbox: true, waits: 3 * days },
  'phone-added': { values: ['ending'], inbox: true, waits: 3 * days },
  'phone-proved': { values: ['ending'], inbox: true, waits: 3 * days },
  'phone-changed': { values: ['ending'], inbox: true, waits: 3 * days },
  'second-factor-off': { values: [], inbox: true, waits: 3 * days },
  'new-browser': { values: ['browser', 'place'], inbox: true, waits: 3 * days },
  'account-secured': { values: [], inbox: true, waits: 3 * days },
  'device-copied': { values: [], inbox: true, waits: 3 * days },
  deletion: { values: ['date'], inbox: true, waits: 3 * days },
  /** This kind and the next four are sent to staff. */
  'sms-total': { values: ['most'], waits: 3 * days },
  'day-missing': { values: ['market', 'date', 'source', 'reason'], waits: 3 * days },
  'list-missing': { values: ['market', 'date', 'reason'], waits: 3 * days },
  'lists-wait': { values: ['lists'], waits: 3 * days },
  'outlook-drift': { values: ['market', 'date'], waits: 3 * days },
  /** E-mails about payments, composed when sent: `payments/emails`. */
  billing: { waits: 3 * days },
} as const satisfies Record<(typeof messageNames)[number], Kind>

export type MessageKind = keyof typeof messageKinds
export type NoticeKind = {
  [Name in MessageKind]: (typeof messageKinds)[Name] extends { values: readonly string[] } ? Name : never
}[MessageKind]
/** Whether the notice is also added to the user's inbox. */
export const isInInbox = (notice: NoticeKind): boolean => 'inbox' in messageKinds[notice]
export type ValuesOf<Notice extends NoticeKind> = Record<(typeof messageKinds)[Notice]['values'][number], string>

export const textsOf = (notice: NoticeKind): { subject: TextKey; body: TextKey } => ({
  subject: `mail.${notice}.subject`,
  body: `mail.${notice}.body`,
})
