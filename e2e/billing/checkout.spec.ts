import { expect, type Page, test } from '@playwright/test'
import { listen, signInToDemo as signIn } from '../accounts.ts'
import {
  alertOf,
  bank,
  cards,
  choosePeriod,
  dialog,
  listenToAnalytics,
  newBuyer,
  payButton,
  payWith,
  register,
  subscribed,
  terms,
  today,
  typeCard,
} from '../buyer.ts'
import { letThrough } from '../held.ts'

const hkMonthly = '/subscribe?productId=1&billingPeriodId=3'
const coupon = (page: Page) => dialog(page).getByLabel('Coupon code')
const apply = (page: Page) => dialog(page).getByRole('button', { name: 'Apply', exact: true })
type Calls = ReturnType<typeof listen>
const bodies = (calls: Calls, call: string) => calls.filter(it => it.call === `POST ${call}`).map(({ body }) => body)
const subscribeButtons = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Subscribe to/ })
const purchases = (calls: Calls) => calls.filter(({ call }) => call === 'POST /users/subscribe')
const money = (calls: Calls) =>
  calls.map(({ call }) => call).filter(call => /users\/(subscribe|user\/subscriptions)|payments/.test(call))

test('a user buys FinList Hong Kong monthly with a coupon and 3-D Secure, and sees the success dialog (PLAN-29, 30, 31, 32, 33, 34, 35, 37, 46, 47, 49, 50, 54, 58, 60)', {
  tag: '@core',
}, async ({ page }) => {
  await register(page)
  const events = await listenToAnalytics(page)
  const calls = listen(page)
  await page.goto('/subscribe')
  await choosePeriod(page, 'Monthly')
  await page.getByRole('button', { name: 'Subscribe to FinList HK' }).click()
  await expect(today(page)).toHaveText('HK$2,000')
  const wanted = { productId: 1, billingPeriodId: 3 }
  expect(bodies(calls, '/users/subscribe/preview')).toEqual([{ ...wanted, couponCode: null }])
  await expect(dialog(page).getByText('HK$2,000 now, then HK$2,000 every month')).toBeVisible()

  await coupon(page).fill('  welcome20 ')
  await apply(page).click()
  await expect(dialog(page).getByText('WELCOME20 saves HK$400')).toBeVisible()
  await expect(today(page)).toHaveText('HK$1,600')
  await expect(dialog(page).getByText('HK$1,600 now, then HK$2,000 every month')).toBeVisible()
  expect(bodies(calls, '/users/subscribe/validate-coupon')).toEqual([{ ...wanted, couponCode: 'welcome20' }])

  await dialog(page).getByRole('button', { name: 'Remove coupon WELCOME20' }).click()
  await expect(today(page)).toHaveText('HK$2,000')
  expect(bodies(calls, '/users/subscribe/preview')).toHaveLength(2)
  expect(bodies(calls, '/users/subscribe/preview').at(-1)).toEqual({ ...wanted, couponCode: null })
  await coupon(page).fill('WELCOME20')
  await coupon(page).press('Enter')
  await expect(today(page)).toHaveText('HK$1,600')

  await payWith(page, cards.bank)
  const complete = bank(page).getByRole('button', { name: 'Complete' })
  await expect(complete).toBeVisible()
  await expect(bank(page).getByText('HK$1,600')).toBeVisible()
  await expect(subscribed(page)).toHaveCount(0)
  await complete.click()
  await expect(subscribed(page)).toBeVisible()
  await expect(subscribed(page).getByText('You now have access to FinList HK.')).toBeVisible()
  await expect(subscribed(page).getByText('HK$1,600')).toBeVisible()

  const [purchase, ...more] = purchases(calls)
  expect(more).toEqual([])
  expect(purchase!.body).toEqual({
    ...wanted,
    paymentMethod: expect.stringMatching(/^pm_\w+$/),
    couponCode: expect.stringMatching(/^promo_\w+$/),
  })
  expect(purchase!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  const [own, ...asked] = money(calls)
  expect(own).toBe('GET /users/user/subscriptions')
  // The price and the payment provider's settings are fetched in parallel.
  expect(asked.slice(0, 2).toSorted()).toEqual(['GET /payments/config', 'POST /users/subscribe/preview'])
  expect(asked.slice(2)).toEqual([
    'POST /users/subscribe/validate-coupon',
    'POST /users/subscribe/preview',
    'POST /users/subscribe/validate-coupon',
    'POST /users/subscribe',
    'GET /users/user/subscriptions',
  ])
  const told = { ...wanted, currency: 'HKD' }
  expect((await events()).filter(({ name }) => name !== 'page_view')).toEqual([
    { name: 'begin_checkout', ...told, value: 2000 },
    { name: 'InitiateCheckout', ...told, value: 2000 },
    { name: 'add_payment_info', ...told, value: 1600 },
    { name: 'purchase', ...told, value: 1600 },
    { name: 'Purchase', ...told, value: 1600 },
  ])
})

test('a user pays with a card that needs no confirmation, and only the payment provider receives its number; closing the success dialog reloads the page (PLAN-06, 22, 26, 48, 56)', {
  tag: '@core',
}, async ({ page, baseURL }) => {
  const posted: string[] = []
  page.on('request', request => posted.push(`${request.url()} ${request.postData() ?? ''}`))
  await newBuyer(page, '/subscribe?productId=2&billingPeriodId=2')
  await expect(dialog(page).getByText('HK$3,600 now, then HK$3,600 every 3 months')).toBeVisible()
  await payWith(page, cards.pays)
  await expect(subscribed(page)).toBeVisible()
  const withNumber = posted.filter(request => /4242.?4242.?4242.?4242/.test(request))
  expect(withNumber.length).toBeGreaterThan(0)
  expect(withNumber.filter(request => request.startsWith(baseURL!))).toEqual([])
  await page.evaluate(() => Object.assign(window, { before: true }))
  await subscribed(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/subscribe?billingPeriodId=2')
  await expect(page.getByRole('radio', { name: /Quarterly/ })).toBeChecked()
  await expect(page.getByRole('main').getByRole('link', { name: 'Manage FinList US' })).toBeVisible()
  expect(await page.evaluate(() => 'before' in window)).toBe(false)
  await page.goto('/finlist-us')
  await expect(page.getByText('Whoops!')).toHaveCount(0)
})

test('a declined card shows the reason, and the user can pay with a second card (PLAN-52)', { tag: '@core' }, async ({
  page,
}) => {
  await newBuyer(page, hkMonthly)
  const calls = listen(page)
  await payWith(page, cards.declined)
  expect(await alertOf(page)).toBe('Your bank has declined the card. Please try another card or contact your bank.')
  await expect(terms(page)).toBeChecked()
  await typeCard(page, cards.pays)
  await payButton(page).click()
  await expect(subscribed(page)).toBeVisible()
  const keys = purchases(calls).map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(2)
})

test('only our own page in the bank’s frame ends the wait for the bank (PLAN-53, 54)', async ({ page }) => {
  await newBuyer(page, hkMonthly)
  await expect(today(page)).toHaveText('HK$2,000')
  const calls = listen(page)
  await payWith(page, cards.bank)
  const complete = bank(page).getByRole('button', { name: 'Complete' })
  await expect(complete).toBeVisible()
  await page.evaluate(async () => {
    postMessage('3DS-authentication-complete', location.origin)
    const other = document.body.appendChild(document.createElement('iframe'))
    other.src = '/subscribe-verify'
    await new Promise(resolve =>
      addEventListener('message', ({ source }) => source === other.contentWindow && resolve(0)),
    )
    other.remove()
  })
  const frame = await page.locator('iframe[title="Your bank\'s page"]').elementHandle()
  const banks = (await frame!.contentFrame())!
  expect(new URL(banks.url()).origin).not.toBe(new URL(page.url()).origin)
  await banks.evaluate(() => parent.postMessage('3DS-authentication-complete', '*'))
  await expect(complete).toBeVisible()
  expect(money(calls)).not.toContain('GET /users/user/subscriptions')
  await complete.click()
  await expect(subscribed(page)).toBeVisible()
  expect(money(calls).filter(call => call === 'GET /users/user/subscriptions')).toHaveLength(1)
})

test('if the response to a payment is lost, the page looks up the outcome instead of paying again', async ({
  page,
}) => {
  await newBuyer(page, hkMonthly)
  const calls = listen(page)
  await page.route('**/api/users/subscribe', async route => {
    await route.fetch()
    await route.abort()
  })
  await expect(today(page)).toHaveText('HK$2,000')
  await page.route('**/api/users/user/subscriptions', route => route.abort())
  await payWith(page, cards.pays)
  await expect(page.getByRole('dialog', { name: 'Your payment is being processed' })).toBeVisible()
  await expect(page.getByText(/Please don’t pay again/)).toBeVisible()
  await letThrough(page, '**/api/users/user/subscriptions')
  await expect(subscribed(page)).toBeVisible()
  expect(purchases(calls)).toHaveLength(1)
})

test('no code of the payment provider or the checkout is loaded until the user starts to buy (PLAN-56)', async ({
  page,
  baseURL,
}) => {
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await signIn(page, 'free', '/subscribe')
  await expect(subscribeButtons(page)).toHaveCount(5)
  const company = `:${Number(new URL(baseURL!).port) + 1000}/`
  const ofCheckout = () => asked.filter(url => url.includes(company) || /\/(Checkout|card-client|sandbox)-/.test(url))
  await choosePeriod(page, 'Monthly')
  expect(ofCheckout()).toEqual([])
  expect(asked.filter(url => url.includes('/api/payments/'))).toEqual([])
  await subscribeButtons(page).first().click()
  await expect(page.frameLocator('iframe[title="Card number"]').getByLabel('Card number')).toBeVisible()
  expect(ofCheckout().some(url => url.includes(company))).toBe(true)
  expect(ofCheckout().some(url => url.includes('/Checkout-'))).toBe(true)
})
