import type { World } from '../chance/world.ts'
import { Random } from '../random.ts'

/** The day of the first bar, counted from 1970-01-01. */
export const start = 17_000

/**
 * Random walks of 45 stocks with a bar on each calendar day, for tests. `change` gives a factor for the prices of a
 * stock's bar.
 */
export function madeWorld(bars: number, change: (stock: number, bar: number) => number = () => 1): World {
  return Array.from({ length: 45 }, (_, stock) => {
    const random = new Random('samples', stock)
    const size = 0.008 + stock / 2_000
    let price = 60
    const rows = Array.from({ length: bars }, (_, at) => {
      const open = price * (1 + 0.3 * size * random.gaussian())
      const close = open * (1 + size * random.gaussian())
      price = close
      const by = change(stock, at)
      const [high, low] = [Math.max(open, close) * 1.004, Math.min(open, close) * 0.996]
      return [open, high, low, close].map(value => value * by).concat(2_000_000 * (1 + random.uniform()))
    })
    const column = (at: number) => Float64Array.from(rows, row => row[at]!)
    const days = Int32Array.from({ length: bars }, (_, at) => start + at)
    const [open, high, low, close, volume] = [0, 1, 2, 3, 4].map(column) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    return { code: `S${String(stock).padStart(2, '0')}`, days, open, high, low, close, volume }
  })
}
