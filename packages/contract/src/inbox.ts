import { alertKinds } from '@finlist/domain/alerts/kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'
import { inBoth } from './messages.ts'

/** The kinds of inbox items: system messages, fired alerts, and notices about billing and the account. */
const inboxKinds = ['system', 'billing', 'account', ...alertKinds] as const
export type InboxKind = (typeof inboxKinds)[number]

/** How long inbox items are shown, in days. */
export const inboxDays = 90
export const mostInboxItems = 200

const inboxItem = z.object({
  /** `s12` for a system message, otherwise the number as text. */
  id: z.string(),
  kind: z.enum(inboxKinds),
  /** When it was sent. */
  at: z.iso.datetime(),
  /** The day of the event: for an alert the market's date, otherwise the day it was sent. */
  happenedOn: isoDate,
  read: z.boolean(),
  title: inBoth,
  text: inBoth,
  /** The path within the app that the item opens; empty if none. */
  link: z.string(),
})
export type InboxItem = z.output<typeof inboxItem>

/** Inbox items by the day of their event, newest first. */
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

/** Marks the given items, or all, as read. */
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
