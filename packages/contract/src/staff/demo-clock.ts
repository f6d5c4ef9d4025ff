import * as z from 'zod/mini'
import { call } from '../call.ts'

const instant = z.iso.datetime()

/** The maximum number of months by which a demo's clock can be moved in one step. */
export const mostMonthsAtOnce = 13

const state = z.object({
  /** The current time of the demo. */
  now: instant,
  /** The time by which `now` is ahead of the machine's clock, in ms. */
  aheadMs: z.number(),
  /**
   * Null unless the clock is moving. `stage` is `days` while the days are simulated one by one, and then `data` while
   * their market data is generated.
   */
  moving: z.nullable(z.object({ from: instant, to: instant, stage: z.enum(['days', 'data']) })),
  /** The reason why the last move stopped early; empty if it did not. */
  error: z.string(),
})
export type DemoClock = z.output<typeof state>

/** The clock of a demo; 404 on a real installation. Public, because tokens expire while the clock moves. */
export const demoClock = call({ method: 'GET', path: '/demo/clock', needs: 'public', data: state })

/**
 * Moves a demo's clock forward to an instant, by at most 13 months, and responds once the move has begun. The caller's
 * session is extended; other sessions expire as usual. Refused for an instant in the past, during another move, and in
 * a public demo.
 */
export const moveDemoClock = call({
  method: 'POST',
  path: '/demo/clock',
  needs: { right: 'staff', fresh: 'never' },
  body: z.object({ until: instant }),
  data: state,
})
