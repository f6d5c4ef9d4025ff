import { expect, test } from 'vitest'
import type { Stock } from '../picking/bars.ts'
import { Random } from '../random.ts'
import { blocks } from './blocks.ts'
import { movesOf } from './moves.ts'
import { walks } from './walks.ts'

const bars = 1_000
/** Each day has another volume, by which it is recognised. */
const volumes = Array.from({ length: bars }, (_, at) => 1_000_000 + at)

/** A market whose first stocks fall and whose last stocks rise, by up to 0.15% a day. The later ones also move more. */
const stocks = Array.from({ length: 20 }, (_, number): Stock => {
  const random = new Random('drifting', number)
  let price = 50
  const close = Float64Array.from({ length: bars }, () => {
    price *= Math.exp(((number - 9.5) / 9.5) * 0.001_5 + (0.008 + number / 2_000) * random.gaussian())
    return price
  })
  return {
    code: `S${String(number).padStart(2, '0')}`,
    days: Int32Array.from({ length: bars }, (_, at) => 17_000 + at),
    open: close,
    high: close.map(value => value * 1.004),
    low: close.map(value => value * 0.996),
    close,
    volume: volumes,
  }
})

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const meanReturn = (stock: Stock) => mean(movesOf(stock).map(({ close }) => close - 1))
const half = stocks.length / 2
const worlds = ['one', 'two', 'three', 'four']
/** A daily mean, over half of the stocks in all worlds, differs from the expected one by less than this. */
const tolerance = 0.000_3

test('random walks have the mean return of the market, whatever the return and volatility of the stock', () => {
  const made = worlds.map(seed => walks(stocks, seed))
  const of = (from: number) => mean(made.flatMap(world => world.slice(from, from + half).map(meanReturn)))
  const market = mean(stocks.map(meanReturn))
  expect(meanReturn(stocks.at(-1)!) - meanReturn(stocks[0]!)).toBeGreaterThan(5 * tolerance)
  expect(Math.abs(of(0) - market)).toBeLessThan(tolerance)
  expect(Math.abs(of(half) - market)).toBeLessThan(tolerance)
})

test('shuffled blocks have each day of the market once, mostly followed by the day that followed it', () => {
  const orders = worlds.map(seed => {
    const days = Array.from(blocks(stocks, seed)[0]!.volume)
    expect(days.toSorted((one, other) => one - other)).toEqual(volumes.slice(1))
    const followed = days.filter((day, at) => days[at + 1] === day + 1).length
    expect(followed / days.length).toBeGreaterThan(0.85)
    expect(followed / days.length).toBeLessThan(0.95)
    return days.join()
  })
  expect(new Set(orders).size).toBe(worlds.length)
})
