import { expect, test } from 'vitest'
import { keptUntil } from './cost-of.ts'

const held = {
  subscriptionId: 'sub_1',
  productId: 1,
  planName: 'finlist-hk',
  billingPeriodId: 3,
  futureBillingPeriodId: 0,
  status: 'past_due',
  hasAutoRenew: true,
  subscriptionPeriodEnd: '2027-01-31T02:49:00.000Z',
  nextBillingDate: null,
  nextAmount: null,
} as const

test('a plan with an unpaid renewal is kept for seven more days, or ends on time if renewal is off', () => {
  expect(new Date(keptUntil(held)).toISOString()).toBe('2027-02-07T02:49:00.000Z')
  expect(new Date(keptUntil({ ...held, hasAutoRenew: false })).toISOString()).toBe('2027-01-31T02:49:00.000Z')
})
