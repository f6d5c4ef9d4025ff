import { expect, test } from 'vitest'
import type { World } from '../chance/world.ts'
import { usualCosts } from '../outcome/rule.ts'
import { Random } from '../random.ts'
import { type Samples, samplesOf } from './samples.ts'

const start = 17_000
const bars = 420
/** A day in the middle of the samples. */
const cut = start + 340

/** Random walks of 45 stocks, with a bar on each calendar day. */
function world(change: (stock: number, bar: number) => number = () => 1): World {
  return Array.from({ length: 45 }, (_, stock) => {
    const random = new Random('samples', stock)
    const size = 0.008 + stock / 2_000
    let price = 60
    const rows = Array.from({ length: bars }, (_, at) => {
      const open = price * (1 + 0.3 * size * random.gaussian())
      const close = open * Math.exp(size * random.gaussian())
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

const made = (of: World) => samplesOf('US', of, usualCosts.US)
const original = made(world())

/** What was known of each stock at the end of each week up to `cut`, by week and features. */
const known = ({ rows, week, weeks, chanceOfTarget, features }: Samples) =>
  Array.from({ length: rows }, (_, row) => row)
    .filter(row => weeks[week[row]!]! <= cut)
    .map(row => [weeks[week[row]!], chanceOfTarget[row], ...features.map(column => column[row])].join())

test('have one outcome for each stock and week: target, stop or neither', () => {
  expect(original.rows).toBeGreaterThan(500)
  const both = original.target.filter((came, row) => came === 1 && original.stop[row] === 1)
  expect(both).toHaveLength(0)
  const share = original.target.reduce((sum, came) => sum + came, 0) / original.rows
  expect(share).toBeGreaterThan(0.02)
  expect(share).toBeLessThan(0.4)
  for (let row = 0; row < original.rows; row++)
    expect(original.settledOn[row]!).toBeGreaterThan(original.weeks[original.week[row]!]!)
})

test('do not depend on later bars', () => {
  const random = new Random('later')
  const later = made(world((_, bar) => (start + bar > cut ? 0.5 + random.uniform() : 1)))
  // In the original, every outcome of these weeks is settled. With other bars, most are.
  const expected = new Set(known(original))
  const rows = known(later)
  expect(rows.length).toBeGreaterThan(0.8 * expected.size)
  expect(rows.filter(row => !expected.has(row))).toEqual([])
})

test('are the same whatever the order of the stocks', () => {
  expect(made(world().toReversed())).toEqual(original)
})

test('do not change before or after a split of a stock', () => {
  const exDay = start + 380
  const split = made(
    world((stock, bar) => (stock === 3 && start + bar >= exDay ? 0.5 : 1)).map((stock, at) =>
      at === 3 ? { ...stock, volume: stock.volume, splits: [{ exDay, numerator: 2, denominator: 1 }] } : stock,
    ),
  )
  expect(known(split)).toEqual(known(original))
  expect(split.target).toEqual(original.target)
})
