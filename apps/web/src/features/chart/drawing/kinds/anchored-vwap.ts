import type { DayBar } from '@finlist/domain/chart/spans'
import { timeOf } from '../../../../components/price-chart/picture.ts'
import type { Kind } from '../kind.ts'

/**
 * The mean price since a bar, weighted by volume: the sum of (high + low + close) / 3 times volume, divided by the sum
 * of volumes. Nothing is drawn until the anchor is among the loaded bars.
 */
export default {
  type: 'anchored-vwap',
  name: 'tool.anchored-vwap',
  group: 'lines',
  rank: 8,
  icon: 'M5 20V4M5 14c4 0 4-7 8-7s4 5 8 3M3 14a2 2 0 1 0 4 0 2 2 0 0 0-4 0',
  points: 1,
  style: { colour: 'violet' },
  settings: ['width', 'line'],
  shapes: ({ points: [{ time }] }, { bars, placeOf, spotOf, view }) => {
    const anchor = Math.floor(placeOf(time))
    if (anchor < 0) return []
    const prices = vwapSince(anchor, bars)
    const [from, to] = [Math.max(Math.floor(view.from) - anchor - 1, 0), Math.ceil(view.to) - anchor + 2]
    const spots = prices
      .slice(from, Math.max(to, 0))
      .flatMap((price, at) => (price === undefined ? [] : [spotOf({ time: timeOf(bars[anchor + from + at]!), price })]))
    return [{ kind: 'path', spots }]
  },
} satisfies Kind

/** Cached prices, by bars and the index of the anchor. A price is undefined until there is volume. */
const known = new WeakMap<readonly DayBar[], Map<number, (number | undefined)[]>>()

export function vwapSince(anchor: number, bars: readonly DayBar[]): readonly (number | undefined)[] {
  const ofBars = known.get(bars) ?? new Map<number, (number | undefined)[]>()
  known.set(bars, ofBars)
  let found = ofBars.get(anchor)
  if (!found) {
    let [paid, shares] = [0, 0]
    found = bars.slice(anchor).map(({ high, low, close, volume }) => {
      paid += ((high + low + close) / 3) * volume
      shares += volume
      return shares > 0 ? paid / shares : undefined
    })
    ofBars.set(anchor, found)
  }
  return found
}
