import { describe, expect, it } from 'vitest'
import { isExpired } from '../../src/payments/operations/card.ts'
import type { OwnedSubscription } from '../../src/payments/owned-subscription.ts'
import { isUpgrade } from '../../src/payments/pricing/price-upgrade.ts'
import { accessOf, type BilledTime, graceMs, type PlanStanding } from '../../src/payments/sync/entitlement.ts'

const day = 86_400_000
const start = Date.UTC(2026, 10, 1)
const month = start + 30 * day
const year = start + 365 * day

const plan = (changes: Partial<PlanStanding> = {}): PlanStanding => ({
  status: 'active',
  renews: true,
  periodId: 3,
  startedAt: start,
  trialEnd: null,
  endedAt: null,
  ...changes,
})
const bill = (changes: Partial<BilledTime> = {}): BilledTime => ({
  periodId: 3,
  startsAt: start,
  endsAt: month,
  status: 'paid',
  paidCents: 200_000,
  refundedCents: 0,
  disputed: false,
  ...changes,
})
const free = bill({ paidCents: 0 })
const yearly = bill({ periodId: 1, endsAt: year })

describe('the period of access to a plan', () => {
  it.each<[string, PlanStanding, BilledTime[], { periodId: number; endsAt: number } | null]>([
    ['paid and renewing: the end and seven days', plan(), [bill()], { periodId: 3, endsAt: month + graceMs }],
    ['paid, not renewing: to the second (SUB-05)', plan({ renews: false }), [bill()], { periodId: 3, endsAt: month }],
    ['paid with a coupon of 100%', plan(), [free], { periodId: 3, endsAt: month + graceMs }],
    ['nothing was paid', plan({ status: 'incomplete' }), [], null],
    ['an open first invoice', plan({ status: 'incomplete' }), [bill({ status: 'open', paidCents: 0 })], null],
    ['never begun', plan({ status: 'incomplete_expired' }), [bill({ status: 'void', paidCents: 0 })], null],
    [
      'a renewal that failed: seven days from the end of what is paid',
      plan({ status: 'past_due' }),
      [bill(), bill({ startsAt: month, endsAt: month + 30 * day, status: 'open', paidCents: 0 })],
      { periodId: 3, endsAt: month + graceMs },
    ],
    [
      'a failed renewal of a plan that no longer renews',
      plan({ status: 'past_due', renews: false }),
      [bill()],
      { periodId: 3, endsAt: month },
    ],
    [
      'given up after the last retry',
      plan({ status: 'canceled', endedAt: month + graceMs }),
      [bill()],
      { periodId: 3, endsAt: month },
    ],
    [
      'canceled immediately: keeps what is paid for',
      plan({ status: 'canceled', endedAt: start + day }),
      [bill()],
      { periodId: 3, endsAt: month },
    ],
    ['unpaid', plan({ status: 'unpaid' }), [bill()], { periodId: 3, endsAt: month }],
    [
      'upgraded: the longer period counts',
      plan({ periodId: 1 }),
      [bill(), yearly],
      { periodId: 1, endsAt: year + graceMs },
    ],
    [
      'an upgrade awaiting the bank',
      plan(),
      [bill(), { ...yearly, status: 'open' }],
      { periodId: 3, endsAt: month + graceMs },
    ],
    [
      'a trial',
      plan({ status: 'trialing', trialEnd: start + 7 * day, renews: false }),
      [],
      { periodId: 3, endsAt: start + 7 * day },
    ],
    [
      'a trial with its invoice of zero, and another period chosen since',
      plan({ status: 'trialing', trialEnd: start + 7 * day, renews: false, periodId: 1 }),
      [{ ...free, endsAt: start + 7 * day }],
      { periodId: 1, endsAt: start + 7 * day },
    ],
    [
      'a trial that was ended immediately',
      plan({ status: 'canceled', trialEnd: start + 7 * day, endedAt: start + day }),
      [{ ...free, endsAt: start + 7 * day }],
      { periodId: 3, endsAt: start + day },
    ],
    [
      'a trial whose first payment failed',
      plan({ status: 'past_due', trialEnd: start + 7 * day }),
      [bill({ startsAt: start + 7 * day, endsAt: start + 37 * day, status: 'open', paidCents: 0 })],
      { periodId: 3, endsAt: start + 7 * day + graceMs },
    ],
    ['refunded in full', plan(), [bill({ refundedCents: 200_000 })], null],
    ['refunded in part', plan(), [bill({ refundedCents: 199_999 })], { periodId: 3, endsAt: month + graceMs }],
    [
      'a refunded renewal adds no seven days',
      plan(),
      [bill(), bill({ startsAt: month, endsAt: month + 30 * day, refundedCents: 200_000 })],
      { periodId: 3, endsAt: month },
    ],
    ['disputed', plan(), [bill({ disputed: true })], null],
    [
      'a refunded upgrade leaves the month before',
      plan({ periodId: 1 }),
      [bill(), { ...yearly, refundedCents: 200_000 }],
      { periodId: 3, endsAt: month },
    ],
  ])('is right for %s', (_, standing, billed, expected) => {
    const access = accessOf(standing, billed)
    expect(access && { periodId: access.periodId, endsAt: access.endsAt }).toEqual(expected)
    expect(accessOf(standing, billed.toReversed())).toEqual(access)
  })

  it('starts five minutes early, because the payment provider’s clock may be ahead of ours', () => {
    expect(accessOf(plan(), [bill()])?.startsAt).toBe(start - 5 * 60_000)
  })
})

describe('only a change to a longer period counts as an upgrade:', () => {
  const longestFirst = [1, 4, 2, 3] as const
  it.each(longestFirst.flatMap(from => longestFirst.map(to => [from, to] as const)))(
    'only a change to a longer period counts as an upgrade: from period %i to period %i',
    (from, to) => {
      const held = { plan: { productId: 1, periodId: from } } as OwnedSubscription
      const wanted = { productId: 1, billingPeriodId: to, couponCode: null } as const
      expect(isUpgrade(held, wanted)).toBe(longestFirst.indexOf(to) < longestFirst.indexOf(from))
    },
  )
})

describe('a card is valid until the end of its month in Hong Kong:', () => {
  it.each([
    ['the last minute', Date.UTC(2026, 10, 30, 15, 59), false],
    ['midnight there', Date.UTC(2026, 10, 30, 16), true],
    ['the month before', Date.UTC(2026, 9, 1), false],
    ['the next year', Date.UTC(2027, 0, 1), true],
  ])('checked at %s', (_, now, expired) => {
    expect(isExpired({ exp_month: 11, exp_year: 2026 }, now)).toBe(expired)
  })
})
