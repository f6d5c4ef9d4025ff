import { yearDays } from '../market-trend/breadth.ts'
import type { ExchangeId } from '../markets.ts'
import { type Bars, barsUntil, type Stock } from '../picking/bars.ts'
import { isEligible } from '../picking/look.ts'
import { method } from '../picking/method.ts'
import { ranksOf, strengthOf } from '../picking/rank.ts'

/**
 * The figures of a stock on a day, listed or not: price and volume of its newest bar, in shares of that day. Changes
 * and distances are in percent, to two decimals; null where the stock's history is too short.
 */
export type BoardStock = {
  code: string
  /** The day of its newest bar, as days since 1970-01-01. */
  date: number
  close: number
  closeChange: number | null
  volume: number
  /** The day's volume relative to the mean of the 50 counted days before it, as a change and as a multiple. */
  volumeChange: number | null
  volumeMultiple: number | null
  /** Relative strength, 1 to 99 among the stocks that the method looks at; null for others. */
  rank: number | null
  /** How far the close is below the highest price of 52 weeks: 0 at the high, otherwise less than 0. */
  highDistance: number | null
}

/** A stock of the board before ranking; `strength` is null if the method does not consider it. */
export type SeenStock = Omit<BoardStock, 'rank'> & { strength: number | null }

const volumeDays = 50

/**
 * Undefined for a stock that has not traded recently. Reads no data after the day. `halfDays` are left out of the usual
 * volume.
 */
export function seenOnBoard(
  exchange: ExchangeId,
  stock: Stock,
  day: number,
  halfDays: ReadonlySet<number>,
): SeenStock | undefined {
  const bars = barsUntil(stock, day)
  if (bars.last < 0 || day - bars.days[bars.last]! > method.eligible.newestDays) return undefined
  return {
    ...figuresOf(bars, halfDays),
    strength: isEligible(exchange, bars, day) ? strengthOf(bars) : null,
  }
}

/** All the stocks by code, ranked among each other as in a list. */
export function boardOf(seen: readonly SeenStock[]): BoardStock[] {
  const ranked = seen.flatMap(({ code, strength }) => (strength === null ? [] : [{ code, strength }]))
  const ranks = ranksOf(ranked)
  const rankOf = new Map(ranked.map(({ code }, at) => [code, ranks[at]!]))
  return seen
    .map(({ strength, ...stock }) => ({ ...stock, rank: strength === null ? null : rankOf.get(stock.code)! }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
}

function figuresOf(bars: Bars, halfDays: ReadonlySet<number>): Omit<BoardStock, 'rank'> {
  const { code, days, close, volume, last } = bars
  const usual = usualVolume(bars, halfDays)
  const high = highest(bars)
  return {
    code,
    date: days[last]!,
    close: close[last]! / method.priceParts,
    closeChange: last > 0 ? hundredths((close[last]! / close[last - 1]! - 1) * 100) : null,
    volume: volume[last]!,
    volumeChange: usual === null ? null : hundredths((volume[last]! / usual - 1) * 100),
    volumeMultiple: usual === null ? null : hundredths(volume[last]! / usual),
    highDistance: high === null ? null : hundredths((close[last]! / high - 1) * 100),
  }
}

function usualVolume({ days, volume, last }: Bars, halfDays: ReadonlySet<number>): number | null {
  let [total, count] = [0, 0]
  for (let at = last - 1; at >= 0 && count < volumeDays; at--) {
    if (halfDays.has(days[at]!)) continue
    total += volume[at]!
    count++
  }
  return count === 0 ? null : total / count
}

/** Null for a stock without a full year of bars. */
function highest({ days, high, last }: Bars): number | null {
  const from = days[last]! - yearDays
  if (days[0]! > from) return null
  let most = 0
  for (let at = last; at >= 0 && days[at]! >= from; at--) most = Math.max(most, high[at]!)
  return most
}

const hundredths = (value: number) => Math.round(value * 100) / 100
