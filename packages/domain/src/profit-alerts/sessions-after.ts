import { type Closings, type Day, dayAt, isTradingDay, nextTradingDay, previousTradingDay } from '../calendar.ts'
import { snapshotTimes } from '../movers/snapshot-times.ts'

/** The spans, in trading days after an alert, over which price changes are reported. */
export const outcomeDays = [1, 5, 20] as const
export type OutcomeDays = (typeof outcomeDays)[number]

/**
 * For each span, the length in days of the blocks within which alerts are assumed to share the same market. The longer
 * the span, the longer the block. Blocks of eight weeks, twice the longest span, cover nearly all that alerts of
 * neighbouring weeks have in common.
 */
export const blockDays: Record<OutcomeDays, number> = { 1: 7, 5: 14, 20: 56 }

/**
 * `before`: the last day whose close precedes the release at `releasedAt` (ms). `days`: the last days of the spans. Day
 * 1 is the day of the first close after the release, which may be the day of the release.
 */
export function sessionsAfter(releasedAt: number, told?: Closings): { before: Day; days: Day[] } {
  const day = dayAt('HKEX', releasedAt)
  const isOfDay = isTradingDay('HKEX', day, told) && releasedAt < snapshotTimes(day, told).at(-1)!
  const first = isOfDay ? day : nextTradingDay('HKEX', day, told)
  const days: Day[] = []
  let at = first
  for (let number = 1; number <= outcomeDays.at(-1)!; number++) {
    if ((outcomeDays as readonly number[]).includes(number)) days.push(at)
    at = nextTradingDay('HKEX', at, told)
  }
  return { before: previousTradingDay('HKEX', first, told), days }
}
