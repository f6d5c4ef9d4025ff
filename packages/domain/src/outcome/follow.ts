import type { ExchangeId } from '../markets.ts'
import { type Costs, heldOverNight, rule } from './rule.ts'

/** Sessions in which a stock traded, oldest first, in shares of the day; days are counted from 1970-01-01. */
export type Sessions = {
  days: ArrayLike<number>
  open: ArrayLike<number>
  high: ArrayLike<number>
  low: ArrayLike<number>
  close: ArrayLike<number>
  /** Set if the stock no longer trades. `value`: the final value of a share; null if unknown. */
  gone?: { value: number | null }
}

export type OutcomeState = 'waiting' | 'filled' | 'stop' | 'target' | 'time' | 'expired' | 'gone'

/** `entryAt` and `exitAt` are indexes into the sessions. An open position is valued at its last close. */
export type Outcome = {
  state: OutcomeState
  entryAt: number | null
  entry: number | null
  exitAt: number | null
  exit: number | null
  /** Return net of costs, as a fraction of what was paid. */
  net: number | null
}

type Trade = { market: ExchangeId; costs: Costs }

/**
 * The outcome of an order at `buyPoint` that is valid from the session at index `from` on. A daily bar does not show
 * whether the low of the entry's day came before or after the entry. `worst` assumes that it came after; `best` assumes
 * that it came before, unless the close is below the stop as well. If a later day touches both stop and target, the
 * stop applies. A day locked at one price neither fills an order nor allows an exit.
 */
export function follow(
  sessions: Sessions,
  from: number,
  buyPoint: number,
  trade: Trade,
): { worst: Outcome; best: Outcome } {
  const entryAt = entryOf(sessions, from, buyPoint)
  if (entryAt === undefined) {
    const isOver = sessions.days.length >= from + rule.wait || sessions.gone !== undefined
    const none: Outcome = {
      state: isOver ? 'expired' : 'waiting',
      entryAt: null,
      entry: null,
      exitAt: null,
      exit: null,
      net: null,
    }
    return { worst: none, best: none }
  }
  const entry = Math.max(sessions.open[entryAt]!, buyPoint)
  return {
    worst: heldFrom(sessions, entryAt, entry, trade, true),
    best: heldFrom(sessions, entryAt, entry, trade, false),
  }
}

function entryOf({ days, open, high, low }: Sessions, from: number, buyPoint: number): number | undefined {
  for (let at = from; at < Math.min(days.length, from + rule.wait); at++) {
    const isTooFar = open[at]! > buyPoint * (1 + rule.chase)
    const isLocked = high[at] === low[at]
    if (!isTooFar && !isLocked && high[at]! >= buyPoint) return at
  }
  return undefined
}

function heldFrom(
  sessions: Sessions,
  entryAt: number,
  entry: number,
  { market, costs }: Trade,
  countsEntryLow: boolean,
): Outcome {
  const { days, open, high, low, close, gone } = sessions
  const [stop, target] = [entry * (1 - rule.stop), entry * (1 + rule.target)]
  const staysOverNight = heldOverNight.has(market)
  const ended = (state: OutcomeState, exitAt: number, exit: number): Outcome => ({
    state,
    entryAt,
    entry,
    exitAt,
    exit,
    net: netOf(entry, exit, costs),
  })
  // The stop was touched on a day on which the position could not be sold, so it is sold at the next open at which it
  // can be.
  let isStopped = false
  for (let at = entryAt; at < days.length; at++) {
    const isEntry = at === entryAt
    const isLocked = high[at] === low[at]
    if (isEntry && (countsEntryLow ? low[at]! : close[at]!) <= stop) {
      if (!staysOverNight) return ended('stop', at, stop)
      isStopped = true
    }
    if (isEntry) {
      if (!staysOverNight && high[at]! >= target) return ended('target', at, target)
      continue
    }
    if (isLocked) {
      isStopped ||= low[at]! <= stop
      continue
    }
    if (isStopped || open[at]! <= stop) return ended('stop', at, open[at]!)
    if (low[at]! <= stop) return ended('stop', at, stop)
    if (high[at]! >= target) return ended('target', at, Math.max(open[at]!, target))
    if (at >= entryAt + rule.hold) return ended('time', at, close[at]!)
  }
  const last = days.length - 1
  if (gone) return ended('gone', last, gone.value ?? close[last]! * rule.goneWithoutValue)
  return { ...ended('filled', last, close[last]!), exitAt: null, exit: null }
}

/** The return on a share after the costs of buying and selling, as a fraction of what was paid for it. */
export function netOf(entry: number, exit: number, { buy, sell, spread }: Costs): number {
  const paid = entry * (1 + spread / 2) * (1 + buy)
  const got = exit * (1 - spread / 2) * (1 - sell)
  return got / paid - 1
}
