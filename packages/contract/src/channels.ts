import { alertKinds } from '@finlist/domain/alerts/kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'

/**
 * How alerts of a kind go out; the inbox always gets them. `now`: an immediate e-mail; `daily`: one e-mail a day after
 * the close.
 */
export const mailChoices = ['off', 'now', 'daily'] as const
export type MailChoice = (typeof mailChoices)[number]

/**
 * Billing and security notices are e-mailed regardless of these choices; system messages only appear in the product.
 */
export const chosenKinds = alertKinds

const choice = z.object({ kind: z.enum(chosenKinds), mail: z.enum(mailChoices), push: z.boolean() })
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))
const zone = z.string().check(z.minLength(1), z.maxLength(60))

const channels = z.object({
  choices: z.array(choice),
  /**
   * No push and no immediate e-mail from `from` until `until`, minutes of the day in `zone` (IANA); they are sent
   * afterwards.
   */
  quiet: z.nullable(z.object({ zone, from: minuteOfDay, until: minuteOfDay })),
  /** A weekly e-mail: changes in the lists, the alerts, the head of the record. Needs the product notifications. */
  weekly: z.boolean(),
  /** Push messages name prices and positions. */
  pushNamesPrices: z.boolean(),
  /** Whether the operator sends e-mail, and the key for push; null: push is not offered. */
  mailOffered: z.boolean(),
  pushKey: z.nullable(z.string()),
  /** The person's mailbox permanently rejected an e-mail, so none is sent until e-mail is chosen again. */
  mailRefused: z.boolean(),
})
export type Channels = z.output<typeof channels>

export const readChannels = call({
  method: 'GET',
  path: '/alerts/channels',
  needs: { right: 'signed-in', fresh: 'never' },
  data: channels,
})

/**
 * Omitted fields keep their values. An unknown zone, quiet hours without an end, and a weekly e-mail while the product
 * notifications are off are rejected, naming the field.
 */
export const chooseChannels = call({
  method: 'POST',
  path: '/alerts/channels',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({
    choices: z.optional(z.array(choice).check(z.maxLength(20))),
    quiet: z.optional(z.nullable(z.object({ zone, from: minuteOfDay, until: minuteOfDay }))),
    weekly: z.optional(z.boolean()),
    pushNamesPrices: z.optional(z.boolean()),
  }),
  data: channels,
})

/** The server accepts only endpoints of the push services that the operator names. */
const endpoint = z.string().check(z.minLength(1), z.maxLength(1_000))

/** A browser's push subscription, as in PushSubscription.toJSON. It ends with the sign-in that made it. */
export const subscribePush = call({
  method: 'POST',
  path: '/alerts/push',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({
    endpoint,
    keys: z.object({
      p256dh: z.string().check(z.minLength(87), z.maxLength(88)),
      auth: z.string().check(z.minLength(22), z.maxLength(24)),
    }),
  }),
})

export const unsubscribePush = call({
  method: 'POST',
  path: '/alerts/push/delete',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ endpoint }),
})
