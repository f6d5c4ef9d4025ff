import { expect, test } from 'vitest'
import { otherPeriod } from './other-period.ts'

test.each([
  {
    name: 'monthly: yearly is cheaper',
    id: 3,
    other: { period: 1, isCheaper: true, perMonth: 140_000, perMonthNow: 200_000, whole: 1_680_000 },
  },
  {
    name: 'quarterly: yearly is cheaper',
    id: 2,
    other: { period: 1, isCheaper: true, perMonth: 140_000, perMonthNow: 160_000, whole: 1_680_000 },
  },
  {
    name: 'yearly: nothing is cheaper, monthly payments are smaller',
    id: 1,
    other: { period: 3, isCheaper: false, perMonth: 200_000, perMonthNow: 140_000, whole: 200_000 },
  },
] as const)('the other billing period on offer: $name', ({ id, other }) => {
  expect(otherPeriod({ productId: 1, billingPeriodId: id, status: 'active' })).toEqual(other)
})

test('no other billing period is offered while a payment is outstanding, or if its price is unknown', () => {
  expect(otherPeriod({ productId: 1, billingPeriodId: 3, status: 'past_due' })).toBeUndefined()
  expect(otherPeriod({ productId: 5, billingPeriodId: 3, status: 'active' })).toBeUndefined()
})
