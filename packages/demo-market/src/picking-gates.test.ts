// @module-tag slow
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { barsUntil, placeUntil, type Stock } from '@finlist/domain/picking/bars'
import { issueOf, issueText, lookText } from '@finlist/domain/picking/issue'
import { type Look, looksOf, turnoverOf } from '@finlist/domain/picking/look'
import { limitsOf, method } from '@finlist/domain/picking/method'
import { trendOf } from '@finlist/domain/picking/template'
import { Random } from '@finlist/domain/random'
import { beforeAll, describe, expect, it } from 'vitest'
import { demoMarket } from './market.ts'
import { pickingStocks } from './picking-stocks.ts'

/*
 * The method's figures must not depend on anything after the day, on bars older than the method's history, or on the
 * order of the stocks. This is tested for every eligible stock, not only for the picks.
 */

type See = (exchange: ExchangeId, stocks: readonly Stock[], day: number) => Look[]

type Market = { exchange: ExchangeId; stocks: Stock[] }
let markets: Market[]
let places: (Market & { day: number })[]
/** The method's results for unchanged data, as text. */
let usual: string[]
beforeAll(() => {
  markets = exchangeIds.map(exchange => {
    const market = demoMarket({ seed: 'gates', exchange, startDate: '2022-01-03', asOf: '2026-07-17', stocks: 60 })
    return { exchange, stocks: pickingStocks(market) }
  })
  places = markets.flatMap(market => days.map(day => ({ ...market, day })))
  usual = places.map(({ exchange, stocks, day }) => text(looksOf(exchange, stocks, day)))
})

/** The weeks tested, as distances from the last day of the market. */
const weeksBack = [4, 17, 31, 48, 63, 80]
const lastDay = Date.parse('2026-07-17') / 86_400_000
const days = weeksBack.map(weeks => lastDay - 7 * weeks)

const column = ['high', 'low', 'close', 'volume'] as const

function map(stock: Stock, change: (values: number[], name: (typeof column)[number]) => number[]): Stock {
  const changed = Object.fromEntries(column.map(name => [name, change(Array.from(stock[name]), name)]))
  return { ...stock, ...changed }
}

/** The bars from index `from` up to but not including index `to`. */
function part(stock: Stock, from: number, to: number): Stock {
  return { ...map(stock, values => values.slice(from, to)), days: Array.from(stock.days).slice(from, to) }
}

const worlds: Record<string, (stocks: readonly Stock[], day: number) => Stock[]> = {
  'noise after the day': (stocks, day) =>
    stocks.map(stock => {
      const random = new Random('scramble', stock.code, day)
      const last = placeUntil(stock.days, day)
      const noisy = stock.close.length > 0 ? Array.from(stock.close) : []
      for (let at = last + 1; at < noisy.length; at++)
        noisy[at] = Math.max(0.01, (noisy[at - 1] ?? 1) * Math.exp(0.08 * random.gaussian()))
      const by = { high: 1.1, low: 0.9, close: 1, volume: 0 }
      return map(stock, (values, name) =>
        values.map((value, at) =>
          at <= last ? value : name === 'volume' ? Math.round(value * 10 * random.uniform()) : noisy[at]! * by[name],
        ),
      )
    }),
  'nothing after the day': (stocks, day) => stocks.map(stock => part(stock, 0, placeUntil(stock.days, day) + 1)),
  'the newest 520 bars alone': (stocks, day) =>
    stocks.map(stock => {
      const last = placeUntil(stock.days, day)
      let [from, traded] = [last + 1, 0]
      while (from > 0 && traded < method.history.bars) if (stock.volume[--from]! > 0) traded++
      return part(stock, from, last + 1)
    }),
  'another order': (stocks, day) => {
    const random = new Random('order', day)
    return stocks
      .map(stock => ({ stock, place: random.uniform() }))
      .toSorted((one, other) => one.place - other.place)
      .map(({ stock }) => stock)
  },
  'splits after the day': (stocks, day) =>
    stocks.map(stock => ({
      ...stock,
      splits: [...(stock.splits ?? []), { exDay: day + 1, numerator: 2, denominator: 1 }],
    })),
}

const text = (looks: Look[]) => looks.map(lookText).join('\n')

describe('the method’s figures for all stocks are byte-identical', () => {
  it.each(Object.entries(worlds))('the method’s figures for all stocks are byte-identical with %s', (_, world) => {
    for (const [at, { exchange, stocks, day }] of places.entries())
      expect(text(looksOf(exchange, world(stocks, day), day))).toBe(usual[at])
  })

  it('enough stocks and bases are compared to reveal a difference', () => {
    expect(Math.min(...usual.map(seen => seen.split('\n').length))).toBeGreaterThan(10)
    expect(usual.join().match(/"bases":\[\{/g)!.length).toBeGreaterThan(100)
  })

  it('and so is the list made from these figures', () => {
    const day = days[1]!
    for (const { exchange, stocks } of markets) {
      const list = issueText(issueOf(exchange, stocks, day))
      for (const world of Object.values(worlds))
        expect(issueText(issueOf(exchange, world(stocks, day), day))).toBe(list)
    }
  })
})

/** Faulty readers. Each uses a little of the data that the method must not use. */
const leaks: Record<string, See> = {
  'one day of turnover': withTomorrow((look, later) => ({ ...look, turnover: turnoverOf(later) })),
  'averages a day early': withTomorrow((look, later) => ({
    ...look,
    trend: { ...look.trend, sums: trendOf(later).sums },
  })),
  'the extremes of a year a day early': withTomorrow((look, later) => {
    const { high, low } = trendOf(later)
    return { ...look, trend: { ...look.trend, high, low } }
  }),
  'the volume of tomorrow': (exchange, stocks, day) => looksOf(exchange, stocks.map(ahead('volume')), day),
  'the high of tomorrow': (exchange, stocks, day) => looksOf(exchange, stocks.map(ahead('high')), day),
  'survivors alone': (exchange, stocks, day) =>
    looksOf(
      exchange,
      stocks.filter(stock => stock.days[stock.days.length - 1]! > day + 20),
      day,
    ),
}

function withTomorrow(leak: (look: Look, later: Look['bars']) => Look): See {
  return (exchange, stocks, day) =>
    looksOf(exchange, stocks, day).map(look =>
      leak(look, barsUntil(stocks.find(({ code }) => code === look.code)!, day + 3)),
    )
}

function ahead(name: (typeof column)[number]) {
  return (stock: Stock): Stock =>
    map(stock, (values, of) => (of === name ? values.map((value, at) => values[at + 1] ?? value) : values))
}

describe('the test above detects a reader', () => {
  const caughtBy = (leaky: See, world: (typeof worlds)[string]) =>
    places.some(
      ({ exchange, stocks, day }) =>
        text(leaky(exchange, stocks, day)) !== text(leaky(exchange, world(stocks, day), day)),
    )

  it.each(Object.entries(leaks))('the test above detects a reader that uses %s', (_, leaky) => {
    expect(caughtBy(leaky, worlds['nothing after the day']!)).toBe(true)
    expect(caughtBy(leaky, worlds['noise after the day']!) || leaky === leaks['survivors alone']).toBe(true)
  })

  it('but accepts the actual reader, which uses nothing forbidden', () =>
    expect(caughtBy(looksOf, worlds['nothing after the day']!)).toBe(false))
})

it('the method’s figures are the same with and without a split', () => {
  let splits = 0
  for (const { exchange, stocks } of markets) {
    const day = days[0]!
    const halved = stocks.map((stock, at) => {
      if (at % 3 > 0 || stock.splits) return stock
      splits++
      const exDay = stock.days[placeUntil(stock.days, day - 60)] ?? day
      const from = placeUntil(stock.days, exDay - 1) + 1
      const split = map(stock, (values, name) =>
        values.map((value, place) => (place < from ? value : name === 'volume' ? value * 2 : value / 2)),
      )
      return { ...split, splits: [{ exDay, numerator: 2, denominator: 1 }] }
    })
    const told = ({ code, bases, template, volume }: Look) => ({
      code,
      bases: bases.map(({ pattern, quality, facts }) => ({ pattern, quality, facts })),
      template: template.slice(0, 7),
      volume,
    })
    const cheapest = 4 * limitsOf(exchange).lowestClose * method.priceParts
    const whole = looksOf(exchange, stocks, day).filter(({ close }) => close >= cheapest)
    const split = new Map(looksOf(exchange, halved, day).map(look => [look.code, told(look)]))
    for (const look of whole) expect(split.get(look.code)).toEqual(told(look))
  }
  expect(splits).toBeGreaterThan(80)
})

it('a list has all stocks with a base before those without one', () => {
  let [listed, leaders] = [0, 0]
  for (const { exchange, stocks } of markets)
    for (const day of days) {
      const { picks } = issueOf(exchange, stocks, day)
      const bases = picks.findIndex(({ pattern }) => pattern === 'NIL')
      const [first, rest] = bases < 0 ? [picks, []] : [picks.slice(0, bases), picks.slice(bases)]
      expect(first.length).toBeLessThanOrEqual(method.listed.most)
      expect(picks.length).toBeLessThanOrEqual(method.leaders.mostRows)
      for (const { pattern, variant, buyPoint, stop, rank, template, close } of first) {
        expect(pattern).not.toBe('NIL')
        expect(variant).not.toBe('consolidation')
        expect(rank).toBeGreaterThanOrEqual(70)
        expect(template).toBeGreaterThanOrEqual(7)
        expect(stop).toBeLessThanOrEqual(buyPoint * 0.92 + 1e-9)
        expect(buyPoint).toBeLessThan(close * 1.13)
      }
      for (const row of rest) {
        expect(row).toMatchObject({ pattern: 'NIL', variant: '', buyPoint: -1, stop: -1, template: 8, base: null })
        expect(row.rank).toBeGreaterThanOrEqual(80)
      }
      for (const rows of [first, rest]) {
        const sorted = rows.toSorted((a, b) => b.score - a.score || (a.code < b.code ? -1 : 1))
        expect(rows.map(({ code }) => code)).toEqual(sorted.map(({ code }) => code))
      }
      listed += first.length
      leaders += rest.length
    }
  expect(Math.min(listed, leaders)).toBeGreaterThan(50)
})
