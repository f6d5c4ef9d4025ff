import * as z from 'zod/mini'
import { call } from '../call.ts'

const instant = z.iso.datetime()

/** The furthest that a demo's clock can be moved in one step, in months. */
export const mostMonthsAtOnce = 13

const state = z.object({
  /** The current time of the demo. */
  now: instant,
  /** How far `now` is ahead of the machine's time, in ms. */
  aheadMs: z.number(),
  /**
   * Null unless the clock is moving. `data`: the days have been played through, and their market data is being
   * generated.
   */
  moving: z.nullable(z.object({ from: instant, to: instant, stage: z.enum(['days', 'data']) })),
  /** Why the last move stopped early; empty unless it did. */
  error: z.string(),
})
export type DemoClock = z.output<typeof state>

/** The clock of a demo; 404 on a real installation. Public, since tokens expire while the clock moves. */
export const demoClock = call({ method: 'GET', path: '/demo/clock', needs: 'public', data: state })

/**
 * Moves a demo's clock forward to an instant, by at most 13 months, and responds once the move has begun. The caller's
 * session is extended; other sessions expire as usual. Refused for a past instant, during another move, and in a public
 * demo.
 */
export const moveDemoClock = call({
  method: 'POST',
  path: '/demo/clock',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ until: instant }),
  data: state,
})
