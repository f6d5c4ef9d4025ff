import * as z from 'zod/mini'
import { call } from './call.ts'

const instant = z.iso.datetime()

/** The largest single move of a demo's clock, in months. */
export const mostMonthsAtOnce = 13

const state = z.object({
  /** The product's present time. */
  now: instant,
  /** How far `now` is ahead of the machine's time, in ms. */
  aheadMs: z.number(),
  /** Null unless the clock is being moved. `data`: the days have passed, and their market data is being generated. */
  moving: z.nullable(z.object({ from: instant, to: instant, stage: z.enum(['days', 'data']) })),
  /** Why the last move stopped early; empty unless it did. */
  error: z.string(),
})
export type DemoClock = z.output<typeof state>

/** The clock of a demo; not found on a real installation. Public, since tokens expire while the clock moves. */
export const demoClock = call({ method: 'GET', path: '/demo/clock', needs: 'public', data: state })

/**
 * Moves the clock of a demo forward to an instant, by at most 13 months; answers when the move has begun. The session
 * of the person moving it is extended; other sessions expire as usual. Refused for the past, during another move, and
 * in a public demo.
 */
export const moveDemoClock = call({
  method: 'POST',
  path: '/demo/clock',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ until: instant }),
  data: state,
})
