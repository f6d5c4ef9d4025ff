import type { RevenueRow } from '@finlist/contract/staff/revenue'
import { expect, test } from 'vitest'
import { figureNames, figureText, partsOf } from './figures.ts'

const row = (values: Partial<RevenueRow>): RevenueRow => ({
  month: '2026-11',
  productId: 1,
  billingPeriodId: 3,
  couponId: null,
  ...(Object.fromEntries(figureNames.map(name => [name, 0])) as Record<(typeof figureNames)[number], number>),
  ...values,
})
const rows = [
  row({ active: 2, monthlyRevenue: 400_000, net: 400_000 }),
  row({ active: 1, monthlyRevenue: 140_000, net: 1_680_000, billingPeriodId: 1, couponId: 'TEN' }),
  row({ active: 3, monthlyRevenue: 450_000, productId: 2, billingPeriodId: 3 }),
  row({ net: -500, productId: null, billingPeriodId: null }),
  row({ active: 9, monthlyRevenue: 9, month: '2026-10' }),
]

test.each([
  [
    'product',
    [
      [1, 3, 540_000],
      [2, 3, 450_000],
      [null, 0, 0],
    ],
  ],
  [
    'period',
    [
      [3, 5, 850_000],
      [1, 1, 140_000],
      [null, 0, 0],
    ],
  ],
  [
    'coupon',
    [
      [null, 5, 850_000],
      ['TEN', 1, 140_000],
    ],
  ],
] as const)('revenue by %s has each part once, the largest first, for the given month only', (by, expected) => {
  const parts = partsOf(rows, '2026-11', by)
  expect(parts.map(({ of, figures }) => [of, figures.active, figures.monthlyRevenue])).toEqual(expected)
  expect(parts.reduce((sum, { figures }) => sum + figures.net, 0)).toBe(2_079_500)
})

test('revenue is shown without its currency, and with decimals only if its cents are not zero', () => {
  expect(figureText('net', -123_450)).toBe('−1,234.50')
  expect(figureText('collected', 1_680_000)).toBe('16,800')
  expect(figureText('active', 1_234)).toBe('1,234')
})
