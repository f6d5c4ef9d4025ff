import { disciplineOf, disciplineStates } from './figures.ts'

/** The lines that a position may reach: the newest list's buy point, the stop and the chase limit. */
export const touchableLines = ['stop', 'buy-point', 'chase'] as const
export type TouchableLine = (typeof touchableLines)[number]

type Moved = {
  buyPrice: number
  /** Null if the position was not yet held on the day before, or if there is no earlier day. */
  closeBefore: number | null
  close: number
  high: number
  /** The buy point on the newest list; null without one. */
  buyPoint: number | null
}

/**
 * The line that the position crossed on the newest day, by the rules of alerts; null if it crossed none. The stop has
 * two levels, so the position may cross it on two different days.
 */
export function touchedLine({ buyPrice, closeBefore, close, high, buyPoint }: Moved): TouchableLine | null {
  const stateAt = (currentPrice: number | null) => disciplineOf({ buyPrice, currentPrice })?.state
  const stopLevel = (price: number | null) => ['near-stop', 'past-stop'].indexOf(stateAt(price) ?? '') + 1
  const isBeyondChase = (price: number | null) => {
    const state = stateAt(price)
    return state !== undefined && disciplineStates.indexOf(state) >= disciplineStates.indexOf('beyond-chase')
  }
  if (stopLevel(close) > stopLevel(closeBefore)) return 'stop'
  if (buyPoint !== null && high >= buyPoint && closeBefore !== null && closeBefore < buyPoint) return 'buy-point'
  if (isBeyondChase(close) && !isBeyondChase(closeBefore)) return 'chase'
  return null
}
