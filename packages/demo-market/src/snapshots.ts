import type { Day } from '@finlist/domain/calendar'
import { snapshotTimes } from '@finlist/domain/movers/snapshot-times'
import { Random } from '@finlist/domain/random'
import { type Bar, barsOf, type DemoMarket } from './market.ts'
import { onGrid } from './price-grid.ts'
import { profileOf } from './profiles.ts'

/** A stock in a snapshot: its price, and the number of shares traded so far that day. */
type Traded = { stockCode: string; price: number; volume: number }
/** `takenAt` in ms. */
export type DemoSnapshot = { takenAt: number; stocks: Traded[] }

/**
 * Half-hourly snapshots of the Hong Kong market on a day. Each stock's price goes from its open through its high and
 * its low to its close; its volume rises to the full day's volume.
 */
export function snapshotsOf(market: DemoMarket, day: Day): DemoSnapshot[] {
  const times = snapshotTimes(day)
  const paths = market.stocks.flatMap(({ listing: { stockCode }, series }) => {
    const [bar] = barsOf(market.days, series, day)
    if (bar?.date !== day) return []
    return [{ stockCode, path: pathOf(new Random(market.seed, 'intraday', stockCode, day), bar, times.length) }]
  })
  return times.map((takenAt, at) => ({
    takenAt,
    stocks: paths.map(({ stockCode, path }) => ({ stockCode, ...path[at]! })),
  }))
}

/** The bar's path in `steps` steps: the first is at the open, the last at the close with the full volume. */
function pathOf(random: Random, bar: Bar, steps: number): { price: number; volume: number }[] {
  const { open, high, low, close, volume } = bar
  const last = steps - 1
  if (volume === 0) return Array.from({ length: steps }, () => ({ price: close, volume: 0 }))
  // On a rising day the low usually comes first.
  const highFirst = random.uniform() < (close >= open ? 0.3 : 0.7)
  const first = random.whole(1, Math.floor((last - 1) / 2))
  const second = random.whole(first + 1, last - 1)
  const knots = [
    { step: 0, price: open },
    { step: first, price: highFirst ? high : low },
    { step: second, price: highFirst ? low : high },
    { step: last, price: close },
  ]
  const weights = Array.from({ length: steps }, (_, step) => crowd(step / last) * Math.exp(0.5 * random.gaussian()))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const lot = profileOf('HKEX').lot(close)
  let traded = 0
  return weights.map((weight, step) => {
    traded += weight
    const soFar = step === last ? volume : Math.min(volume, Math.floor((volume * traded) / whole / lot) * lot)
    const exact = knots.find(knot => knot.step === step)?.price
    const onTheWay = () =>
      onGrid('HKEX', between(knots, step) * Math.exp(0.1 * Math.log(high / low) * random.gaussian()))
    const price = exact ?? Math.min(high, Math.max(low, onTheWay()))
    return { price, volume: soFar }
  })
}

/** Volume is highest after the open and before the close. */
const crowd = (part: number) => 0.5 + 4 * (part - 0.5) ** 2

function between(knots: readonly { step: number; price: number }[], step: number): number {
  const after = knots.findIndex(knot => knot.step >= step)
  const [a, b] = [knots[after - 1]!, knots[after]!]
  return a.price + ((b.price - a.price) * (step - a.step)) / (b.step - a.step)
}
