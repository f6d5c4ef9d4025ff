import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { listen, signIn } from './accounts.ts'
import {
  alertOf,
  bank,
  cardField,
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
} from './buyer.ts'
import { letThrough } from './held.ts'
import { onOwnServer } from './own-server.ts'
import { themes } from './themes.ts'

const alone = onOwnServer()
const hkMonthly = '/subscribe?productId=1&billingPeriodId=3'
const coupon = (page: Page) => dialog(page).getByLabel('Coupon code')
const apply = (page: Page) => dialog(page).getByRole('button', { name: 'Apply', exact: true })
const express = (page: Page) => dialog(page).getByRole('region', { name: 'Express checkout' })
type Calls = ReturnType<typeof listen>
const bodies = (calls: Calls, call: string) => calls.filter(it => it.call === `POST ${call}`).map(({ body }) => body)
const purchases = (calls: Calls) => calls.filter(({ call }) => call === 'POST /users/subscribe')
const money = (calls: Calls) =>
  calls.map(({ call }) => call).filter(call => /users\/(subscribe|user\/subscriptions)|payments/.test(call))

/** The button stays while something is missing: a press says what. */
const tryToPay = (page: Page) => payButton(page).click({ force: true })

test('Hong Kong monthly with a coupon and 3-D Secure, from the press to the success dialog (PLAN-29, 30, 31, 32, 33, 34, 35, 37, 46, 47, 49, 50, 54, 58, 60)', async ({
  page,
}) => {
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
  await expect(subscribed(page).getByText('FinList HK is yours now.')).toBeVisible()
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
  // Price and payment provider are fetched side by side.
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

test('a card that needs nothing more: success, and closing loads the page again (PLAN-06, 22, 26, 48)', async ({
  page,
}) => {
  await newBuyer(page, '/subscribe?productId=2&billingPeriodId=2')
  await expect(dialog(page).getByText('HK$3,600 now, then HK$3,600 every 3 months')).toBeVisible()
  await payWith(page, cards.pays)
  await expect(subscribed(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { before: true }))
  await subscribed(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/subscribe')
  await expect(page.getByRole('main').getByRole('link', { name: 'Manage FinList US' })).toBeVisible()
  expect(await page.evaluate(() => 'before' in window)).toBe(false)
  await page.goto('/finlist-us')
  await expect(page.getByText('Whoops!')).toHaveCount(0)
})

test('paying takes the terms, a settled coupon and a complete card, and says what is missing (PLAN-36, 38, 40, 41, 42)', async ({
  page,
}) => {
  await newBuyer(page, hkMonthly)
  const calls = listen(page)
  await expect(today(page)).toHaveText('HK$2,000')
  await expect(apply(page)).toBeDisabled()
  await coupon(page).fill('   ')
  await expect(apply(page)).toBeDisabled()
  await coupon(page).fill('')

  await expect(cardField(page, 'Card number')).toBeVisible()
  await tryToPay(page)
  await expect(dialog(page).getByText('Please agree to the subscription terms')).toBeVisible()
  await expect(terms(page)).toBeFocused()
  await expect(dialog(page).getByText('Please complete the card details')).toBeVisible()
  await terms(page).check()
  await expect(dialog(page).getByText('Please agree to the subscription terms')).toBeHidden()
  await cardField(page, 'Card number').fill(cards.pays)
  await cardField(page, 'Expiry date').fill('12 / 34')
  await expect(payButton(page)).toBeDisabled()
  await cardField(page, 'Security code').fill('123')
  await expect(payButton(page)).toBeEnabled()
  await expect(dialog(page).getByText('Please complete the card details')).toBeHidden()

  await coupon(page).fill('WELCOME20')
  await expect(payButton(page)).toBeDisabled()
  await expect(apply(page)).toBeEnabled()
  await tryToPay(page)
  await expect(dialog(page).getByText('Please apply and validate the coupon')).toBeVisible()
  await expect(coupon(page)).toBeFocused()
  await coupon(page).fill('')
  await expect(payButton(page)).toBeEnabled()
  await terms(page).uncheck()
  await expect(payButton(page)).toBeDisabled()
  await terms(page).check()
  await cardField(page, 'Card number').fill('4242')
  await expect(payButton(page)).toBeDisabled()
  expect(purchases(calls)).toEqual([])
})

test('a code that is no coupon (PLAN-39)', async ({ page }) => {
  await newBuyer(page, hkMonthly)
  await expect(today(page)).toHaveText('HK$2,000')
  await coupon(page).fill('NOT-A-CODE')
  await apply(page).click()
  await expect(dialog(page).getByText('Please input a valid coupon code')).toBeVisible()
  await expect(coupon(page)).toHaveAccessibleDescription('Please input a valid coupon code')
  await expect(today(page)).toHaveText('HK$2,000')
  await coupon(page).fill('NOT-A-COD')
  await expect(dialog(page).getByText('Please input a valid coupon code')).toBeHidden()
})

test('a declined card: the reason is said, and another card pays (PLAN-52)', async ({ page }) => {
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

test('the bank does not confirm: Payment fail!, and the next try may succeed (PLAN-51)', async ({ page }) => {
  await newBuyer(page, hkMonthly)
  await payWith(page, cards.bank)
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  expect(await alertOf(page)).toBe('Payment fail!')
  await expect(dialog(page).locator('iframe[title="Your bank\'s page"]')).toHaveCount(0)
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(subscribed(page)).toBeVisible()
})

test('only our page in that very frame ends the wait for the bank (PLAN-53, 54)', async ({ page }) => {
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

test('express checkout comes with the terms, for a wallet and for the card on file (PLAN-06, 43, 44, 46)', async ({
  page,
}) => {
  await newBuyer(page, '/subscribe?wallet=1')
  const calls = listen(page)
  await page.getByRole('button', { name: 'Subscribe to FinList JP' }).click()
  await expect(cardField(page, 'Card number')).toBeVisible()
  await expect(express(page)).toBeHidden()
  await terms(page).check()
  await expect(express(page)).toBeVisible()
  await terms(page).uncheck()
  await expect(express(page)).toBeHidden()
  await terms(page).check()
  await express(page)
    .frameLocator('iframe')
    .getByRole('button', { name: /Test wallet/ })
    .click()
  await expect(subscribed(page)).toBeVisible()

  await page.goto('/subscribe?productId=4&billingPeriodId=3')
  await expect(today(page)).toHaveText('HK$1,500')
  await expect(express(page)).toBeHidden()
  await terms(page).check()
  await express(page)
    .getByRole('button', { name: /^Pay with card ending \d{4}$/ })
    .click()
  await expect(subscribed(page)).toBeVisible()
  expect(purchases(calls).at(-1)!.body).toEqual({
    productId: 4,
    billingPeriodId: 3,
    paymentMethod: 'existing_card',
    couponCode: null,
  })
})

test('an open coupon holds express checkout back too (PLAN-38)', async ({ page }) => {
  await signIn(page, 'us-yearly', hkMonthly)
  await terms(page).check()
  const onFile = express(page).getByRole('button', { name: /^Pay with card ending/ })
  await expect(onFile).toBeEnabled()
  await coupon(page).fill('WELCOME20')
  await expect(onFile).toBeDisabled()
})

test('a card on file that has expired cannot be used, and says so (PLAN-45)', async ({ page }) => {
  await signIn(page, 'expired-card', '/subscribe?productId=2&billingPeriodId=3')
  await terms(page).check()
  const onFile = express(page).getByRole('button', { name: /^Pay with card ending/ })
  await expect(onFile).toBeDisabled()
  await expect(onFile).toHaveAccessibleDescription(/^This card expired in 12\/20\d\d/)
})

// Runs alone, because other tests count the credit that it spends.
alone(
  'credit goes first; an amount that has changed is shown again before anything is charged (PLAN-27, 28)',
  async ({ page }) => {
    await signIn(page, 'credit', '/subscribe?productId=2&billingPeriodId=3')
    await expect(dialog(page).getByText('Your credit')).toBeVisible()
    await expect(dialog(page).getByText('−HK$500')).toBeVisible()
    await expect(today(page)).toHaveText('HK$1,000')
    await coupon(page).fill('WELCOME20')
    await apply(page).click()
    // 1,500 less 20 % less 500.
    await expect(today(page)).toHaveText('HK$700')
    await expect(dialog(page).getByText('HK$700 now, then HK$1,500 every month')).toBeVisible()

    const other = await page.context().newPage()
    await other.goto('/subscribe?productId=6&billingPeriodId=3')
    await terms(other).check()
    await express(other)
      .getByRole('button', { name: /^Pay with card ending/ })
      .click()
    await expect(subscribed(other)).toBeVisible()
    await other.close()

    await payWith(page, cards.pays)
    await expect(
      dialog(page)
        .getByRole('alert')
        .getByText(/amount has changed.*not been charged/),
    ).toBeVisible()
    await expect(today(page)).toHaveText('HK$1,200')
    await expect(dialog(page).getByText('Your credit')).toBeHidden()
    await payButton(page).click()
    await expect(subscribed(page).getByText('HK$1,200')).toBeVisible()
  },
)

test('an answer that never comes: it looks what became of the purchase instead of paying twice', async ({ page }) => {
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
  await expect(page.getByText(/Please do not pay again/)).toBeVisible()
  await letThrough(page, '**/api/users/user/subscriptions')
  await expect(subscribed(page)).toBeVisible()
  expect(purchases(calls)).toHaveLength(1)
})

test('a plan bought meanwhile in another tab is not bought twice', async ({ page }) => {
  await newBuyer(page, hkMonthly)
  await expect(today(page)).toHaveText('HK$2,000')
  const other = await page.context().newPage()
  await other.goto(hkMonthly)
  await payWith(other, cards.pays)
  await expect(subscribed(other)).toBeVisible()
  await other.close()
  await payWith(page, cards.pays)
  await expect(dialog(page).getByRole('alert').getByText('You already have this plan')).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Manage it in My Account' })).toBeVisible()
})

test('a card the company cannot take down is only logged, and the form is ready again (PLAN-55, 56)', async ({
  page,
  baseURL,
}) => {
  await newBuyer(page, hkMonthly)
  const calls = listen(page)
  const posted: string[] = []
  page.on('request', request => posted.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.route('**/v1/payment_methods', route => route.abort())
  const logged = page.waitForEvent(
    'console',
    message => message.type() === 'error' && /type|error/i.test(message.text()),
  )
  await payWith(page, cards.pays)
  await logged
  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(purchases(calls)).toEqual([])
  await letThrough(page, '**/v1/payment_methods')
  await payButton(page).click()
  await expect(subscribed(page)).toBeVisible()
  // Only the payment provider received the card's number.
  const withNumber = posted.filter(request => /4242.?4242.?4242.?4242/.test(request))
  expect(withNumber.length).toBeGreaterThan(0)
  expect(withNumber.filter(request => request.startsWith(baseURL!))).toEqual([])
})

test('the price cannot be asked for: said, with a way to ask again', async ({ page }) => {
  await newBuyer(page)
  await page.route('**/api/users/subscribe/preview', route => route.abort())
  await page.goto(hkMonthly)
  await expect(dialog(page).getByText(/We cannot provide this information/)).toBeVisible()
  await letThrough(page, '**/api/users/subscribe/preview')
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(today(page)).toHaveText('HK$2,000')
})

test('no accessibility violations in any state, language and theme', async ({ page }) => {
  await newBuyer(page)
  const put = (look: object) => page.evaluate(kept => Object.assign(localStorage, kept), look)
  for (const look of themes) {
    await put(look)
    await page.goto(hkMonthly)
    await expect(today(page)).toHaveText('HK$2,000')
    await tryToPay(page)
    await noViolations(page)
    await terms(page).check()
    await dialog(page).locator('input[name=coupon]').fill('FIXED500')
    await page.keyboard.press('Enter')
    await expect(today(page)).toHaveText('HK$1,500')
    await noViolations(page)
  }
  await put(themes[0]!)
  await page.goto(hkMonthly)
  await payWith(page, cards.bank)
  await expect(bank(page).getByRole('button', { name: 'Fail' })).toBeVisible()
  await noViolations(page)
  await bank(page).getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await noViolations(page)
  await alertOf(page)
  await typeCard(page, cards.pays)
  await payButton(page).click()
  await expect(subscribed(page)).toBeVisible()
  await noViolations(page)
})

const trialTest = onOwnServer({ TRIAL_DAYS: '14' })

trialTest('a trial costs nothing today and says when it will; the bank confirms the card', async ({ page }) => {
  await newBuyer(page, hkMonthly)
  await expect(dialog(page).getByText('14 days free, then HK$2,000 every month')).toBeVisible()
  await expect(today(page)).toHaveText('HK$0')
  await expect(payButton(page)).toHaveText('Subscribe')
  await payWith(page, cards.bank)
  await bank(page).getByRole('button', { name: 'Complete' }).click()
  await expect(subscribed(page).getByText('First charge')).toBeVisible()
})
