import { createHash } from 'node:crypto'
import { isHalfDay, isTradingDay } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { describe, expect, it } from 'vitest'
import { barsOf, type DemoMarket, demoMarket } from './market.ts'
import { onGrid, priceStep } from './price-grid.ts'
import { profileOf } from './profiles.ts'
import { hasBar } from './series.ts'
import { truthsOf } from './truth.ts'

const seed = 'finlist'
const startDate = '2023-05-19'
const asOf = '2026-11-19'
const whole = new Map<ExchangeId, DemoMarket>()
function market(exchange: ExchangeId): DemoMarket {
  if (!whole.has(exchange)) whole.set(exchange, demoMarket({ seed, exchange, startDate, asOf }))
  return whole.get(exchange)!
}

function fingerprint({ days, stocks, index }: DemoMarket, to = asOf): string {
  const hash = createHash('sha256')
  const count = days.filter(day => day <= to).length
  for (const { listing, series } of [index, ...stocks]) {
    hash.update(JSON.stringify(listing))
    for (const column of Object.values(series)) hash.update(column.subarray(0, count))
  }
  return hash.digest('hex')
}

describe('the demo market', () => {
  const few = { seed, exchange: 'TW', startDate, asOf, stocks: 25 } as const
  const first = demoMarket(few)

  it('is the same for the same seed', () => expect(fingerprint(demoMarket(few))).toBe(fingerprint(first)))
  it('differs for another seed', () =>
    expect(fingerprint(demoMarket({ ...few, seed: 'other' }))).not.toBe(fingerprint(first)))
  it('has the same earlier days when later ones are added', () => {
    const later = demoMarket({ ...few, asOf: '2027-08-20' })
    expect(later.days.length).toBeGreaterThan(first.days.length + 150)
    expect(fingerprint(later)).toBe(fingerprint(first))
    expect(later.states.slice(0, first.states.length)).toEqual(first.states)
  })
  it('has the same stock when other stocks are added', () => {
    const more = demoMarket({ ...few, stocks: 40 })
    expect(fingerprint({ ...more, stocks: more.stocks.slice(0, 25) })).toBe(fingerprint(first))
  })
})

const sizes: Partial<Record<ExchangeId, number>> = { HKEX: 300, US: 300, JP: 150, CN: 150, TW: 150 }
describe.each(exchangeIds)('%s', exchange => {
  it('has the expected number of stocks, with unique codes and names', () => {
    const { stocks } = market(exchange)
    expect(stocks).toHaveLength(sizes[exchange] ?? profileOf(exchange).stocks)
    expect(new Set(stocks.map(({ listing }) => listing.stockCode)).size).toBe(stocks.length)
    expect(new Set(stocks.map(({ listing }) => listing.stockName)).size).toBe(stocks.length)
    expect(stocks.filter(({ listing }) => listing.stockNameZh === '')).toHaveLength(1)
    const shape: Partial<Record<ExchangeId, RegExp>> = {
      HKEX: /^(\d{4}|8\d{4})$/,
      US: /^[A-Z]{2,5}(\.B)?$/,
      JP: /^\d{3}[\dA]$/,
      CN: /^\d{6}$/,
      TW: /^\d{4,6}$/,
    }
    expect(stocks.filter(({ listing }) => !(shape[exchange] ?? /^[A-Z\d]{1,6}$/).test(listing.stockCode))).toEqual([])
    expect(stocks.filter(({ listing }) => /[{}]|undefined/.test(listing.profileInfo + listing.profileInfoZh))).toEqual(
      [],
    )
  })

  it('has only valid bars', () => {
    const { days, stocks, index } = market(exchange)
    expect(days.filter(day => !isTradingDay(exchange, day))).toEqual([])
    const wrong: unknown[] = []
    for (const { listing, series, traits } of [{ ...index, traits: undefined }, ...stocks])
      for (const bar of barsOf(days, series)) {
        const { open, high, low, close, volume } = bar
        const ordered = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close)
        const whole = Number.isInteger(volume) && volume >= 0 && (!traits || volume % traits.lot === 0)
        const still = volume > 0 || (open === close && high === close && low === close)
        const gridded = !traits || [open, high, low, close].every(price => onGrid(exchange, price) === price)
        if (!ordered || !whole || !still || !gridded) wrong.push({ ...bar, code: listing.stockCode })
      }
    expect(wrong).toEqual([])
  })

  it('has about 15% of its stocks in a base, and a few of these near their buy point', () => {
    const { stocks, days } = market(exchange)
    // A base is recorded only once it is complete. The newest weeks are left out, because their bases are still
    // forming.
    const shares = [60, 150, 250].map(back => {
      const day = days.length - back
      const bases = stocks.flatMap(({ bases, series }) => bases.map(base => ({ ...base, close: series.close[day]! })))
      const open = bases.filter(
        ({ nearMiss, from, until }) => !nearMiss && from <= day && (until === undefined || until >= day),
      )
      const near = open.filter(
        ({ readyAt, buyPoint, close }) => readyAt! <= day && Math.abs(close / buyPoint! - 1) <= 0.05,
      )
      return [open.length / stocks.length, near.length / stocks.length] as const
    })
    for (const [open, near] of shares) {
      expect(open).toBeGreaterThan(0.08)
      expect(open).toBeLessThan(0.21)
      expect(near).toBeGreaterThan(0.005)
      expect(near).toBeLessThan(0.08)
    }
  })

  it('contains everything that was planted in it', () => {
    const { stocks } = market(exchange)
    const truths = [...truthsOf(market(exchange))]
    const count = (kind: string) => truths.filter(truth => truth.kind === kind).length
    expect(count('split')).toBe(Math.floor((stocks.length + 76) / 100))
    expect(count('new-listing')).toBe(stocks.length / 50)
    expect(count('suspension')).toBeGreaterThanOrEqual(1)
    for (const kind of ['no-chinese-name', 'no-fundamentals', 'eps-change']) expect(count(kind)).toBe(1)
    expect(count('near-misses')).toBeGreaterThan(5)
    const young = stocks.filter(({ traits }) => traits.special?.kind === 'new-listing')
    for (const { series } of young) expect(series.close.filter(close => !Number.isNaN(close)).length).toBeLessThan(200)
  })
})

it.each(['CN', 'TW'] as const)('the stocks of %s stay within the daily price limit', exchange => {
  const beyond: unknown[] = []
  for (const { listing, series, traits } of market(exchange).stocks)
    for (let day = 1; day < series.close.length; day++) {
      if (traits.special?.kind === 'split' && day === traits.special.day) continue
      const before = series.close[day - 1]!
      const move = Math.abs(series.close[day]! - before)
      // A move of one price step is always within the limit.
      if (move > before * traits.limit + 1e-6 && move > priceStep(exchange, before) + 1e-6)
        beyond.push({ code: listing.stockCode, day, before, move })
    }
  expect(beyond).toEqual([])
})

describe('the statistics of the demo market’s prices are close to those of real stocks', () => {
  const figures = (exchange: ExchangeId, large?: boolean) => {
    const stocks = market(exchange).stocks.filter(
      ({ traits }) => !traits.special && (large === undefined || traits.large === large),
    )
    const each = stocks.map(({ series: { close, volume } }) => {
      const moves = Array.from(close.subarray(1), (now, at) => Math.log(now / close[at]!))
      const sd = Math.sqrt(moves.reduce((sum, move) => sum + move ** 2, 0) / moves.length)
      return {
        sd: 100 * sd,
        still: (100 * moves.filter(move => move === 0).length) / moves.length,
        far: (100 * moves.filter(move => Math.abs(move) > 3 * sd).length) / moves.length,
        idle: (100 * volume.filter(shares => shares === 0).length) / volume.length,
      }
    })
    const median = (key: 'sd' | 'still' | 'far') => each.map(it => it[key]).toSorted((a, b) => a - b)[each.length >> 1]!
    return {
      sd: median('sd'),
      still: median('still'),
      far: median('far'),
      idle: each.reduce((sum, { idle }) => sum + idle, 0) / each.length,
    }
  }

  // Expected values in percent. `sd`, `still` and `far` are medians over stocks: daily standard deviation, days with an
  // unchanged close, and moves beyond three standard deviations. `idle` is a mean over stocks: days without trades.
  it.each<[ExchangeId, boolean | undefined, { sd: number; still: number; far: number; idle: number }]>([
    ['HKEX', true, { sd: 2.6, still: 3, far: 1.3, idle: 0 }],
    ['HKEX', false, { sd: 3.3, still: 27, far: 1.7, idle: 21 }],
    ['US', undefined, { sd: 1.5, still: 0.7, far: 1.3, idle: 0 }],
    ['JP', undefined, { sd: 2.1, still: 1.3, far: 1.4, idle: 0 }],
    ['CN', undefined, { sd: 2.8, still: 1.7, far: 1.8, idle: 0 }],
    ['TW', undefined, { sd: 2.6, still: 7, far: 1.9, idle: 0 }],
  ])(
    'the statistics of the demo market’s prices are close to those of real stocks in market %s (large stocks only: %s)',
    (exchange, large, real) => {
      const ours = figures(exchange, large)
      expect(ours.sd / real.sd).toBeGreaterThan(0.8)
      expect(ours.sd / real.sd).toBeLessThan(1.2)
      expect(ours.far / real.far).toBeGreaterThan(0.6)
      expect(ours.far / real.far).toBeLessThan(1.4)
      expect(Math.abs(ours.still - real.still)).toBeLessThan(4)
      expect(Math.abs(ours.idle - real.idle)).toBeLessThan(5)
    },
  )

  it('the statistics of the demo market’s prices are close to those of real stocks on half days in Hong Kong, which have less volume', () => {
    const { days, index } = market('HKEX')
    const halves = days.flatMap((day, at) => (isHalfDay('HKEX', day) ? [at] : []))
    expect(halves.length).toBeGreaterThan(5)
    const mean = (of: number[]) => of.reduce((sum, at) => sum + index.series.volume[at]!, 0) / of.length
    const share = mean(halves) / mean(days.map((_, at) => at))
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.7)
  })

  it('the statistics of the demo market’s prices are close to those of real stocks for a suspended stock, which has no bars during its suspension', () => {
    const suspended = market('HKEX').stocks.flatMap(({ traits: { special }, series }) =>
      special?.kind === 'suspension' ? [{ ...special, series }] : [],
    )
    expect(suspended).toHaveLength(3)
    for (const { from, to, series } of suspended) {
      expect(series.close.subarray(from, to + 1).every(close => Number.isNaN(close))).toBe(true)
      expect([hasBar(series, from - 1), hasBar(series, to + 1)]).toEqual([true, true])
    }
  })
})
