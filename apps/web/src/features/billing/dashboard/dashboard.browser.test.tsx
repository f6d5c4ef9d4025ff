import { type Subscription, type UserSubscriptions, userSubscriptions } from '@finlist/contract/billing'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  accountAnswers,
  billingTexts,
  cardOnFile,
  expiredCard,
  giveAccount,
  giveOperator,
  has,
  hongKong,
  hongKongQuarterly,
  receipt,
  unitedStates,
} from '../../../../test/billing.ts'
import { deferred } from '../../../../test/deferred.ts'
import { answerCalls } from '../../../../test/network-edge.ts'
import { givePaymentProvider, providerConfig } from '../../../../test/payment-provider.ts'
import { addressNow, doubleText, goBack, looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { callQuery, queryClient } from '../../../api/query-client.ts'
import DashboardScreen from '../../../app/DashboardScreen.tsx'

type Look = Parameters<typeof show>[1]
const showAccount = (path = '/dashboard', look: Look = {}) =>
  show(<DashboardScreen />, { path, texts: billingTexts, ...look })

const dialog = page.getByRole('dialog')
const plans = page.getByRole('region', { name: 'Your plans' }).getByRole('listitem')
const card = page.getByRole('region', { name: 'Payment card' })
const receipts = page.getByRole('table', { name: 'Your receipts' }).getByRole('row')
const waiting = page.getByRole('list', { name: 'Loading…' }).getByRole('listitem')
const paid = { cardDetails: cardOnFile, subscriptions: [hongKongQuarterly] }
const later: Subscription = { ...hongKong, billingPeriodId: 1, futureBillingPeriodId: 3 }

/** Holds back the responses of both calls until `letGo` is called. */
function hold(own: UserSubscriptions) {
  const { promise, resolve: letGo } = deferred()
  const calls = accountAnswers(() => own)
  answerCalls({
    ...calls,
    'GET /users/user/subscriptions': async () => {
      await promise
      return { data: own }
    },
  })
  return letGo
}

test('the dashboard shows the plan, the card that pays for it and the remaining credit (DASH-02, 25, 26, SUB-01, 24)', async () => {
  giveAccount({ ...paid, credit: 50_000 })
  await showAccount()
  await expect.element(plans).toMatchTextContent('FinList HK')
  await expect.element(plans).toMatchTextContent('Quarterly, HK$4,800')
  await expect.element(plans).toMatchTextContent('17 August 2026')
  await expect.element(card).toMatchTextContent('Visa ending 4242')
  await expect.element(card).toMatchTextContent('Expires 12/2034')
  await expect.element(page.getByRole('region', { name: 'Remaining credit' })).toMatchTextContent(/HK\$500(?!\d)/)
})

test.each<{ name: string; plan: Subscription; badge: string; label: string; period: string }>([
  {
    name: 'a trial',
    plan: { ...hongKong, status: 'trialing' },
    badge: 'Trial',
    label: 'Next billing date',
    period: 'Monthly',
  },
  {
    name: 'a plan that does not renew',
    plan: { ...hongKong, hasAutoRenew: false, nextBillingDate: null, nextAmount: null },
    badge: 'Not auto-renewing',
    label: 'Expires on',
    period: 'Monthly',
  },
  {
    name: 'a scheduled downgrade',
    plan: later,
    badge: 'Monthly from 17 Aug 2026',
    label: 'Next billing date',
    period: 'Yearly',
  },
])('$name has its badge and its date (DASH-03, SUB-02, 06)', async ({ plan, badge, label, period }) => {
  giveAccount({ cardDetails: cardOnFile, subscriptions: [plan] })
  await showAccount()
  await expect.element(plans.getByText(badge, { exact: true })).toBeVisible()
  await expect.element(plans.getByRole('term')).toMatchTextContent(label)
  await expect.element(plans.getByRole('definition')).toMatchTextContent('17 August 2026')
  await expect.element(plans).toMatchTextContent(period)
})

test('a server error with a reason shows that reason, and one without a reason shows the general error', async () => {
  giveAccount()
  const failures = [
    { status: 500, errors: [{ message: 'x' }] },
    { status: 503, errors: [{ message: 'Payments are away.' }] },
  ]
  const answers = accountAnswers(() => has(paid))
  answerCalls({
    ...answers,
    'GET /users/user/subscriptions': () => failures.shift() ?? { data: has(paid) },
  })
  queryClient.removeQueries({ queryKey: callQuery(userSubscriptions).queryKey })
  await showAccount()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^We cannot provide this information/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^Payments are away\./)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(card).toBeVisible()
})

test('an expired card on file is marked as expired (DASH-25)', async () => {
  giveAccount({ ...paid, cardDetails: expiredCard })
  await showAccount()
  await expect.element(card.getByText('Expired', { exact: true })).toBeVisible()
})

test('a plan opens on a click, and closes with the back button and Escape (DASH-04)', async () => {
  giveAccount(paid)
  await showAccount()
  const opened = page.getByRole('dialog', { name: 'FinList HK' })
  await userEvent.click(plans.getByRole('button'))
  await expect.element(opened).toBeVisible()
  expect(addressNow()).toBe('/dashboard?subscriptionId=sub_hk')
  goBack()
  await expect.element(opened).not.toBeInTheDocument()
  await userEvent.click(plans.getByRole('button'))
  await expect.element(opened).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(opened).not.toBeInTheDocument()
  await expect.poll(addressNow).toBe('/dashboard')
  await expect.element(plans.getByRole('button')).toHaveFocus()
})

test('the first parameter of the address opens the plan with that id, whatever the parameter is called (DASH-05)', async () => {
  giveAccount(paid)
  await showAccount('/dashboard?anything=sub_hk&more=1')
  const opened = page.getByRole('dialog', { name: 'FinList HK' })
  await expect.element(opened).toBeVisible()
  await userEvent.click(opened.getByRole('button', { name: 'Close' }))
  await expect.poll(addressNow).toBe('/dashboard')
})

test.each(['first=1&subscriptionId=sub_hk', 'subscriptionId=sub_unknown'])(
  'the address ?%s opens no plan (DASH-05)',
  async query => {
    giveAccount(paid)
    await showAccount(`/dashboard?${query}`)
    await expect.element(plans).toBeVisible()
    expect(dialog.elements()).toHaveLength(0)
  },
)

test('a plan with a disputed payment explains the dispute and offers to buy the plan again (PLAN-11)', async () => {
  const disputed: Subscription = {
    ...hongKong,
    hasAutoRenew: false,
    nextBillingDate: null,
    nextAmount: null,
    disputed: { amount: 200_000, isLost: false },
  }
  giveAccount({ cardDetails: cardOnFile, subscriptions: [disputed] })
  await showAccount()
  await expect.element(page.getByRole('alert').getByText('The payment for FinList HK is disputed')).toBeVisible()
  await expect.element(plans.getByText('Disputed', { exact: true })).toBeVisible()
  await expect.element(plans).toMatchTextContent('No access')
  await userEvent.click(plans.getByRole('button'))
  await expect.element(dialog).toBeVisible()
  expect(dialog.getByRole('button', { name: /Change to|auto-renewal/ }).elements()).toHaveLength(0)
  await noViolations()
  await userEvent.click(dialog.getByRole('link', { name: 'Subscribe again' }))
  await expect.poll(addressNow).toBe('/subscribe?productId=1&billingPeriodId=3')
})

test('a plan with an unpaid renewal shows its dates and offers payment with another card', async () => {
  giveOperator()
  const pastDue: Subscription = {
    ...hongKong,
    status: 'past_due',
    nextBillingDate: '2036-08-20T02:00:00.000Z',
    subscriptionPeriodEnd: '2036-08-17T02:00:00.000Z',
    pastDue: { accessUntil: '2036-08-24T02:00:00.000Z', amountDue: 200_000, needsBank: false },
  }
  giveAccount({ cardDetails: cardOnFile, subscriptions: [pastDue] })
  givePaymentProvider()
  answerCalls(providerConfig)
  await showAccount()
  const banner = page.getByRole('alert').first()
  await expect.element(banner).toMatchTextContent('The payment for FinList HK did not go through')
  await expect.element(banner).toMatchTextContent('HK$2,000 was due on 17 August 2036')
  await expect.element(banner).toMatchTextContent(/You keep access until 24 August 2036 at \d\d:\d\d, Hong Kong time/)
  await expect.element(plans.getByText('Past due', { exact: true })).toBeVisible()
  await userEvent.click(plans.getByRole('button'))
  await expect.element(dialog).toBeVisible()
  expect(dialog.getByRole('button', { name: /^Change to/ }).elements()).toHaveLength(0)
  await noViolations()
  await userEvent.click(dialog.getByRole('button', { name: 'Change card and pay now' }))
  await expect.element(dialog).toMatchTextContent('The new card will be charged HK$2,000 for FinList HK immediately.')
  await expect.element(dialog.getByRole('button', { name: 'Save card and pay HK$2,000' })).toBeVisible()
})

test('a renewal that the bank must confirm shows the amount and the card', async () => {
  const pastDue = { accessUntil: '2036-08-24T02:00:00.000Z', amountDue: 200_000, needsBank: true }
  giveAccount({ cardDetails: cardOnFile, subscriptions: [{ ...hongKong, status: 'past_due', pastDue }] })
  givePaymentProvider()
  answerCalls(providerConfig)
  await showAccount()
  await expect
    .element(page.getByRole('alert').getByText('Your bank wants you to confirm the payment for FinList HK'))
    .toBeVisible()
  await userEvent.click(plans.getByRole('button'))
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm with your bank' }))
  await expect.element(dialog).toMatchTextContent('your card on file (Visa ending 4242) will be charged HK$2,000')
  await expect.element(dialog.getByRole('button', { name: 'Confirm HK$2,000' })).toBeVisible()
  await noViolations()
})

test('a receipt shows product, period and amount (DASH-06, 27)', async () => {
  giveAccount({ ...paid, invoices: [receipt] })
  await showAccount('/dashboard?tab=receipts')
  await expect.element(page.getByText('1 receipt', { exact: true })).toBeVisible()
  expect(receipts.elements()).toHaveLength(2)
  const cells = [...receipts.nth(1).element().querySelectorAll('th, td')]
  expect(cells.slice(0, 5).map(cell => (cell as HTMLElement).innerText)).toEqual([
    '17 May 2026',
    'FinList HK Quarterly',
    '17 May 2026',
    '17 Aug 2026',
    'HK$4,800',
  ])
})

test('if new tabs are blocked, the page offers a link to the receipt (DASH-27)', async () => {
  giveAccount({ ...paid, invoices: [receipt] })
  answerCalls({ 'POST /users/user/invoices/in_1/pdf': () => ({ data: { link: '/api/invoice-links/once-1' } }) })
  const { open } = window
  window.open = () => null
  onTestFinished(() => {
    window.open = open
  })
  await showAccount('/dashboard?tab=receipts')
  await userEvent.click(page.getByRole('button', { name: 'PDF of receipt FL-0001 (opens in a new tab)' }))
  const link = page.getByRole('link', { name: 'PDF of receipt FL-0001 (opens in a new tab)' })
  await expect.element(link).toHaveFocus()
  await expect.element(link).toHaveAttribute('href', '/api/invoice-links/once-1')
})

test('three plans and five receipts have placeholders while loading (DASH-28)', async () => {
  giveOperator()
  const letGo = hold(has({ ...paid, invoices: [receipt] }))
  await showAccount()
  await expect.poll(() => waiting.elements().length).toBe(3)
  await userEvent.click(page.getByRole('tab', { name: 'Receipts' }))
  await expect.poll(() => waiting.elements().length).toBe(5)
  letGo()
  await expect.poll(() => receipts.elements().length).toBe(2)
  expect(waiting.elements()).toHaveLength(0)
})

test('without a plan or a payment, the dashboard says so (DASH-29)', async () => {
  giveAccount()
  await showAccount()
  await expect.element(page.getByText('No active subscriptions', { exact: true })).toBeVisible()
  await expect.element(card).toMatchTextContent('No card on file')
  await userEvent.click(page.getByRole('tab', { name: 'Receipts' }))
  await expect.element(page.getByText('No receipts', { exact: true })).toBeVisible()
  goBack()
  await userEvent.click(page.getByRole('link', { name: 'See the plans' }))
  await expect.poll(addressNow).toBe('/subscribe')
})

test('billing data that fail to load are reported, and loading can be retried', async () => {
  giveOperator()
  let isDown = true
  answerCalls({
    ...accountAnswers(() => has(paid)),
    'GET /users/user/subscriptions': () => {
      if (isDown) return { status: 503, errors: [] }
      return { data: has(paid) }
    },
  })
  await showAccount()
  const retry = page.getByRole('tabpanel').getByRole('button', { name: 'Try again' })
  await expect.element(retry).toBeVisible()
  isDown = false
  await userEvent.click(retry)
  await expect.element(plans).toBeVisible()
})

test('on a phone plan, card and credit are stacked, and an open plan fills the screen (DASH-02, 04)', async () => {
  giveAccount({ cardDetails: cardOnFile, subscriptions: [later] })
  await showAccount('/dashboard', { screen: 'phone' })
  await expect.element(plans.getByText(/^Monthly from/)).toBeVisible()
  await expect.element(card).toMatchTextContent('Visa ending 4242')
  expect(card.element().getBoundingClientRect().top).toBeGreaterThan(plans.element().getBoundingClientRect().bottom)
  expect(sticksOut()).toEqual([])
  await userEvent.click(plans)
  await expect.element(dialog).toBeVisible()
  const { x, y, width, height } = dialog.element().getBoundingClientRect()
  expect({ x, y, width, height }).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  for (const pressed of dialog.getByRole('button').elements())
    expect(pressed.getBoundingClientRect().height).toBeGreaterThanOrEqual(43.9)
  goBack()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(addressNow()).toBe('/dashboard')
})

test('on a phone receipts are a list, each with its PDF (DASH-06, 27)', async () => {
  const yearly = { ...receipt, productId: 2, billingPeriodId: 1, amountPaid: 1_260_000 } as const
  giveAccount({ cardDetails: cardOnFile, subscriptions: [unitedStates], invoices: [yearly] })
  await showAccount('/dashboard?tab=receipts', { screen: 'phone' })
  const rows = page.getByRole('list', { name: 'Your receipts' }).getByRole('listitem')
  await expect.element(rows).toMatchTextContent('FinList US Yearly')
  expect(page.getByRole('table').elements()).toHaveLength(0)
  await expect.element(rows).toMatchTextContent('HK$12,600')
  await expect.element(rows).toMatchTextContent('Date paid 17 May 2026')
  await expect.element(rows).toMatchTextContent('17 May 2026 to 17 Aug 2026')
  expect(rows.getByRole('button').element().getBoundingClientRect().height).toBeGreaterThanOrEqual(43.9)
})

for (const { language, theme } of looks)
  for (const screen of ['desktop', 'phone'] as const)
    test(`the dashboard has no accessibility violations with any dialog open: ${language}, ${screen}`, async () => {
      const look = { language, theme, screen }
      giveAccount({ cardDetails: cardOnFile, subscriptions: [hongKong], invoices: [receipt] })
      givePaymentProvider()
      answerCalls(providerConfig)
      await showAccount('/dashboard', look)
      const plan = page.getByRole('tabpanel').getByRole('heading', { level: 3 }).getByRole('button')
      await expect.element(plan).toBeVisible()
      await noViolations()
      await userEvent.click(plan)
      await expect.element(dialog).toBeVisible()
      await noViolations()
      await userEvent.click(dialog.getByRole('button').last())
      await expect.poll(() => dialog.getByRole('radio').elements().length).toBe(8)
      await noViolations()
      await showAccount('/dashboard#card', look)
      await expect.poll(() => document.querySelectorAll('[role=dialog] fieldset input').length).toBe(3)
      await noViolations()
      await showAccount('/dashboard?tab=receipts', look)
      await expect.poll(() => document.querySelector('[role=tabpanel] :is(tbody tr, li)')).not.toBeNull()
      await noViolations()
    })

test.each(looks)('the dashboard on a phone cuts nothing off at twice the text size: $language', async look => {
  giveAccount({ cardDetails: cardOnFile, subscriptions: [hongKong], invoices: [receipt] })
  await showAccount('/dashboard?tab=receipts', { ...look, screen: 'phone' })
  await expect.poll(() => document.querySelector('[role=tabpanel] :is(tbody tr, li)')).not.toBeNull()
  doubleText()
  expect(sticksOut()).toEqual([])
  await userEvent.click(page.getByRole('tab').first())
  await expect.element(page.getByRole('tabpanel').getByRole('heading', { level: 3 })).toBeVisible()
  expect(sticksOut()).toEqual([])
})
