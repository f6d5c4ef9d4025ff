import { alertKinds } from '@finlist/domain/alerts/kind-names'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'
import { inBoth } from './messages.ts'

/** The kinds of inbox items: system messages, fired alerts, and notices about billing and the account. */
const inboxKinds = ['system', 'billing', 'account', ...alertKinds] as const
export type InboxKind = (typeof inboxKinds)[number]

/** The number of days for which inbox items are shown. */
export const inboxDays = 90
export const mostInboxItems = 200

const inboxItem = z.object({
  /** For a system message `s` and its number, such as `s12`; otherwise the item's number. */
  id: z.string(),
  kind: z.enum(inboxKinds),
  /** When it was sent. */
  at: z.iso.datetime(),
  /** The day of the event. For an alert, the date in its market; otherwise the day when the item was sent. */
  happenedOn: isoDate,
  read: z.boolean(),
  title: inBoth,
  text: inBoth,
  /** The path within the app that the item opens; empty if none. */
  link: z.string(),
})
export type InboxItem = z.output<typeof inboxItem>

/** The caller's inbox items of the last 90 days, by the day of their event, newest first; at most 200. */
export const inbox = call({
  method: 'GET',
  path: '/inbox',
  topics: ['alerts', 'messages'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({ unread: z.number(), items: z.array(inboxItem) }),
})

/** The number of unread items, for the bell. */
export const unread = call({
  method: 'GET',
  path: '/inbox/unread',
  topics: ['alerts', 'messages'],
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.object({ unread: z.number() }),
})

/** Marks the given items as read, or all items if `ids` is omitted. Returns the number of unread items left. */
export const readInbox = call({
  method: 'POST',
  path: '/inbox/read',
  needs: { right: 'signed-in', fresh: 'never' },
  body: z.object({
    ids: z.optional(
      z.array(z.string().check(z.regex(/^s?\d{1,15}$/))).check(z.minLength(1), z.maxLength(mostInboxItems)),
    ),
  }),
  data: z.object({ unread: z.number() }),
})
