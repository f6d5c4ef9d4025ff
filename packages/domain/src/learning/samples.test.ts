import { expect, test } from 'vitest'
import type { World } from '../chance/world.ts'
import { usualCosts } from '../outcome/rule.ts'
import { Random } from '../random.ts'
import { madeWorld, start } from './made-world.ts'
import { type Samples, samplesOf } from './samples.ts'

/** A day in the middle of the samples. */
const cut = start + 340

const world = (change?: (stock: number, bar: number) => number) => madeWorld(420, change)
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

test('are none without stocks', () => {
  expect(made([])).toMatchObject({ rows: 0, week: new Int32Array(0) })
})

test('are refused if a stock occurs more than once', () => {
  const stocks = world()
  expect(() => made([...stocks, stocks[7]!])).toThrow('stock S07 occurs more than once')
})

test('leave out a stock while a price that is not a number is within its look-back', () => {
  const spoilt = made(world((stock, bar) => (stock === 3 && bar === 100 ? Number.NaN : 1)))
  expect(spoilt.rows).toBeLessThan(original.rows)
  expect(spoilt.rows).toBeGreaterThan(0.9 * original.rows)
  expect(spoilt.chanceOfTarget.every(chance => chance < 290)).toBe(true)
})
