import { alertKinds } from '@finlist/domain/alerts/kind-names'
import * as z from 'zod/mini'
import { call } from './call.ts'

/**
 * The choices for e-mailing a kind of alert. Alerts always appear in the inbox as well. `now`: immediately; `daily`: in
 * one e-mail a day, after the close.
 */
export const mailChoices = ['off', 'now', 'daily'] as const
export type MailChoice = (typeof mailChoices)[number]

/**
 * The kinds whose delivery a user can configure. Billing and security notices are always e-mailed; system messages
 * only appear in the app.
 */
export const chosenKinds = alertKinds

const choice = z.object({ kind: z.enum(chosenKinds), mail: z.enum(mailChoices), push: z.boolean() })
const minuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))
const zone = z.string().check(z.minLength(1), z.maxLength(60))

const channels = z.object({
  choices: z.array(choice),
  /**
   * Quiet hours, in minutes since midnight in the IANA time zone `zone`. Pushes and immediate e-mails are delayed until
   * the quiet hours end.
   */
  quiet: z.nullable(z.object({ zone, from: minuteOfDay, until: minuteOfDay })),
  /**
   * A weekly e-mail with list changes, alerts and the latest checkpoint of the public record. Requires product
   * notifications to be on.
   */
  weekly: z.boolean(),
  /** Whether push messages may show prices and positions. */
  pushNamesPrices: z.boolean(),
  /**
   * `mailOffered`: whether the operator sends e-mail. `pushKey`: the public key for push; null if push is not offered.
   */
  mailOffered: z.boolean(),
  pushKey: z.nullable(z.string()),
  /**
   * The user's mailbox has permanently rejected an e-mail. No more e-mails are sent until the user turns them on
   * again.
   */
  mailRefused: z.boolean(),
})
export type Channels = z.output<typeof channels>

/** The caller's notification settings. */
export const readChannels = call({
  method: 'GET',
  path: '/alerts/channels',
  needs: { right: 'signed-in', fresh: 'never' },
  data: channels,
})

/**
 * Changes the given notification settings and leaves the others unchanged. Rejects an unknown time zone, quiet hours
 * without an end, and the weekly e-mail while product notifications are off; the error names the field.
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

/** The server only accepts endpoints of push services that the operator has configured. */
const endpoint = z.string().check(z.minLength(1), z.maxLength(1_000))

/**
 * Stores the push subscription of the browser, in the form of `PushSubscription.toJSON()`. It ends with the current
 * session.
 */
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

/** Deletes the push subscription with this endpoint. */
export const unsubscribePush = call({
  method: 'POST',
  path: '/alerts/push/delete',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({ endpoint }),
})
