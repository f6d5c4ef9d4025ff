import type { ExchangeId } from '../markets.ts'
import { placeUntil } from '../picking/bars.ts'
import { follow, type Outcome, type Sessions } from './follow.ts'
import { type Costs, rule } from './rule.ts'

/**
 * A pick of an issue. Its buy point is in the same shares as the sessions; days are counted from 1970-01-01.
 * `busyUntil` is set only if its outcome is already final: the last day on which its order waited or its position was
 * held, or -1 if it repeated another pick.
 */
export type TrackedPick = { day: number; buyPoint: number; busyUntil?: number }

/**
 * `repeats`: the issue day of an earlier pick of the stock whose order was still waiting or whose position was still
 * held. `busyUntil`: the last day on which the pick's order waits or its position is held, in the `worst` reading.
 * `endsOn`: the day on which the later of the two readings ends. Each day is Infinity while it is still open.
 */
export type TrackedOutcome = { repeats: number } | { worst: Outcome; best: Outcome; busyUntil: number; endsOn: number }

/**
 * The outcomes of one stock's picks, oldest first; undefined for a pick that is already final. A stock has only one
 * order or position at a time, so a pick made during that time is a repetition. A list is made after its day's close,
 * so an order or position that ended on that day does not make a pick a repetition.
 */
export function outcomesOf(
  picks: readonly TrackedPick[],
  sessions: Sessions,
  trade: { market: ExchangeId; costs: Costs },
): (TrackedOutcome | undefined)[] {
  let busy = { since: -1, until: -1 }
  return picks.map(({ day, buyPoint, busyUntil }) => {
    if (busyUntil !== undefined) {
      if (busyUntil !== -1) busy = { since: day, until: busyUntil }
      return undefined
    }
    if (day < busy.until) return { repeats: busy.since }
    const from = placeUntil(sessions.days, day) + 1
    const followed = follow(sessions, from, buyPoint, trade)
    busy = { since: day, until: endOf(followed.worst, sessions, from, day) }
    return { ...followed, busyUntil: busy.until, endsOn: endOfBoth(followed, sessions, from, day) }
  })
}

/**
 * The last day on which either reading of the outcome of an order placed on `day` could still change; Infinity while
 * one still can.
 */
export const endOfBoth = (
  { worst, best }: { worst: Outcome; best: Outcome },
  sessions: Sessions,
  from: number,
  day: number,
): number => Math.max(endOf(worst, sessions, from, day), endOf(best, sessions, from, day))

/** The last day on which the order waits or the position is held; Infinity while it is not known yet. */
function endOf({ state, exitAt }: Outcome, { days }: Sessions, from: number, day: number): number {
  if (exitAt !== null) return days[exitAt]!
  if (state !== 'expired') return Infinity
  const waited = Math.min(days.length, from + rule.wait)
  return waited > from ? days[waited - 1]! : day
}

/** Whether the outcome can still change. */
export const isOpen = ({ state }: Outcome) => state === 'waiting' || state === 'filled'
