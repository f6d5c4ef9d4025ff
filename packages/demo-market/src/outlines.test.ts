import { expect, it } from 'vitest'
import { demoMarket } from './market.ts'
import { outlinesOf } from './outlines.ts'

const market = demoMarket({
  seed: 'outlines',
  exchange: 'HKEX',
  startDate: '2023-06-01',
  asOf: '2026-11-20',
  stocks: 60,
})
const outlines = [...outlinesOf(market)]

it('each kind of base has an outline of three to five points in chronological order', () => {
  expect(new Set(outlines.map(({ pattern }) => pattern))).toEqual(new Set(['CWH', 'CUP', 'FB', 'DB', 'BASE']))
  for (const { points } of outlines) {
    expect(points.length).toBeGreaterThanOrEqual(3)
    expect(points.length).toBeLessThanOrEqual(5)
    expect(points.map(({ date }) => date)).toEqual(points.map(({ date }) => date).toSorted())
    expect(new Set(points.map(({ date }) => date)).size).toBe(points.length)
  }
})

it('an outline begins at the old high and goes through a low below it', () => {
  for (const { points } of outlines) {
    const [start, ...rest] = points
    expect(Math.min(...rest.map(({ price }) => price))).toBeLessThan(start!.price)
  }
})

it('a complete base has a pivot', () => {
  expect(outlines.length).toBeGreaterThan(40)
  for (const { pivot, points } of outlines) expect(pivot).toBeGreaterThan(points.at(-1)!.price * 0.9)
})
