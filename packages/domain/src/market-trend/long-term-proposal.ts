import { addDays, type Day, weekday } from '../calendar.ts'
import type { MarketTrend } from './trend.ts'

type Close = { date: Day; close: number }
/** A week of the index, dated with its last day: its close and the averages of the last 10 and 40 weeks' closes. */
export type Week = { date: Day; close: number; tenWeekAverage: number; fortyWeekAverage: number }
/** `week` is the first week of the current state, `lastWeek` the newest week. */
export type LongTermProposal = { marketTrend: MarketTrend; startDate: Day; week: Week; lastWeek: Week }

/**
 * The published rule for the mid to long term, based on completed weeks. If the 10-week average is at or above the
 * 40-week average, the state is an uptrend when the week closes at or above the 10-week average, and under pressure
 * when it closes below. If the 10-week average is under the 40-week average, the state is a downtrend when the week
 * closes under the 10-week average, and a rally attempt when it does not. There is no proposal before 40 weeks are
 * known. `isOver` returns whether a day is the last trading day of its week.
 */
export function proposeLongTerm(bars: readonly Close[], isOver: (lastDay: Day) => boolean): LongTermProposal | null {
  const weeks = withAverages(weeksOf(bars, isOver))
  const lastWeek = weeks.at(-1)
  if (!lastWeek) return null
  const marketTrend = stateOf(lastWeek)
  const before = weeks.findLastIndex(week => stateOf(week) !== marketTrend)
  const week = weeks[before + 1]!
  return { marketTrend, startDate: week.date, week, lastWeek }
}

/** The rule's state for each completed week that has its averages, dated with the week's last bar. */
export const longTermStates = (
  bars: readonly Close[],
  isOver: (lastDay: Day) => boolean,
): { date: Day; state: MarketTrend }[] =>
  withAverages(weeksOf(bars, isOver)).map(week => ({ date: week.date, state: stateOf(week) }))

function stateOf({ close, tenWeekAverage, fortyWeekAverage }: Week): MarketTrend {
  const above = close >= tenWeekAverage
  if (tenWeekAverage >= fortyWeekAverage) return above ? 'UPTREND' : 'UNDER_PRESSURE'
  return above ? 'RALLY_ATTEMPT' : 'DOWNTREND'
}

/** The last bar of each completed week. */
export function weeksOf<Bar extends Close>(bars: readonly Bar[], isOver: (lastDay: Day) => boolean): Bar[] {
  const last = bars.filter(({ date }, at) => at === bars.length - 1 || mondayOf(bars[at + 1]!.date) !== mondayOf(date))
  const newest = last.at(-1)
  return newest && !isOver(newest.date) ? last.slice(0, -1) : last
}

const mondayOf = (day: Day) => addDays(day, -((weekday(day) + 6) % 7))

function withAverages(weeks: readonly Close[]): Week[] {
  const average = (at: number, span: number) => {
    const closes = weeks.slice(at + 1 - span, at + 1)
    // Rounded, because floating-point noise could put a constant price above or below its own average.
    return Math.round((closes.reduce((sum, { close }) => sum + close, 0) / span) * 1e6) / 1e6
  }
  return weeks.flatMap(({ date, close }, at) =>
    at < 39 ? [] : [{ date, close, tenWeekAverage: average(at, 10), fortyWeekAverage: average(at, 40) }],
  )
}
