/**
 * A stock's move over the last hour. `price` is the current price and `previousPrice` the price an hour ago; both are
 * above zero. `volume` (in shares) and `turnover` (in Hong Kong dollars) are totals of the day so far.
 */
export type Moved = { stockCode: string; price: number; previousPrice: number; volume: number; turnover: number }
/** Minimum volume and turnover of a stock on the day. */
export type Floors = { minVolume: number; minTurnover: number }

export const mostMovers = 20

/** The 20 stocks that rose most and the 20 that fell most, in percent, among those with enough volume and turnover. */
export function topMovers<M extends Moved>(
  moved: readonly M[],
  { minVolume = 0, minTurnover = 0 }: Partial<Floors> = {},
) {
  const traded = moved.filter(({ volume, turnover }) => volume >= minVolume && turnover >= minTurnover)
  const first = (way: 1 | -1) =>
    traded
      .filter(it => way * (it.price - it.previousPrice) > 0)
      .toSorted((a, b) => way * (ratio(b) - ratio(a)) || b.volume - a.volume || (a.stockCode < b.stockCode ? -1 : 1))
      .slice(0, mostMovers)
  return { up: first(1), down: first(-1) }
}

const ratio = ({ price, previousPrice }: Moved) => price / previousPrice

/** The move in percent, to two decimals. */
export const percentMoved = (it: Moved) => Math.round((ratio(it) - 1) * 10_000) / 100
