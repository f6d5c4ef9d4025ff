import * as z from 'zod/mini'
import { call } from './call.ts'

const instant = z.iso.datetime()

/** How far the clock of a demo is moved at once, in months. */
export const mostMonthsAtOnce = 13

const state = z.object({
  /** What time it is for the product. */
  now: instant,
  /** By how much that is ahead of the machine's time, in ms. */
  aheadMs: z.number(),
  /** Null unless it is being moved. `data`: the days have passed, and the market data of them are made. */
  moving: z.nullable(z.object({ from: instant, to: instant, stage: z.enum(['days', 'data']) })),
  /** Why the last move ended before its goal; empty unless it did. */
  error: z.string(),
})
export type DemoClock = z.output<typeof state>

/** The clock of a demo; not found on a real installation. Public: whoever watches it move has no token that lasts. */
export const demoClock = call({ method: 'GET', path: '/demo/clock', needs: 'public', data: state })

/**
 * Moves the clock of a demo on to an instant, by at most 13 months; it answers when the move has begun. The mover's
 * session goes along, everybody else's ends in its time. Refused for the past, beside another move, and in a public demo.
 */
export const moveDemoClock = call({
  method: 'POST',
  path: '/demo/clock',
  needs: 'staff',
  body: z.object({ until: instant }),
  data: state,
})
