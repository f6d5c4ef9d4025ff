import { yearDays } from '../market-trend/breadth.ts'
import type { ExchangeId } from '../markets.ts'
import { type Bars, barsUntil, type Stock } from '../picking/bars.ts'
import { isEligible } from '../picking/look.ts'
import { method } from '../picking/method.ts'
import { ranksOf, strengthOf } from '../picking/rank.ts'
import { type BarFigure, byFigure, figureOf, type MarketFigure, type StoredFigures } from './board-figures.ts'

/**
 * The figures of a stock on a day, whether or not it is on the list. Price and volume are those of its newest bar, in
 * shares of the board's day. Changes and distances are in percent, to two decimals; null where the stock's history is
 * too short.
 */
export type BoardStock = {
  code: string
  /** The day of the stock's newest bar, as days since 1970-01-01. */
  date: number
  close: number
  closeChange: number | null
  volume: number
  /** The change of the day's volume from the mean of the 50 days before it. Half days are not counted. */
  volumeChange: number | null
} & StoredFigures

/**
 * A stock of the board before comparison with the others; `strength` is null if the stock is not eligible for the
 * method.
 */
export type SeenStock = Omit<BoardStock, MarketFigure> & { strength: number | null }

/** The input for a figure: the bars up to the day, and the mean volume of the 50 days before it, without half days. */
type Past = { bars: Bars; usual: number | null }

/** Computes each figure that is made from a stock's own bars. */
const computed: Record<BarFigure, (past: Past) => number | null> = {
  volumeMultiple: ({ bars: { volume, last }, usual }) => (usual === null ? null : volume[last]! / usual),
  /** The distance of the close from the 52-week high: 0 at the high, otherwise negative. */
  highDistance: ({ bars }) => percentFrom(highest(bars), bars),
}

const volumeDays = 50

/**
 * The board's figures of a stock on a day; undefined if the stock has not traded recently. Reads no data after the day.
 * `halfDays` do not count towards the average volume.
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
    ...seenOf(bars, halfDays),
    strength: isEligible(exchange, bars, day) ? strengthOf(bars) : null,
  }
}

/**
 * Compares the stocks with each other and returns them in order of code. `rank` is their relative strength as on a
 * list: 1 to 99 among the stocks that are eligible for the method, null for the others.
 */
export function boardOf(seen: readonly SeenStock[]): BoardStock[] {
  const ranked = seen.flatMap(({ code, strength }) => (strength === null ? [] : [{ code, strength }]))
  const ranks = ranksOf(ranked)
  const rankOf = new Map(ranked.map(({ code }, at) => [code, ranks[at]!]))
  return seen
    .map(({ strength, ...stock }) => ({ ...stock, rank: strength === null ? null : rankOf.get(stock.code)! }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
}

function seenOf(bars: Bars, halfDays: ReadonlySet<number>): Omit<SeenStock, 'strength'> {
  const { code, days, close, volume, last } = bars
  const usual = usualVolume(bars, halfDays)
  return {
    code,
    date: days[last]!,
    close: close[last]! / method.priceParts,
    closeChange: last > 0 ? hundredths((close[last]! / close[last - 1]! - 1) * 100) : null,
    volume: volume[last]!,
    volumeChange: usual === null ? null : hundredths((volume[last]! / usual - 1) * 100),
    ...byFigure(barFigures, name => {
      const figure = computed[name]({ bars, usual })
      return figure === null ? null : rounded(figure, figureOf(name).decimals ?? 2)
    }),
  }
}

const barFigures = Object.keys(computed) as BarFigure[]

function usualVolume({ days, volume, last }: Bars, halfDays: ReadonlySet<number>): number | null {
  let [total, count] = [0, 0]
  for (let at = last - 1; at >= 0 && count < volumeDays; at--) {
    if (halfDays.has(days[at]!)) continue
    total += volume[at]!
    count++
  }
  return count === 0 ? null : total / count
}

/** The 52-week high; null for a stock without a full year of bars. */
function highest({ days, high, last }: Bars): number | null {
  const from = days[last]! - yearDays
  if (days[0]! > from) return null
  let most = 0
  for (let at = last; at >= 0 && days[at]! >= from; at--) most = Math.max(most, high[at]!)
  return most
}

/** The distance of the close from the price, in percent of the price. */
const percentFrom = (price: number | null, { close, last }: Bars): number | null =>
  price === null ? null : (close[last]! / price - 1) * 100

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
const hundredths = (value: number) => rounded(value, 2)
