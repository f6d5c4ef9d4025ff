import type { ExchangeId } from '../markets.ts'
import { type Bars, barsUntil, type Stock } from './bars.ts'
import type { Base } from './bases/base.ts'
import { baseShown, basesOf } from './bases/find.ts'
import { limitsOf, method } from './method.ts'
import { ranksOf, strengthOf } from './rank.ts'
import { sum } from './stretch.ts'
import { type Trend, templateOf, trendOf } from './template.ts'
import { thousandths } from './whole.ts'

/**
 * Everything that the method derives for an eligible stock on a day. Tests compare it to detect any use of future data.
 */
export type Look = {
  code: string
  bars: Bars
  close: number
  /** Median turnover of the newest days, in the market's currency. */
  turnover: number
  strength: number
  rank: number
  trend: Trend
  /** Which of the template's conditions hold. */
  template: boolean[]
  /** Mean volume of the newest days, in thousandths of the usual volume. */
  volume: number
  bases: Base[]
  base: Base | undefined
}

/**
 * The method's figures on `day` for every eligible stock with a rank of at least `fromRank`, sorted by code. Reads no
 * data after the day.
 */
export function looksOf(exchange: ExchangeId, stocks: readonly Stock[], day: number, fromRank = 1): Look[] {
  const eligible = stocks
    .map(stock => barsUntil(stock, day))
    .filter(bars => isEligible(exchange, bars, day))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
    .map(bars => ({ code: bars.code, bars, strength: strengthOf(bars) }))
  const ranks = ranksOf(eligible)
  return eligible.flatMap((stock, at) => (ranks[at]! >= fromRank ? [lookOf(stock, ranks[at]!)] : []))
}

/**
 * The method's figures for one stock whose rank is known from elsewhere; undefined if it is not eligible. Everything
 * that depends on the rank, including the template, is only as correct as the rank.
 */
export function lookOfRank(exchange: ExchangeId, stock: Stock, day: number, rank: number): Look | undefined {
  const bars = barsUntil(stock, day)
  return bars.last >= 0 && isEligible(exchange, bars, day)
    ? lookOf({ code: bars.code, bars, strength: strengthOf(bars) }, rank)
    : undefined
}

/** Whether the method considers the stock on the day. */
export function isEligible(exchange: ExchangeId, bars: Bars, day: number): boolean {
  const { eligible, priceParts } = method
  const { lowestClose, lowestTurnover } = limitsOf(exchange)
  return (
    bars.last + 1 >= eligible.bars &&
    day - bars.days[bars.last]! <= eligible.newestDays &&
    bars.close[bars.last]! >= lowestClose * priceParts &&
    turnoverOf(bars) >= lowestTurnover
  )
}

/** Median turnover of the newest days. For an even number of days, it is the mean of the middle two. */
export function turnoverOf({ close, volume, last }: Bars): number {
  const turnovers: number[] = []
  for (let at = last - method.eligible.turnoverBars + 1; at <= last; at++) turnovers.push(close[at]! * volume[at]!)
  turnovers.sort((one, other) => one - other)
  const middle = turnovers.length / 2
  return (turnovers[Math.floor(middle - 0.5)]! + turnovers[Math.floor(middle)]!) / 2 / method.priceParts
}

function lookOf({ code, bars, strength }: { code: string; bars: Bars; strength: number }, rank: number): Look {
  const close = bars.close[bars.last]!
  const trend = trendOf(bars)
  const bases = basesOf(bars)
  return {
    code,
    bars,
    close,
    turnover: turnoverOf(bars),
    strength,
    rank,
    trend,
    template: templateOf(close, trend, rank),
    volume: volumeOf(bars),
    bases,
    base: baseShown(bases),
  }
}

function volumeOf({ volume, last }: Bars): number {
  const { newest, usual } = method.quiet
  return thousandths(sum(volume, last - newest + 1, last) * usual, sum(volume, last - usual + 1, last) * newest)
}
