import { yearDays } from '../market-trend/breadth.ts'
import type { ExchangeId } from '../markets.ts'
import { type Bars, barsUntil, type Stock } from '../picking/bars.ts'
import { baseShown, basesOf } from '../picking/bases/find.ts'
import { isoDay } from '../picking/days.ts'
import { isEligible } from '../picking/look.ts'
import { method } from '../picking/method.ts'
import { ranksOf, strengthOf } from '../picking/rank.ts'
import { highest, lowest, sum } from '../picking/stretch.ts'
import { templateOf, trendOf } from '../picking/template.ts'
import { tickAbove } from '../picking/tick.ts'
import { figureOf, type NumberFigure, type StoredScreenFigure, storedScreenFigures } from './figures.ts'
import { baseDays, type ChangePeriod } from './period-changes.ts'

/** A stored figure: a number, 1 or 0 for yes or no, or a text; null where unknown. */
export type ScreenValue = number | string | null
export type ScreenFigures = Record<StoredScreenFigure, ScreenValue>

/** The index's closes by day, counted from 1970-01-01; empty without an index. */
export type IndexCloses = ReadonlyMap<number, number>

type Ranked = { code: string; strength: number }
/** A stock's figures before it is compared with others. */
export type SeenForScreen = {
  code: string
  values: Partial<Record<StoredScreenFigure, ScreenValue>>
  /** For the rank of today and of four weeks ago; null if the method does not consider the stock on that day. */
  strength: number | null
  strengthBefore: number | null
  /** The number of template conditions that hold for a rank. */
  conditions: (rank: number) => number
}

const weeksBefore = 4
const usualDays = 50
const rangeDays = 20
const trueRangeDays = 14
const volatilityDays = 60
const tightDays = 10
/** Trading days in a year, by which volatility is annualised, and in a week. */
const [daysOfYear, daysOfWeek] = [252, 5]
/** The bars before that a new high of the relative-strength line exceeds, as on the chart. */
const strengthLookback = 200

const periodOf = {
  change1d: '1d',
  change1w: '1w',
  change1m: '1m',
  change3m: '3m',
  change6m: '6m',
  change1y: '1y',
  changeytd: 'ytd',
} as const satisfies Partial<Record<StoredScreenFigure, ChangePeriod>>

/**
 * The screener's figures of a stock on `day`; undefined if it has not traded recently. Prices are in shares of that
 * day. Reads no data after the day. `halfDays` do not count towards average volumes.
 */
export function seenForScreen(
  exchange: ExchangeId,
  stock: Stock,
  day: number,
  { halfDays, index }: { halfDays: ReadonlySet<number>; index: IndexCloses },
): SeenForScreen | undefined {
  const bars = barsUntil(stock, day)
  if (bars.last < 0 || day - bars.days[bars.last]! > method.eligible.newestDays) return undefined
  const isConsidered = isEligible(exchange, bars, day)
  return {
    code: bars.code,
    values: {
      ...changesOf(bars, day),
      ...averagesOf(bars),
      ...yearOf(bars),
      ...rangesOf(bars),
      ...volumesOf(bars, halfDays),
      rsnewhigh: newStrength(bars, index),
      ...(isConsidered && baseOf(exchange, bars)),
    },
    strength: isConsidered ? strengthOf(bars) : null,
    strengthBefore: strengthOn(exchange, stock, day - weeksBefore * 7),
    conditions: rank => templateOf(bars.close[bars.last]!, trendOf(bars), rank).filter(Boolean).length,
  }
}

/** Compares the stocks with each other. Every figure of the table has a value, rounded to its decimals. */
export function screenFiguresOf(seen: readonly SeenForScreen[]): Map<string, ScreenFigures> {
  const now = ranksBy(seen.map(({ code, strength }) => ({ code, strength })))
  const before = ranksBy(seen.map(({ code, strengthBefore }) => ({ code, strength: strengthBefore })))
  return new Map(
    seen.map(({ code, values, conditions }) => {
      const [rank, rankBefore] = [now.get(code), before.get(code)]
      const whole: typeof values = {
        ...values,
        ...(rank !== undefined && { template: conditions(rank) }),
        ...(rank !== undefined && rankBefore !== undefined && { rs4w: rank - rankBefore }),
      }
      return [
        code,
        Object.fromEntries(storedScreenFigures.map(name => [name, valueOf(name, whole[name])])) as ScreenFigures,
      ]
    }),
  )
}

function valueOf(name: StoredScreenFigure, value: ScreenValue | undefined): ScreenValue {
  const figure = figureOf(name)
  if (value === null || value === undefined) return figure.kind === 'text' ? '' : null
  return figure.kind === 'number' ? rounded(value as number, figure) : value
}

function rounded(value: number, { decimals }: NumberFigure): number {
  const parts = 10 ** decimals
  return Math.round(value * parts) / parts
}

function ranksBy(stocks: readonly { code: string; strength: number | null }[]): Map<string, number> {
  const known = stocks.filter((stock): stock is Ranked => stock.strength !== null)
  const ranks = ranksOf(known)
  return new Map(known.map(({ code }, at) => [code, ranks[at]!]))
}

function strengthOn(exchange: ExchangeId, stock: Stock, day: number): number | null {
  const bars = barsUntil(stock, day)
  return bars.last >= 0 && isEligible(exchange, bars, day) ? strengthOf(bars) : null
}

const percentOver = (value: number, of: number) => (of > 0 ? (value / of - 1) * 100 : null)

function changesOf({ days, close, last }: Bars, day: number) {
  const bases = baseDays(isoDay(day))
  const changeOver = (period: ChangePeriod) => {
    const [from, until] = [numberOf(bases[period].from), numberOf(bases[period].until)]
    let at = last
    while (at >= 0 && days[at]! > until) at--
    return days[last] === day && at >= 0 && days[at]! >= from ? percentOver(close[last]!, close[at]!) : null
  }
  return Object.fromEntries(Object.entries(periodOf).map(([name, period]) => [name, changeOver(period)])) as Record<
    keyof typeof periodOf,
    number | null
  >
}

const numberOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

function averagesOf({ close, last }: Bars) {
  const mean = (bars: number) => (last + 1 < bars ? null : sum(close, last - bars + 1, last) / bars)
  const [of20, of50, of150, of200] = [mean(20), mean(50), mean(150), mean(200)]
  const price = (parts: number | null) => (parts === null ? null : parts / method.priceParts)
  const distance = (parts: number | null) => (parts === null ? null : percentOver(close[last]!, parts))
  return {
    sma20: price(of20),
    sma50: price(of50),
    sma150: price(of150),
    sma200: price(of200),
    dist20: distance(of20),
    dist50: distance(of50),
    dist150: distance(of150),
    dist200: distance(of200),
  }
}

/** Distances from the highest and the lowest price of 52 weeks; null for a stock without a full year of bars. */
function yearOf({ days, high, low, close, last }: Bars) {
  const start = days[last]! - yearDays
  if (days[0]! > start) return {}
  let from = last
  while (from > 0 && days[from - 1]! >= start) from--
  return {
    high52: percentOver(close[last]!, high[highest(high, from, last)]!),
    low52: percentOver(close[last]!, low[lowest(low, from, last)]!),
  }
}

function rangesOf({ high, low, close, last }: Bars) {
  const from = last - tightDays + 1
  return {
    volatility: last < volatilityDays ? null : volatilityOf(close, last),
    atr: last < trueRangeDays ? null : (trueRange({ high, low, close, last }) / close[last]!) * 100,
    adr: last + 1 < rangeDays ? null : meanRange(high, low, last),
    tight: from < 0 ? null : percentOver(close[highest(close, from, last)]!, close[lowest(close, from, last)]!),
  }
}

/** The standard deviation of the daily logarithmic returns, per year, in percent. */
function volatilityOf(close: Float64Array, last: number): number {
  const returns = Array.from({ length: volatilityDays }, (_, back) =>
    Math.log(close[last - back]! / close[last - back - 1]!),
  )
  const mean = returns.reduce((total, value) => total + value, 0) / volatilityDays
  const squares = returns.reduce((total, value) => total + (value - mean) ** 2, 0)
  return Math.sqrt((squares / (volatilityDays - 1)) * daysOfYear) * 100
}

/** The average true range with Wilder's smoothing, over the whole history, as on the chart. */
function trueRange({ high, low, close, last }: Pick<Bars, 'high' | 'low' | 'close' | 'last'>): number {
  const rangeAt = (at: number) =>
    at === 0 ? high[0]! - low[0]! : Math.max(high[at]!, close[at - 1]!) - Math.min(low[at]!, close[at - 1]!)
  let average = 0
  for (let at = 0; at <= last; at++)
    average =
      at < trueRangeDays ? average + rangeAt(at) / trueRangeDays : average + (rangeAt(at) - average) / trueRangeDays
  return average
}

/** The mean of the days' ranges, from low to high, in percent of the low. */
function meanRange(high: Float64Array, low: Float64Array, last: number): number | null {
  let total = 0
  for (let at = last - rangeDays + 1; at <= last; at++) {
    if (low[at]! <= 0) return null
    total += (high[at]! / low[at]! - 1) * 100
  }
  return total / rangeDays
}

function volumesOf({ days, close, volume, last }: Bars, halfDays: ReadonlySet<number>) {
  const counted: number[] = []
  for (let at = last; at >= 0 && counted.length < usualDays; at--) if (!halfDays.has(days[at]!)) counted.push(at)
  const hasAll = counted.length === usualDays
  const mean = (valueAt: (at: number) => number) =>
    hasAll ? counted.reduce((total, at) => total + valueAt(at), 0) / usualDays : null
  let [up, down] = [0, 0]
  for (let at = last; at > 0 && at > last - usualDays; at--) {
    if (close[at]! > close[at - 1]!) up += volume[at]!
    else if (close[at]! < close[at - 1]!) down += volume[at]!
  }
  const turnoverAt = (at: number) => (close[at]! * volume[at]!) / method.priceParts
  return {
    turnover: turnoverAt(last),
    avgvolume: mean(at => volume[at]!),
    avgturnover: mean(turnoverAt),
    updown: last >= usualDays && down > 0 ? up / down : null,
  }
}

/** Whether the close divided by the index's close exceeds its value on each of the 200 days before. */
function newStrength({ days, close, last }: Bars, index: IndexCloses): number | null {
  const now = index.get(days[last]!)
  if (now === undefined) return null
  let count = 0
  for (let at = last - 1; at >= 0 && count < strengthLookback; at--) {
    const then = index.get(days[at]!)
    if (then === undefined) continue
    if (close[at]! / then >= close[last]! / now) return 0
    count++
  }
  return count === strengthLookback ? 1 : null
}

/** The base that the method would show, and the distance from the close to its buy point, in percent of the close. */
function baseOf(exchange: ExchangeId, bars: Bars): Partial<Record<StoredScreenFigure, ScreenValue>> {
  const base = baseShown(basesOf(bars))
  if (!base) return {}
  const { low, close, last } = bars
  return {
    base: base.variant ?? base.pattern,
    basedepth: base.depth / 10,
    baselength: base.length / daysOfWeek,
    baselow: (last - lowest(low, base.from, last)) / daysOfWeek,
    topivot: percentOver(tickAbove(exchange, base.pivot), close[last]!),
  }
}
