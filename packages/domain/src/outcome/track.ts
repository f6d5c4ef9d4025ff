import type { ExchangeId } from '../markets.ts'
import { placeUntil } from '../picking/bars.ts'
import { follow, type Outcome, type Sessions } from './follow.ts'
import { type Costs, rule } from './rule.ts'

/**
 * A pick of an issue; its buy point in the shares in which the sessions are, days counted from 1970-01-01. `busyUntil` of
 * a pick whose outcome stands: the last day on which it waited or was held, -1 where it repeated another.
 */
export type TrackedPick = { day: number; buyPoint: number; busyUntil?: number }

/**
 * `repeats`: the day of the issue whose pick of the stock was still waiting or held. `endsOn`: the day on which the last of
 * both readings ended; Infinity while one has not.
 */
export type TrackedOutcome = { repeats: number } | { worst: Outcome; best: Outcome; busyUntil: number; endsOn: number }

/**
 * The outcomes of one stock's picks, which come oldest first; none for one that stands already. A stock waits or is held
 * once at a time: a pick that comes again meanwhile is the same pick. A list is made after its day: what ended on that
 * day is over.
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

/** The last day on which something could still become of an order of `day`, read either way; Infinity while it can. */
export const endOfBoth = (
  { worst, best }: { worst: Outcome; best: Outcome },
  sessions: Sessions,
  from: number,
  day: number,
): number => Math.max(endOf(worst, sessions, from, day), endOf(best, sessions, from, day))

/** The last day on which the pick waits or is held; Infinity while it does. */
function endOf({ state, exitAt }: Outcome, { days }: Sessions, from: number, day: number): number {
  if (exitAt !== null) return days[exitAt]!
  if (state !== 'expired') return Infinity
  const waited = Math.min(days.length, from + rule.wait)
  return waited > from ? days[waited - 1]! : day
}

/** Whether something can still become of it. */
export const isOpen = ({ state }: Outcome) => state === 'waiting' || state === 'filled'
