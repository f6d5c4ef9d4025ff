import { type Given, givenPlans, userSubscriptions } from '@finlist/contract/billing'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { unknownOperator } from '../../../api/operator.ts'
import { operatorFacts } from '../../../api/operator-facts.ts'
import { callQuery, queryClient } from '../../../api/query-client.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import SubscribeScreen from '../plans/SubscribeScreen.tsx'
import { SubscriptionsTab } from './SubscriptionsTab.tsx'

const texts: NonNullable<Parameters<typeof show>[1]>['texts'] = ['billing', 'dashboard']
const everything = { productId: null, billingPeriodId: null, endsAt: null }
const trial: Given = { kind: 'trial', productId: 2, billingPeriodId: 3, endsAt: '2026-11-30T02:00:00.000Z' }
const club: Given = { kind: 'plan', productId: 5, billingPeriodId: 1, endsAt: '2027-06-30T02:00:00.000Z' }

function holds(given: Given[]) {
  queryClient.setQueryData(callQuery(givenPlans).queryKey, given)
  const nothing = { cardDetails: null, subscriptions: [], invoices: [], credit: 0 }
  queryClient.setQueryData(callQuery(userSubscriptions).queryKey, nothing)
}
const account = (
  <>
    <PageHeader title="FinList" />
    <SubscriptionsTab />
  </>
)

test.each(looks)(
  'a plan granted by staff is shown as a card with who granted it and when it ends, $language',
  async look => {
    holds([trial, club])
    await show(account, { texts, ...look })
    const plans = page.getByRole('listitem')
    await expect.element(plans.nth(1)).toBeVisible()
    await expect.element(plans.nth(0).getByText(/2026/)).toBeVisible()
    await expect.element(plans.nth(1).getByText(/2027/)).toBeVisible()
    await noViolations()
  },
)

test('a grant that ends at midnight is shown with the day that ends then, on the account page and the page of plans', async () => {
  holds([{ ...club, endsAt: '2026-12-31T16:00:00.000Z' }])
  await show(account, { texts })
  await expect.element(page.getByText('31 December 2026')).toBeVisible()
  queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, payments: 'sandbox' })
  holds([{ ...trial, endsAt: '2026-12-31T16:00:00.000Z' }])
  await show(<SubscribeScreen />, { texts })
  await expect.element(page.getByText('Yours free until 31 Dec 2026')).toBeVisible()
})

test.each(['friend', 'staff'] as const)(
  'for a %s the account page shows every plan, without an end date',
  async kind => {
    holds([{ kind, ...everything }])
    await show(account, { texts, screen: 'narrow' })
    await expect.element(page.getByRole('heading', { name: /^All plans/ })).toBeVisible()
    await expect.element(page.getByText('No end date')).toBeVisible()
    expect(document.body.textContent).not.toContain('No active subscriptions')
    expect(sticksOut()).toEqual([])
  },
)

test('the account page says so if the user has no plan (DASH-29)', async () => {
  holds([])
  await show(account, { texts })
  await expect.element(page.getByText('No active subscriptions')).toBeVisible()
})

test('a granted plan is not offered for sale (PLAN-11)', async () => {
  holds([trial])
  queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, payments: 'sandbox' })
  await show(<SubscribeScreen />, { texts })
  await expect.element(page.getByText(/^Yours free until/)).toBeVisible()
})
