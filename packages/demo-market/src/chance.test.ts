import { blocks } from '@finlist/domain/chance/blocks'
import { type ChanceCount, countChance } from '@finlist/domain/chance/count'
import { addFires, chanceBases, chanceWorlds, firesOf, oneIn } from '@finlist/domain/chance/fires'
import { movesOf } from '@finlist/domain/chance/moves'
import { walks } from '@finlist/domain/chance/walks'
import type { Stock } from '@finlist/domain/picking/bars'
import { looksOf } from '@finlist/domain/picking/look'
import { describe, expect, it } from 'vitest'
import { demoMarket } from './market.ts'
import { pickingStocks } from './picking-stocks.ts'
import { plant } from './plant/plant.ts'

const market = demoMarket({ seed: 'chance', exchange: 'US', startDate: '2023-05-19', asOf: '2026-11-19', stocks: 60 })
const stocks = pickingStocks(market)

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!
/** Medians over the stocks: the mean square of daily log returns, and the mean square of daily log price ranges. */
function spreads(world: readonly Stock[]) {
  const moves = world.map(movesOf).filter(({ length }) => length > 500)
  return {
    daily: median(moves.map(of => Math.sqrt(mean(of.map(({ close }) => Math.log(close) ** 2))))),
    range: median(moves.map(of => Math.sqrt(mean(of.map(({ high, low }) => Math.log(high / low) ** 2))))),
  }
}
const text = (world: readonly Stock[]) =>
  JSON.stringify(world.map(stock => ({ ...stock, close: Array.from(stock.close) })))

describe.each([
  ['walks', walks],
  ['blocks', blocks],
] as const)('a market simulated by %s', (_, world) => {
  const first = world(stocks, 'one')

  it('is the same for the same seed and differs for another', () => {
    expect(text(world(stocks, 'one'))).toBe(text(first))
    expect(text(world(stocks, 'two'))).not.toBe(text(first))
  })

  it('is as volatile as the real market, both from close to close and from low to high', () => {
    const [made, real] = [spreads(first), spreads(stocks)]
    for (const name of ['daily', 'range'] as const) {
      expect(made[name] / real[name]).toBeGreaterThan(0.85)
      expect(made[name] / real[name]).toBeLessThan(1.15)
    }
  })

  it('has only valid bars, on the market’s trading days', () => {
    const days = new Set(stocks.flatMap(stock => Array.from(stock.days)))
    expect(first.length).toBeGreaterThan(40)
    for (const { days: on, high, low, close } of first)
      for (let at = 0; at < close.length; at++) {
        expect(low[at]! > 0 && low[at]! <= close[at]! && high[at]! >= close[at]!).toBe(true)
        expect(days.has(on[at]!) && (at === 0 || on[at]! > on[at - 1]!)).toBe(true)
      }
  })
})

it('random walks of different stocks and days are uncorrelated', () => {
  const returns = walks(stocks, 'one').map(stock => movesOf(stock).map(({ close }) => Math.log(close)))
  const together = (one: readonly number[], other: readonly number[]) => {
    const count = Math.min(one.length, other.length)
    const [a, b] = [one.slice(0, count), other.slice(0, count)]
    const spread = Math.sqrt(mean(a.map(value => value ** 2)) * mean(b.map(value => value ** 2)))
    return mean(a.map((value, at) => value * b[at]!)) / spread
  }
  const pairs = returns.slice(1).map((of, at) => together(of, returns[at]!))
  const nextDays = returns.map(of => together(of.slice(1), of.slice(0, -1)))
  expect(Math.abs(mean(pairs))).toBeLessThan(0.02)
  expect(Math.abs(mean(nextDays))).toBeLessThan(0.02)
})

it('shuffling the days of a market keeps the correlation between its stocks', () => {
  const sameDay = (world: readonly Stock[]) => {
    const days = new Map<number, number[]>()
    for (const stock of world)
      for (const { day, close } of movesOf(stock)) days.set(day, [...(days.get(day) ?? []), Math.log(close)])
    return mean([...days.values()].filter(({ length }) => length > 30).map(of => mean(of) ** 2))
  }
  expect(sameDay(blocks(stocks, 'one')) / sameDay(stocks)).toBeGreaterThan(0.6)
  expect(sameDay(walks(stocks, 'one')) / sameDay(stocks)).toBeLessThan(0.3)
})

describe('the rate at which a base is found', () => {
  it('counts a base at most once per stock and week', () => {
    const day = stocks[0]!.days[stocks[0]!.days.length - 1]!
    const looks = looksOf('US', stocks, day)
    const { stockWeeks, fires } = firesOf('US', stocks, [day, day - 7])
    expect(stockWeeks).toBe(looks.length + looksOf('US', stocks, day - 7).length)
    for (const base of chanceBases) expect(fires[base]).toBeLessThanOrEqual(stockWeeks)
  })

  it('is one in two stock-weeks if a base is planted in every second stock', () => {
    const stocksOf = (near?: 'too deep') =>
      Array.from({ length: 40 }, (_, number) =>
        plant({ kind: 'DB', ...(near && { near }), noise: 0.009, seed: 77, number }),
      )
    const counted = [...stocksOf(), ...stocksOf('too deep')]
      .map(({ stock, readyAt }) => firesOf('US', [stock], [stock.days[readyAt]!]))
      .reduce(addFires)
    expect(counted.stockWeeks).toBe(80)
    expect(oneIn(counted.fires.DB, counted.stockWeeks)).toBe(2)
  })

  it('is added up over several simulated markets, and is undefined if no base was found', () => {
    const one = firesOf('US', stocks, [stocks[0]!.days[700]!])
    const two = addFires(one, one)
    expect(two.stockWeeks).toBe(2 * one.stockWeeks)
    for (const base of chanceBases) expect(two.fires[base]).toBe(2 * one.fires[base])
    expect([oneIn(0, 900), oneIn(3, 900), oneIn(7, 900)]).toEqual([undefined, 300, 129])
  })

  it('is the same for the same seed, and higher with planted bases than by chance', {
    tags: ['slow'],
  }, () => {
    const asked: ChanceCount = { seed: 'test', everyWeeks: 4, worlds: 2, stocks: 40 }
    const counted = countChance('US', stocks, asked)
    expect(countChance('US', stocks, asked)).toEqual(counted)
    expect(countChance('US', stocks, { ...asked, seed: 'other' }).walks).not.toEqual(counted.walks)
    expect(countChance('US', stocks, { ...asked, seed: 'other' }).real).toEqual(counted.real)
    for (const world of chanceWorlds) {
      const { fires, stockWeeks } = counted[world]
      expect(stockWeeks).toBeGreaterThan(500)
      expect(fires.any).toBeGreaterThan(0)
      expect(fires.any).toBeLessThan(stockWeeks / 2)
      const listed = chanceBases.filter(base => base !== 'any' && base !== 'consolidation').map(base => fires[base])
      expect(fires.any).toBeLessThanOrEqual(listed.reduce((sum, count) => sum + count, 0))
      expect(fires.any).toBeGreaterThanOrEqual(Math.max(...listed))
    }
    const share = ({ fires, stockWeeks }: (typeof counted)['real']) => fires.CWH / stockWeeks
    expect(share(counted.real)).toBeGreaterThan(share(counted.walks))
  })
})
