import { expect, it } from 'vitest'
import { inCurrency, type Rate } from './in-currency.ts'

const rates: Rate[] = [
  { currency: 'USD', hkd: 7.8, date: '2026-07-16', source: 'ECB' },
  { currency: 'JPY', hkd: 0.05, date: '2026-07-17', source: 'ECB' },
]
const hkd = { currency: 'HKD', cost: 1_000, totalValue: 1_500 } as const
const usd = { currency: 'USD', cost: 100, totalValue: 90 } as const
const jpy = { currency: 'JPY', cost: 20_000, totalValue: 30_000 } as const

it('amounts in several currencies are added up at exchange rates, and the oldest day of the rates is returned', () => {
  expect(inCurrency('HKD', [hkd, usd, jpy], rates)).toEqual({
    cost: 1_000 + 780 + 1_000,
    totalValue: 1_500 + 702 + 1_500,
    profit: 922,
    profitPercent: (922 / 2_780) * 100,
    asAt: '2026-07-16',
    sources: ['ECB'],
    missing: [],
  })
  const inYen = inCurrency('JPY', [usd, jpy], rates)
  expect([inYen.cost, inYen.totalValue, inYen.asAt]).toEqual([
    100 * (7.8 / 0.05) + 20_000,
    90 * (7.8 / 0.05) + 30_000,
    '2026-07-16',
  ])
})

it('amounts in the base currency need no exchange rate', () => {
  expect(inCurrency('TWD', [{ ...hkd, currency: 'TWD' }], [])).toMatchObject({ cost: 1_000, asAt: null, missing: [] })
})

it('an amount in a currency without a rate is left out and reported, and a currency without prices is skipped', () => {
  const twd = { ...hkd, currency: 'TWD' } as const
  expect(inCurrency('HKD', [hkd, twd], rates)).toMatchObject({ cost: 1_000, totalValue: 1_500, missing: ['TWD'] })
  expect(inCurrency('TWD', [hkd, twd], rates)).toMatchObject({ cost: 1_000, missing: ['HKD'] })
  expect(inCurrency('HKD', [{ currency: 'USD', cost: null, totalValue: null }], rates)).toMatchObject({
    cost: null,
    profit: null,
    missing: [],
  })
})

it('the sources are those of the rates used, each once, without unknown ones', () => {
  const twd = { ...hkd, currency: 'TWD' } as const
  const sourced: Rate[] = [
    ...rates,
    { currency: 'TWD', hkd: 0.25, date: '2026-07-17', source: 'A bank' },
    { currency: 'CNY', hkd: 1.1, date: '2026-07-17', source: null },
  ]
  const sourcesOf = (...sums: Parameters<typeof inCurrency>[1]) => inCurrency('HKD', sums, sourced).sources
  expect(sourcesOf(usd, jpy, twd)).toEqual(['ECB', 'A bank'])
  expect(sourcesOf(hkd, { ...hkd, currency: 'CNY' })).toEqual([])
  expect(inCurrency('USD', [usd, hkd], sourced)).toMatchObject({ asAt: '2026-07-16', sources: ['ECB'] })
  expect(inCurrency('USD', [usd], sourced)).toMatchObject({ asAt: null, sources: [] })
})
