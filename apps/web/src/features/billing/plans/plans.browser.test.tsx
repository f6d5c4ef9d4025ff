import { operator } from '@finlist/contract/staff/operator'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  accountAnswers,
  giveAccount,
  giveOperator,
  has,
  hongKong,
  newPrice,
  unitedStates,
} from '../../../../test/billing.ts'
import { deferred } from '../../../../test/deferred.ts'
import { answerCalls } from '../../../../test/network-edge.ts'
import { givePaymentProvider, providerConfig } from '../../../../test/payment-provider.ts'
import { addressNow, doubleText, looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import { unknownOperator } from '../../../api/operator.ts'
import { queryClient } from '../../../api/query-client.ts'
import { write } from '../../../api/storage.ts'
import SubscribeScreen from './SubscribeScreen.tsx'

type Look = NonNullable<Parameters<typeof show>[1]>
const showPlans = (look: Look = {}) => show(<SubscribeScreen />, { path: '/subscribe', texts: ['billing'], ...look })

const table = page.getByRole('table', { name: /What each plan includes/ })
const subscribeButtons = page.getByRole('button', { name: /^Subscribe to/ })
const heads = () => Array.from(document.querySelectorAll('thead th'), head => (head as HTMLElement).innerText).slice(1)
const choosePeriod = (period: string) => userEvent.click(page.getByText(period, { exact: true }))
const plan = (name: string) => page.getByRole('region', { name })

/** The markets of the plans that have a tick in this feature's row. */
function having(feature: string): (string | undefined)[] {
  const { rows } = document.querySelector('table')!
  const row = Array.from(rows).find(({ cells }) => cells[0]?.firstElementChild?.textContent === feature)
  if (!row) throw new Error(`no row ${feature}`)
  return heads()
    .map(text => /FinList (\w\w)/.exec(text)?.[1])
    .filter((_, at) => row.cells[at + 1]!.textContent === 'Included')
}

test('five plans are shown side by side, without Sunday Club (PLAN-07, 09, 10)', async () => {
  giveAccount()
  await showPlans()
  await expect.element(page.getByRole('heading', { name: 'Get More Tools' })).toBeVisible()
  expect(subscribeButtons.elements()).toHaveLength(5)
  expect(heads().map(text => text.split('\n')[0])).toEqual([
    'FinList HK',
    'FinList US',
    'FinList JP',
    'FinList CN',
    'FinList TW',
  ])
})

test('the features of each plan are ticked for the chosen period (PLAN-13, 14, 15, 16, 17, 18)', async () => {
  giveAccount()
  await showPlans()
  await expect.element(table).toBeVisible()
  const all = ['HK', 'US', 'JP', 'CN', 'TW']
  const everywhere = ['Weekly stock list', 'Market trend', 'Market performance']
  const hongKongOnly = [
    'CCASS shareholding', 'CCASS shareholding change', 'Market movers', 'Market movers plus', 'Profit alerts', 'Sunday Club',
    'Sunday Club replays',
  ] // biome-ignore format: a list
  expect(table.getByRole('row').elements()).toHaveLength(1 + 3 + 12)
  for (const [period, videos, advanced] of [
    ['Monthly', [], []],
    ['Quarterly', all, []],
    ['Yearly', all, all],
  ] as const) {
    await choosePeriod(period)
    await expect.poll(() => document.querySelector('caption')?.textContent).toContain(period.toLowerCase())
    for (const feature of everywhere) expect([period, feature, having(feature)]).toEqual([period, feature, all])
    for (const feature of hongKongOnly) expect([period, feature, having(feature)]).toEqual([period, feature, ['HK']])
    expect([period, having('Education video archive')]).toEqual([period, videos])
    expect([period, having('Advanced video archive')]).toEqual([period, advanced])
  }
  const weight = (feature: string) =>
    Number(getComputedStyle(table.getByText(feature, { exact: true }).element()).fontWeight)
  expect(weight('Weekly stock list')).toBeGreaterThan(weight('Market movers'))
})

test('one choice of period changes every price (PLAN-04, 05, 08, 20, 21, 22, 24, 25)', async () => {
  giveAccount()
  await showPlans()
  await expect.element(table).toBeVisible()
  const choice = page.getByRole('group', { name: 'Billing period' })
  expect(choice.getByRole('radio').elements()).toHaveLength(3)
  const labels = Array.from(choice.element().querySelectorAll('label'), label => label.textContent)
  expect(labels).toEqual([
    expect.stringMatching(/^Monthly/),
    expect.stringMatching(/^Quarterly.*20% cheaper than monthly/),
    expect.stringMatching(/^Yearly.*Best deal.*30% cheaper than monthly/),
  ])
  expect(page.getByText('Best deal').elements()).toHaveLength(1)
  const prices = () => heads().map(text => [...text.matchAll(/HK\$[\d,.]+/g)].map(([money]) => money))
  const others = (...two: string[]) => [two, two, two, two]
  await choosePeriod('Yearly')
  await expect.poll(prices).toEqual([['HK$1,400', 'HK$16,800'], ...others('HK$1,050', 'HK$12,600')])
  await choosePeriod('Quarterly')
  await expect.poll(prices).toEqual([['HK$1,600', 'HK$4,800'], ...others('HK$1,200', 'HK$3,600')])
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(prices).toEqual([['HK$2,000', 'HK$2,000'], ...others('HK$1,500', 'HK$1,500')])
  await expect.element(choice.getByRole('radio', { name: /^Monthly/ })).toBeChecked()
})

test('a plan that the user has leads to its management, and the others can be bought (PLAN-11)', async () => {
  giveAccount({ subscriptions: [hongKong] })
  await showPlans()
  const manage = page.getByRole('link', { name: 'Manage FinList HK' })
  await expect.element(manage).toHaveAttribute('href', '/dashboard?subscriptionId=sub_hk')
  expect(subscribeButtons.elements()).toHaveLength(4)
  await userEvent.click(manage)
  await expect.poll(addressNow).toBe('/dashboard?subscriptionId=sub_hk')
})

test('a friend, who has every right without paying, can manage every plan and buy none', async () => {
  giveAccount({}, [{ kind: 'friend', productId: null, billingPeriodId: null, endsAt: null }])
  await showPlans()
  await expect.element(page.getByRole('link', { name: /^Manage / }).first()).toBeVisible()
  expect(page.getByRole('link', { name: /^Manage / }).elements()).toHaveLength(5)
  expect(subscribeButtons.elements()).toHaveLength(0)
})

test('an address with a plan and a period opens the checkout (PLAN-12, 23)', async () => {
  giveAccount({ subscriptions: [unitedStates] })
  givePaymentProvider()
  const quarterly = { ...newPrice, amount: 360_000, nextAmount: 360_000 }
  answerCalls({ ...providerConfig, 'POST /users/subscribe/preview': () => ({ data: quarterly }) })
  await showPlans({ path: '/subscribe?productId=6&billingPeriodId=2' })
  const dialog = page.getByRole('dialog', { name: 'Subscribe to FinList JP' })
  await expect.element(dialog.getByText('HK$3,600 now, then HK$3,600 every 3 months')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(addressNow()).toBe('/subscribe')
  await expect.element(page.getByRole('radio', { name: /^Quarterly/ })).toBeChecked()
})

test.each([
  'productId=2&billingPeriodId=1', // A plan that the user already has.
  'productId=7&billingPeriodId=1',
  'productId=1&billingPeriodId=9',
  'productId=1',
  'productId=01&billingPeriodId=1',
  'productId=toString&billingPeriodId=constructor',
])('the address ?%s opens no checkout (PLAN-12)', async query => {
  giveAccount({ subscriptions: [unitedStates] })
  await showPlans({ path: `/subscribe?${query}` })
  await expect.poll(() => subscribeButtons.elements().length).toBe(4)
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
})

test('a plan that is not on sale shows the server’s explanation (PLAN-23)', async () => {
  giveAccount()
  givePaymentProvider()
  answerCalls({
    ...providerConfig,
    'POST /users/subscribe/preview': () => ({
      status: 400,
      errors: [{ message: 'This plan is not on sale at the moment.' }],
    }),
  })
  await showPlans({ path: '/subscribe?productId=1&billingPeriodId=4' })
  await expect.element(page.getByRole('alert').getByText('This plan is not on sale at the moment.')).toBeVisible()
})

test('if nothing is on sale the plans page says so, even before the operator’s settings have loaded again', async () => {
  giveAccount()
  queryClient.removeQueries({ queryKey: [operator.path] })
  write('operator', { ...unknownOperator, payments: 'none' })
  const letGo = deferred()
  answerCalls({
    'GET /operator': async () => {
      await letGo.promise
      return { data: { ...unknownOperator, payments: 'none' } }
    },
  })
  await showPlans({ path: '/subscribe?productId=1&billingPeriodId=1' })
  await expect.element(page.getByText(/Subscriptions aren’t available yet/)).toBeVisible()
  await expect.element(table.getByText('HK$1,400')).toBeVisible()
  expect(subscribeButtons.elements()).toHaveLength(0)
  expect(page.getByRole('dialog').elements()).toHaveLength(0)
  letGo.resolve()
})

test('the plans page makes only two calls, for the bought and the granted plans', async () => {
  giveOperator()
  const calls = answerCalls(accountAnswers(() => has()))
  await showPlans()
  await expect.poll(() => subscribeButtons.elements().length).toBe(5)
  // Both calls run in parallel, so their order is not fixed.
  expect(calls.map(({ call }) => call).toSorted()).toEqual(['GET /users/user/given', 'GET /users/user/subscriptions'])
})

test('the header and the feature names stay in view while the table of plans scrolls', async () => {
  giveAccount()
  await showPlans()
  const head = () =>
    table
      .getByRole('columnheader', { name: /FinList HK/ })
      .element()
      .getBoundingClientRect()
  await expect.element(table).toBeVisible()
  scrollTo(0, 500)
  await expect.poll(() => scrollY).toBeGreaterThan(200)
  expect(head().top).toBeGreaterThanOrEqual(0)
  expect(head().bottom).toBeLessThan(innerHeight)
  await expect.element(subscribeButtons.first()).toBeInViewport()

  await page.viewport(800, 900)
  scrollTo(0, 0)
  const name = () =>
    table
      .getByRole('rowheader', { name: /^Market performance/ })
      .element()
      .getBoundingClientRect().x
  const start = name()
  document.querySelector('table')!.parentElement!.scrollTo(400, 200)
  await expect.poll(() => document.querySelector('table')!.parentElement!.scrollLeft).toBeGreaterThan(0)
  expect(name()).toBe(start)
  await expect.element(table.getByRole('columnheader', { name: /FinList TW/ })).toBeInViewport()
  expect(sticksOut()).toEqual([])
})

test('on a phone the plans are cards instead of a table, with one choice of period for all (PLAN-07, 08, 09, 10, 13, 20, 21)', async () => {
  giveAccount({ subscriptions: [unitedStates] })
  await showPlans({ screen: 'phone' })
  await expect.element(plan('FinList HK')).toBeVisible()
  expect(table.elements()).toHaveLength(0)
  expect(
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['FinList HK', 'FinList US', 'FinList JP', 'FinList CN', 'FinList TW'])
  expect(plan('FinList HK').getByRole('listitem').elements()).toHaveLength(12)
  expect(plan('FinList JP').getByRole('listitem').elements()).toHaveLength(5)
  await expect.element(plan('FinList HK')).toMatchTextContent('HK$1,400')
  await choosePeriod('Monthly')
  await expect.element(plan('FinList HK')).toMatchTextContent('HK$2,000 billed monthly')
  await expect.element(plan('FinList TW')).toMatchTextContent('HK$1,500 billed monthly')
  await expect
    .element(plan('FinList TW').getByRole('listitem').filter({ hasText: 'Advanced video archive' }))
    .toMatchTextContent('Not included')
  await expect.element(plan('FinList US').getByRole('link', { name: 'Manage FinList US' })).toBeVisible()
  plan('FinList TW').element().scrollIntoView()
  await expect.element(page.getByRole('group', { name: 'Billing period' })).toBeInViewport()
  const targets = [plan('FinList TW').getByRole('button').element(), document.querySelector('fieldset label')!]
  for (const target of targets) expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(43.9)
  expect(sticksOut()).toEqual([])
})

test.each(looks.flatMap(look => (['desktop', 'phone'] as const).map(screen => ({ ...look, screen }))))(
  'the plans page has no accessibility violations, and fits at twice the text size: $language, $screen',
  async look => {
    giveAccount({ subscriptions: [unitedStates] })
    await showPlans(look)
    await expect.element(page.getByRole('link', { name: /FinList (US|美國)/ })).toBeVisible()
    await noViolations()
    doubleText()
    expect(sticksOut()).toEqual([])
  },
)
