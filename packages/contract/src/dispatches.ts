import { alertKinds } from '@finlist/domain/alerts/kinds'
import * as z from 'zod/mini'
import { call } from './call.ts'

/** An item by e-mail or by push; a market's daily e-mail; the weekly e-mail. */
export const dispatchWays = ['mail', 'push', 'daily', 'weekly'] as const
export type DispatchWay = (typeof dispatchWays)[number]

const way = z.enum(dispatchWays)
const kind = z.enum([...alertKinds, 'daily', 'weekly'])

/** Outbound messages by way and kind, of the last 90 days. */
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
        /** Given up after three days, or permanently rejected. */
        failed: z.number(),
        lastSentAt: z.nullable(z.iso.datetime()),
        /** Why the last failed or waiting one failed; empty if there is none. */
        fault: z.string(),
      }),
    ),
    /** People whose mailbox permanently rejected an e-mail, and browsers with push. */
    refusingBoxes: z.number(),
    browsers: z.number(),
  }),
})
export type Dispatches = z.output<(typeof dispatches)['data']>

/** Retries failed messages once, 1,000 at most; rights and choices are checked again. */
export const sendAgain = call({
  method: 'POST',
  path: '/admin/dispatches/again',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ way, kind }),
  data: z.object({ again: z.number() }),
})
