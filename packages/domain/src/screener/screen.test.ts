import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './query.ts'
import { type Columns, distributionOf, screen } from './screen.ts'

const known: Record<string, Float64Array | string[]> = {
  rs: Float64Array.of(99, 90, 80, NaN, 50),
  score: Float64Array.of(70, NaN, 60, 80, 10),
  price: Float64Array.of(10, 20, 30, 40, 50),
  sma50: Float64Array.of(9, 21, 30, NaN, 40),
  listed: Float64Array.of(1, 0, 1, NaN, 0),
  sector: ['Banks', 'Banks', 'Energy', '', 'banks'],
  base: ['CWH', '', 'DB', '', 'CWH'],
}
const columns: Columns = { rows: 5, of: name => known[name]! }

describe('the rows that meet a query', () => {
  it.each<[string, number[]]>([
    ['', [0, 1, 2, 3, 4]],
    ['rs > 80', [0, 1]],
    ['rs >= 80', [0, 1, 2]],
    ['rs != 80', [0, 1, 4]],
    ['rs = 80..90', [1, 2]],
    ['not rs > 80', [2, 4]],
    ['rs > 80 and score > 50', [0]],
    ['rs > 80 or score > 50', [0, 1, 2, 3]],
    ['not (rs > 80 and score > 50)', [2, 4]],
    ['not (rs < 70 and score < 50)', [0, 1, 2, 3]],
    ['price > sma50', [0, 4]],
    ['price >= 1 * sma50', [0, 2, 4]],
    ['price > 1.2 * sma50', [4]],
    ['listed', [0, 2]],
    ['not listed', [1, 4]],
    ['base = cwh', [0, 4]],
    ['base in (DB, CWH)', [0, 2, 4]],
    ['not base = CWH', [1, 2, 3]],
    ['top 1 rs', [0]],
    ['top 50% rs', [0, 1]],
    ['bottom 2 rs', [2, 4]],
    ['top 99 rs', [0, 1, 2, 4]],
    ['price >= sector(price)', [1, 2, 4]],
    ['price < sector(price)', [0]],
  ])('%s', (query, rows) => expect(screen(columns, parseQuery(query))).toEqual(rows))

  it('include every stock with the same value as the last of the top ones', () => {
    const same: Columns = { rows: 4, of: () => Float64Array.of(3, 5, 5, 5) }
    expect(screen(same, parseQuery('top 1 rs'))).toEqual([1, 2, 3])
  })
})

it('a condition, its opposite and neither are distinct for every stock', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(NaN)), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(values, fc.integer({ min: -3, max: 3 }), (all, limit) => {
      const one: Columns = { rows: all.length, of: () => Float64Array.from(all) }
      const met = screen(one, parseQuery(`rs > ${limit}`))
      const opposite = screen(one, parseQuery(`not rs > ${limit}`))
      expect(met).toEqual(all.flatMap((value, row) => (value > limit ? [row] : [])))
      expect(opposite).toEqual(all.flatMap((value, row) => (value <= limit ? [row] : [])))
    }),
  )
})

describe('a distribution', () => {
  it('counts every known value, the extreme ones in the first and last step', () => {
    const numbers = [...Array.from({ length: 200 }, (_, at) => at), NaN, 1e9]
    const found = distributionOf(numbers, 4)!
    expect(found).toMatchObject({ from: 2, to: 198 })
    expect(found.counts.reduce((sum, count) => sum + count, 0)).toBe(201)
  })
  it('of equal values has one step', () =>
    expect(distributionOf([5, 5], 3)).toEqual({ from: 5, to: 5, counts: [2, 0, 0] }))
  it('of nothing known is null', () => expect(distributionOf([NaN], 3)).toBeNull())
})
