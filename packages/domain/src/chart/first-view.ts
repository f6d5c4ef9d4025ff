import type { Day } from '../calendar.ts'
import type { Resolution } from './spans.ts'

/** A chart's size in pixels if its container has none, and the interval that a chart first opens with. */
export const defaultSize = { width: 800, height: 500 } as const
export const firstResolution: Resolution = '1D'

/** The time spans of the chart's buttons, all with daily bars. */
export const timeframes = [
  { id: '5y', months: 60 },
  { id: '1y', months: 12 },
  { id: '6m', months: 6 },
  { id: '3m', months: 3 },
  { id: '1m', months: 1 },
] as const
/** Spans that are not a number of months: year to date, and all bars. */
const openSpans = ['ytd', 'all'] as const
export type OpenSpan = (typeof openSpans)[number]
export type TimeframeId = (typeof timeframes)[number]['id'] | OpenSpan
export const timeframeIds = [...timeframes.map(({ id }) => id), ...openSpans] as const satisfies TimeframeId[]
/** A number of months, or an open span. */
export type Span = number | OpenSpan

export const firstTimeframe = (phone: boolean): TimeframeId => (phone ? '3m' : '6m')

/** The months shown with weekly and monthly bars, chosen to give about as many bars as half a year of daily bars. */
const monthsOf: Record<Resolution, number | undefined> = { '1D': undefined, '1W': 30, '1M': 120 }

/**
 * The span that a chart of the resolution opens with: the timeframe's span for daily bars, a fixed span for weekly and
 * monthly bars.
 */
export const spanShown = (resolution: Resolution, timeframe: TimeframeId): Span =>
  monthsOf[resolution] ?? timeframes.find(({ id }) => id === timeframe)?.months ?? (timeframe as OpenSpan)

/** Minimum number of days that a newly opened chart shows. */
const leastDays = 90
const dayMs = 86_400_000

/**
 * Index of the first bar of a span that ends with the newest bar. With `atLeast90`, the span is at least 90 days long,
 * if there are bars that old.
 */
export function firstShown(dates: readonly Day[], span: Span, { atLeast90 = false } = {}): number {
  const newest = dates.at(-1)
  if (newest === undefined || span === 'all') return 0
  const start = span === 'ytd' ? `${newest.slice(0, 4)}-01-01` : monthsBefore(newest, span)
  const at = dates.findIndex(date => date >= start)
  if (!atLeast90) return at
  // The market may have been closed on that day, so the last bar on or before it is used.
  const widened = new Date(Date.parse(newest) - leastDays * dayMs).toISOString().slice(0, 10)
  const before = dates.findLastIndex(date => date <= widened)
  return Math.max(0, Math.min(at, before))
}

/** The same day of the month `months` earlier, or the last day of that month if it is shorter. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}

export type PriceRange = { low: number; high: number }
type Scale = 'linear' | 'log'

/**
 * The share of a pane's height that prices take up, and the smallest share to which studies drawn over them may reduce
 * it.
 */
const usualShare = 0.8
const leastShare = 0.65

/**
 * The vertical range of a pane: the prices, and as much of the studies drawn over the prices as fits. Never extends
 * below zero if the prices do not.
 */
export function fitted(prices: PriceRange, over: PriceRange | undefined, scale: Scale): PriceRange {
  if (scale === 'log' && prices.low > 0) {
    const reached = over && over.low > 0 ? logarithms(over) : undefined
    const { low, high } = around(logarithms(prices), reached)
    return { low: Math.exp(low), high: Math.exp(high) }
  }
  return aboveZero(around(prices, over), prices)
}

function around({ low, high }: PriceRange, over: PriceRange = { low, high }): PriceRange {
  const room = ((high - low) * (1 / usualShare - 1)) / 2
  const below = Math.max(low - room - over.low, 0)
  const above = Math.max(over.high - high - room, 0)
  const left = (high - low) * (1 / leastShare - 1 / usualShare)
  const part = below + above > left ? left / (below + above) : 1
  return { low: low - room - below * part, high: high + room + above * part }
}

const logarithms = ({ low, high }: PriceRange) => ({ low: Math.log(low), high: Math.log(high) })

/** Moves a range that begins below zero up to zero, unless the prices are below zero too. */
function aboveZero({ low, high }: PriceRange, prices: PriceRange): PriceRange {
  const lift = prices.low >= 0 ? Math.max(0, -low) : 0
  return { low: low + lift, high: high + lift }
}

/** The price range of a wide chart, as a multiple of the fitted range. */
export const wideRatio = 3

/**
 * Enlarges a range of prices around its middle to `times` its height. On a logarithmic scale, the ratio of high to low
 * is raised to the power of `times`. Never extends below zero if the prices do not.
 */
export function taller(prices: PriceRange, times: number, scale: Scale): PriceRange {
  const { low, high } = prices
  if (scale === 'log' && low > 0) {
    const more = (high / low) ** ((times - 1) / 2)
    return { low: low / more, high: high * more }
  }
  const more = ((high - low) * (times - 1)) / 2
  return aboveZero({ low: low - more, high: high + more }, prices)
}
