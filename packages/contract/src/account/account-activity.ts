import * as z from 'zod/mini'
import { call } from '../call.ts'
import { ofPerson } from '../staff/customers.ts'

/** The number of months for which account events are stored. */
export const activityMonths = 12
export const activityListed = 200

export const accountEventKinds = [
  'signed-in',
  'card-changed',
  'feed-made',
  'feed-ended',
  'email-changed',
  'phone-changed',
  'password-changed',
  'passkey-added',
  'passkey-removed',
  'factor-on',
  'factor-off',
  'recovery-made',
  'recovery-used',
  'deletion-asked',
  'secured',
  'accounts-joined',
] as const
export type AccountEventKind = (typeof accountEventKinds)[number]

const event = z.object({
  eventId: z.number(),
  kind: z.enum(accountEventKinds),
  at: z.iso.datetime(),
  /** For a sign-in: the browser and system, such as `Chrome` and `Windows`; empty when unknown. */
  browser: z.string(),
  system: z.string(),
  /** For a sign-in: its city and country, or its network. */
  place: z.string(),
  /** A sign-in with a browser that the account had not been used with before. */
  isNew: z.boolean(),
  /** The sign-in of the session that makes this call. */
  isThis: z.boolean(),
  /** A sign-in whose session has not ended. */
  isLive: z.boolean(),
  /** The name of a token, the last digits of a card or phone number, or the new address; empty for other kinds. */
  detail: z.string(),
})
export type AccountEvent = z.output<typeof event>
const events = z.array(event)

/** The latest 200 events of the caller's account within the last 12 months, newest first. */
export const accountActivity = call({
  method: 'GET',
  path: '/users/user/activity',
  needs: { right: 'signed-in', fresh: 'never' },
  data: events,
})

/**
 * Reports an event as not the caller's own. This ends every other session, here and at our own identity provider, and
 * revokes every datafeed token and every sign-in method that the intruder may know or have added: the password, the
 * phone number, and passkeys added since the last sign-in before the event. `next` is the page on which to set a new
 * password; null if the identity provider is not ours.
 */
export const disownActivity = call({
  method: 'POST',
  path: '/users/user/activity/:eventId/not-me',
  needs: { right: 'signed-in', fresh: 'always' },
  params: z.object({ eventId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER)) }),
  data: z.object({ next: z.nullable(z.string()) }),
})

/** The events of a customer's account, for staff, as in `accountActivity`. */
export const customerActivity = call({
  method: 'GET',
  path: '/admin/customers/:userId/activity',
  needs: { right: 'staff', fresh: 'never' },
  params: ofPerson,
  data: events,
})
