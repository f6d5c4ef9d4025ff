import type { PricePreview, Subscription } from '@finlist/contract/billing'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { doubleText, looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { OrderSummary } from '../checkout/OrderSummary.tsx'
import { PlanOverview } from '../dashboard/detail/PlanOverview.tsx'
import { RemainingCredit } from '../dashboard/RemainingCredit.tsx'

const texts: NonNullable<Parameters<typeof show>[1]>['texts'] = ['billing', 'dashboard']
const tooSmall: PricePreview = {
  amount: 0,
  amountOriginal: 200_000,
  credit: 0,
  lines: [
    { kind: 'plan', amount: 200_000 },
    { kind: 'coupon', amount: -199_650 },
    { kind: 'too-small', amount: -350 },
  ],
  couponDetail: { id: 'promo_1', code: 'NEARLYALL', amountOff: 199_650, percentOff: null },
  saved: 199_650,
  nextAmount: 200_000,
  nextCharge: { amount: 200_350, credit: 0, owed: 350 },
  nextBillingDate: '2026-08-17T02:00:00.000Z',
  trialDays: 0,
}
const held: Subscription = {
  subscriptionId: 'sub_1',
  productId: 1,
  planName: 'finlist-hk',
  billingPeriodId: 2,
  futureBillingPeriodId: 0,
  status: 'active',
  hasAutoRenew: true,
  subscriptionPeriodEnd: '2026-10-17T02:00:00.000Z',
  nextBillingDate: '2026-10-17T02:00:00.000Z',
  nextAmount: 480_000,
  nextCharge: { amount: 430_000, credit: 50_000, owed: 0 },
}
const still = () => undefined
const renewal = {
  isBusy: false,
  done: undefined,
  alert: undefined,
  toggle: still,
  cancelDowngrade: still,
  closeAlert: still,
}
const overview = (plan: Subscription) => (
  <PlanOverview
    held={plan}
    renewal={renewal}
    onChangeCard={still}
    onConfirm={still}
    onChange={still}
    onCancelRenewal={still}
  />
)

test('an amount below the card minimum is marked as such; the total of the next charge includes it', async () => {
  await show(<OrderSummary wanted={{ productId: 1, billingPeriodId: 3 }} price={tooSmall} busy={false} />, {
    texts,
    screen: 'narrow',
  })
  await expect.element(page.getByText('Below the card minimum: added to your next payment')).toBeVisible()
  await expect.element(page.getByText('Your credit')).not.toBeInTheDocument()
  await expect
    .element(page.getByText('Charged then: HK$2,003.50 (HK$2,000 plus HK$3.50 owed from an earlier payment)'))
    .toBeVisible()
  doubleText()
  expect(sticksOut()).toEqual([])
})

test.each(looks)('the next payment for a plan is its price less the remaining credit, $language', async look => {
  const part = (
    <>
      <PageHeader title="FinList HK" />
      {overview(held)}
    </>
  )
  await show(part, { texts, ...look })
  await expect.element(page.getByText('HK$4,300', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/HK\$4,800.*HK\$500/)).toBeVisible()
  await noViolations()
})

test('an unpaid renewal shows the amount due for it, after credit', async () => {
  const pastDue = { accessUntil: '2026-10-24T02:00:00.000Z', amountDue: 430_000, needsBank: false }
  await show(overview({ ...held, status: 'past_due', nextCharge: null, pastDue }), { texts })
  await expect.element(page.getByText('HK$4,300 was due on', { exact: false })).toBeVisible()
})

test('the remaining credit is shown together with any debt', async () => {
  await show(<RemainingCredit credit={0} owed={350} />, { texts })
  await expect.element(page.getByText('HK$3.50 is due', { exact: false })).toBeVisible()
})
