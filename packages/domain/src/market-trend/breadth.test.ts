import { describe, expect, it } from 'vitest'
import { addDays, type Day, weekday } from '../calendar.ts'
import { type Breadth, BreadthOfMarket, type DayBreadth, dayNumber, type StockBars } from './breadth.ts'

type Bar = { date: Day; high: number; low: number; close: number }

const packed = (bars: readonly Bar[]): StockBars => ({
  days: Int32Array.from(bars, ({ date }) => dayNumber(date)),
  highs: Float64Array.from(bars, ({ high }) => high),
  lows: Float64Array.from(bars, ({ low }) => low),
  closes: Float64Array.from(bars, ({ close }) => close),
})

function breadthOf(stocks: readonly (readonly Bar[])[], from: Day, yearBars?: number): DayBreadth[] {
  const market = new BreadthOfMarket({ from, ...(yearBars && { yearBars }) })
  for (const bars of stocks) market.add(packed(bars))
  return market.days()
}

function weekdays(from: Day, count: number): Day[] {
  const days: Day[] = []
  for (let day = from; days.length < count; day = addDays(day, 1)) if (weekday(day) % 6 !== 0) days.push(day)
  return days
}

const flat = (days: readonly Day[], close: number): Bar[] =>
  days.map(date => ({ date, high: close, low: close, close }))
const days = weekdays('2024-01-01', 300)
const last = days.at(-1)!
const before = days.at(-2)!

describe('market breadth', () => {
  it('counts rises, falls and no change relative to the stock’s previous bar, however old that is (MT-14)', () => {
    const rising = [...flat(days.slice(0, 3), 10), { date: last, high: 11, low: 10, close: 10.01 }]
    const falling = [...flat([before], 10), { date: last, high: 10, low: 9, close: 9.99 }]
    const [counted] = breadthOf([rising, falling, flat([before, last], 5), flat([last], 7)], last)
    expect(counted).toMatchObject({ date: last, stocks: 4, up: 1, down: 1, noChange: 1 })
  })

  it.each([
    ['49 bars: no average', 49, { onTenWeekMa: 0, underTenWeekMa: 0, onFortyWeekMa: 0, underFortyWeekMa: 0 }],
    ['50 bars: the 10-week one', 50, { onTenWeekMa: 1, underTenWeekMa: 0, onFortyWeekMa: 0, underFortyWeekMa: 0 }],
    ['199 bars: not yet the 40-week one', 199, { onTenWeekMa: 1, underTenWeekMa: 0, onFortyWeekMa: 0 }],
    ['200 bars: both', 200, { onTenWeekMa: 1, underTenWeekMa: 0, onFortyWeekMa: 1, underFortyWeekMa: 0 }],
  ])(
    'counts a price that has never moved as equal to its averages, neither above nor below: %s (MT-15)',
    (_, count, expected) => {
      for (const price of [0.1, 0.007, 1234.56])
        expect(breadthOf([flat(days.slice(-count), price)], last)[0]).toMatchObject(expected)
    },
  )

  it('counts a price just below an average as below it (MT-15)', () => {
    const bars = [...flat(days.slice(-50, -1), 10), { date: last, high: 10, low: 9, close: 9.9999 }]
    expect(breadthOf([bars], last)[0]).toMatchObject({ onTenWeekMa: 0, underTenWeekMa: 1 })
  })

  it('computes averages without rounding errors long after a crash (MT-15)', () => {
    const fallen = days.map((date, at) => ({ date, high: 1e7, low: 1e-3, close: at < 20 ? 9_876_543.21 : 0.003 }))
    expect(breadthOf([fallen], last)[0]).toMatchObject({ onTenWeekMa: 1, onFortyWeekMa: 1 })
  })

  it('counts a 52-week high if the day’s high is at or above all highs of the last 52 calendar weeks (MT-16)', () => {
    const yearAgo = addDays(last, -364)
    const bars = (oldHigh: Day, high: number): Bar[] =>
      flat([addDays(last, -400)], 9).concat(
        { date: oldHigh, high: 12, low: 8, close: 9 },
        { date: last, high, low: 8.5, close: 9 },
      )
    const highs = (oldHigh: Day, high: number) => breadthOf([bars(oldHigh, high)], last)[0]!.fiftyTwoWeekHigh
    expect([highs(yearAgo, 11), highs(addDays(yearAgo, 1), 11), highs(addDays(yearAgo, 1), 12)]).toEqual([1, 0, 1])
  })

  it('counts neither highs nor lows of a stock listed for less than 52 weeks, and compares the day’s low for a 52-week low (MT-16)', () => {
    const since = (first: Day) => [...flat([first], 10), { date: last, high: 20, low: 10, close: 15 }]
    expect(breadthOf([since(addDays(last, -363))], last)[0]).toMatchObject({ fiftyTwoWeekHigh: 0, fiftyTwoWeekLow: 0 })
    expect(breadthOf([since(addDays(last, -364))], last)[0]).toMatchObject({ fiftyTwoWeekHigh: 1, fiftyTwoWeekLow: 1 })
  })

  it('can use a number of bars in place of 52 calendar weeks', () => {
    const bars = flat(days.slice(0, 60), 5)
    bars[9] = { date: days[9]!, high: 6, low: 5, close: 5 }
    const highs = (yearBars: number) => breadthOf([bars], days[59]!, yearBars)[0]!.fiftyTwoWeekHigh
    expect([highs(50), highs(51), highs(60), highs(61)]).toEqual([1, 0, 0, 0])
  })

  it('matches the stored table of an invented market', () => {
    const stocks = Array.from({ length: 40 }, (_, seed) => walk(seed + 1))
    const all = breadthOf(stocks, days[0]!)
    expect(all).toEqual(days.map(day => naive(stocks, day)))
    const golden = [0, 60, 150, 230, 262, 299].map(at => Object.values(all[at]!).join(' '))
    expect(golden).toMatchInlineSnapshot(`
      [
        "2024-01-01 38 0 0 0 0 0 0 0 0 0",
        "2024-03-25 39 24 15 0 22 17 0 0 0 0",
        "2024-07-29 39 23 16 0 21 18 0 0 0 0",
        "2024-11-18 39 18 21 0 18 21 18 21 0 0",
        "2025-01-01 40 20 20 0 21 19 18 22 0 1",
        "2025-02-21 38 21 17 0 22 16 17 21 2 0",
      ]
    `)
  })

  it('is the same for a day if the count starts later; days without a bar are left out', () => {
    const stocks = Array.from({ length: 10 }, (_, seed) => walk(seed + 1))
    const from = days[280]!
    expect(breadthOf(stocks, from)).toEqual(breadthOf(stocks, days[0]!).filter(({ date }) => date >= from))
    expect(breadthOf([], from)).toEqual([])
  })
})

/** Random prices from a seed, in whole cents. Some days are missing. */
function walk(seed: number): Bar[] {
  let state = seed * 7919
  const chance = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) / 16_777_216
  }
  let cents = 500 + Math.floor(chance() * 5_000)
  return days
    .filter(() => chance() > 0.03)
    .map(date => {
      cents = Math.max(10, cents + Math.round((chance() - 0.5) * cents * 0.05))
      const reach = Math.round(cents * 0.02 * chance())
      return { date, high: (cents + reach) / 100, low: (cents - reach) / 100, close: cents / 100 }
    })
}

/** The breadth of one day, computed directly from the definition by scanning every window from its start. */
function naive(stocks: readonly (readonly Bar[])[], date: Day): DayBreadth {
  const names = [
    'stocks', 'up', 'down', 'noChange', 'onTenWeekMa', 'underTenWeekMa', 'onFortyWeekMa', 'underFortyWeekMa',
    'fiftyTwoWeekHigh', 'fiftyTwoWeekLow',
  ] as const // biome-ignore format: a list
  const counts = Object.fromEntries(names.map(name => [name, 0])) as Breadth
  for (const bars of stocks) {
    const at = bars.findIndex(bar => bar.date === date)
    if (at < 0) continue
    const bar = bars[at]!
    const cents = (price: number) => Math.round(price * 100)
    counts.stocks++
    if (at > 0) {
      const change = cents(bar.close) - cents(bars[at - 1]!.close)
      counts[change > 0 ? 'up' : change < 0 ? 'down' : 'noChange']++
    }
    for (const [span, on, under] of [
      [50, 'onTenWeekMa', 'underTenWeekMa'],
      [200, 'onFortyWeekMa', 'underFortyWeekMa'],
    ] as const) {
      const window = bars.slice(Math.max(0, at - span + 1), at + 1)
      if (window.length < span) continue
      const sum = window.reduce((total, { close }) => total + cents(close), 0)
      counts[cents(bar.close) * span >= sum ? on : under]++
    }
    const start = addDays(date, -364)
    if (bars[0]!.date > start) continue
    const year = bars.slice(0, at + 1).filter(known => known.date > start)
    if (year.every(({ high }) => bar.high >= high)) counts.fiftyTwoWeekHigh++
    if (year.every(({ low }) => bar.low <= low)) counts.fiftyTwoWeekLow++
  }
  return { date, ...counts }
}
