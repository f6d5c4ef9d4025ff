import type { Day } from '../calendar.ts'
import type { Resolution } from './spans.ts'

/** A chart's size in pixels where its container has none, and its first interval. */
export const defaultSize = { width: 800, height: 500 } as const
export const firstResolution: Resolution = '1D'

/** The time spans of the chart's buttons, all of them by day. */
export const timeframes = [
  { id: '5y', months: 60 },
  { id: '1y', months: 12 },
  { id: '6m', months: 6 },
  { id: '3m', months: 3 },
  { id: '1m', months: 1 },
] as const
/** Those that are no number of months: since the year began, and all that is known. */
export const openSpans = ['ytd', 'all'] as const
export type OpenSpan = (typeof openSpans)[number]
export type TimeframeId = (typeof timeframes)[number]['id'] | OpenSpan
export const timeframeIds = [...timeframes.map(({ id }) => id), ...openSpans] as const satisfies TimeframeId[]
/** A number of months, or one of the others. */
export type Span = number | OpenSpan

export const firstTimeframe = (phone: boolean): TimeframeId => (phone ? '3m' : '6m')

/** Years where a bar is a week or a month: about as many bars as half a year has days. */
const monthsOf: Record<Resolution, number | undefined> = { '1D': undefined, '1W': 30, '1M': 120 }

/** How far back a chart of the resolution looks when it opens. */
export const spanShown = (resolution: Resolution, timeframe: TimeframeId): Span =>
  monthsOf[resolution] ?? timeframes.find(({ id }) => id === timeframe)?.months ?? (timeframe as OpenSpan)

/** The fewest days that a newly opened chart shows. */
const leastDays = 90
const dayMs = 86_400_000

/** Where the bars of the span begin, counted from the newest bar; with `atLeast90` not less than 90 days. */
export function firstShown(dates: readonly Day[], span: Span, { atLeast90 = false } = {}): number {
  const newest = dates.at(-1)
  if (newest === undefined || span === 'all') return 0
  const start = span === 'ytd' ? `${newest.slice(0, 4)}-01-01` : monthsBefore(newest, span)
  const at = dates.findIndex(date => date >= start)
  if (!atLeast90) return at
  // Where the market was closed on that day, the bar before it.
  const widened = new Date(Date.parse(newest) - leastDays * dayMs).toISOString().slice(0, 10)
  const before = dates.findLastIndex(date => date <= widened)
  return Math.max(0, Math.min(at, before))
}

/** The same day of the month, or its last one. */
function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** On opening, the price range is this many times that of the visible prices alone. */
export const openingPriceToBarRatio = 3

/**
 * The price range for prices from `low` to `high`, `times` as tall around the same middle. On a logarithmic scale the
 * ratio grows. Prices of zero or more never show space below zero.
 */
export function taller({ low, high }: { low: number; high: number }, times: number, scale: 'linear' | 'log') {
  if (scale === 'log' && low > 0) {
    const more = (high / low) ** ((times - 1) / 2)
    return { low: low / more, high: high * more }
  }
  const more = ((high - low) * (times - 1)) / 2
  const lift = low >= 0 ? Math.max(0, more - low) : 0
  return { low: low - more + lift, high: high + more + lift }
}
