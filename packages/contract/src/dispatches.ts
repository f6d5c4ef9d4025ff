import { alertKinds } from '@finlist/domain/alerts/kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'

/** An item as an e-mail or to a browser; a market's letter of a day; the letter of a week. */
export const dispatchWays = ['mail', 'push', 'daily', 'weekly'] as const
export type DispatchWay = (typeof dispatchWays)[number]

const way = z.enum(dispatchWays)
const kind = z.enum([...alertKinds, 'daily', 'weekly'])

/** What leaves inboxes, by way and kind, of the last 90 days. */
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
        /** Given up after three days, or refused for good. */
        failed: z.number(),
        lastSentAt: z.nullable(z.iso.datetime()),
        /** Why the last one that failed or waits did; empty: none does. */
        fault: z.string(),
      }),
    ),
    /** People whose box refused a letter for good, and browsers that are sent to. */
    refusingBoxes: z.number(),
    browsers: z.number(),
  }),
})
export type Dispatches = z.output<(typeof dispatches)['data']>

/** Tries what failed once more, 1,000 at most; rights and choices are asked anew. */
export const sendAgain = call({
  method: 'POST',
  path: '/admin/dispatches/again',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ way, kind }),
  data: z.object({ again: z.number() }),
})
