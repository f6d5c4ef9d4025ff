import { alertKinds } from '@finlist/domain/alerts/kind-names'
import * as z from 'zod/mini'
import { call } from '../call.ts'

/** The ways of sending: an inbox item by e-mail or push, a market's daily e-mail, or the weekly e-mail. */
export const dispatchWays = ['mail', 'push', 'daily', 'weekly'] as const
export type DispatchWay = (typeof dispatchWays)[number]

const way = z.enum(dispatchWays)
const kind = z.enum([...alertKinds, 'daily', 'weekly'])

/** The numbers of outbound messages of the last 90 days, by way and kind. */
export const dispatches = call({
  method: 'GET',
  path: '/admin/dispatches',
  needs: { right: 'staff', fresh: 'never' },
  data: z.object({
    rows: z.array(
      z.object({
        way,
        kind,
        waiting: z.number(),
        sent: z.number(),
        /** Permanently rejected, or given up after at least three days. */
        failed: z.number(),
        lastSentAt: z.nullable(z.iso.datetime()),
        /** The latest error of failed and waiting messages; empty if there is none. */
        fault: z.string(),
      }),
    ),
    /** The number of people whose mailbox has permanently rejected an e-mail, and the number of browsers with push. */
    refusingBoxes: z.number(),
    browsers: z.number(),
  }),
})
export type Dispatches = z.output<(typeof dispatches)['data']>

/**
 * Queues up to 1,000 failed messages of a way and kind to be sent again, with new attempts. Of a user's failed daily
 * e-mails for a market, only the latest is sent again, because it includes the items of the earlier ones. Rights and
 * notification settings are checked again. Returns the number of messages queued.
 */
export const sendAgain = call({
  method: 'POST',
  path: '/admin/dispatches/again',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ way, kind }),
  data: z.object({ again: z.number() }),
})
