// @module-tag slow
import { type Browser, chromium, expect as expectSoon, type FrameLocator, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { browserLaunch } from '../../../tools/browser-launch.ts'
import type { CardClient, FieldState } from '../../web/src/api/card-client/card-client.ts'
import { testCards } from '../src/cards.ts'
import { openSandbox, type Sandbox } from '../src/sandbox.ts'
import { openShop } from './shop-page.ts'

/**
 * The window of the test page. The tests run the life cycle of a `CardClient` against the sandbox; the client for the
 * real payment provider must behave in the same way.
 */
type ShopWindow = {
  shop: {
    client: CardClient
    mounted: ReturnType<CardClient['mountFields']>
    /** A field has no entry until it has reported its state. */
    states: Partial<Record<'number' | 'expiry' | 'cvc', FieldState>>
    /** The focus changes that the fields reported, in order. */
    focus: ['number' | 'expiry' | 'cvc', boolean][]
    load(config: object, options: object): Promise<string>
    askBank(address: string): Promise<Record<string, string>>
  }
}
declare const window: ShopWindow

const secretKey = 'sk_test_cardclient'
const publishableKey = 'pk_test_cardclient'
/** Polls for up to 30 seconds, because the machine may be busy. */
const expect = expectSoon.configure({ timeout: 30_000 })
let sandbox: Sandbox
let shop: Awaited<ReturnType<typeof openShop>>
let stripe: Stripe
let browser: Browser
/** Each test has its own browser context. */
let page: Page

beforeAll(async () => {
  browser = await chromium.launch(browserLaunch)
  shop = await openShop()
  sandbox = await openSandbox({ port: 0, secretKey, publishableKey, allowedOrigin: shop.origin })
  shop.paymentProvider = sandbox.origin
  stripe = new Stripe(secretKey, { host: '127.0.0.1', port: sandbox.port, protocol: 'http', maxNetworkRetries: 0 })
})
afterAll(async () => {
  await browser.close()
  await sandbox.close()
  await shop.close()
})

beforeEach(async () => {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Hong_Kong' })
  page = await context.newPage()
})
afterEach(() => page.context().close())

describe('the card fields', () => {
  test('report only whether they are complete or empty, and the card’s brand', async () => {
    await open(page)
    const { number, expiry, cvc } = fieldsOf(page)
    await expect
      .poll(() => states(page))
      .toEqual({
        number: { complete: false, empty: true, brand: 'unknown' },
        expiry: { complete: false, empty: true },
        cvc: { complete: false, empty: true },
      })
    await number.pressSequentially('4242424242424242')
    await expect(number).toHaveValue('4242 4242 4242 4242')
    await expect(expiry).toBeFocused()
    await page.keyboard.type('1234')
    await expect(expiry).toHaveValue('12 / 34')
    await expect(cvc).toBeFocused()
    await page.keyboard.type('123')
    await expect
      .poll(() => states(page))
      .toEqual({
        number: { complete: true, empty: false, brand: 'visa' },
        expiry: { complete: true, empty: false },
        cvc: { complete: true, empty: false },
      })
    expect(await page.content()).not.toContain('4242')
    await page.evaluate(() => window.shop.mounted.clear())
    await expect.poll(async () => Object.values(await states(page)).every(({ empty }) => empty)).toBe(true)
    await expect(number).toHaveValue('')
  })

  test('report the error of an invalid value, and clear it while the value is being corrected', async () => {
    await open(page)
    const { number, expiry, cvc } = fieldsOf(page)
    await number.fill('4242424242424241')
    await expect.poll(async () => (await states(page)).number?.error).toBe('Your card number is invalid.')
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expect(number).toHaveAccessibleDescription('Your card number is invalid.')
    await number.press('Backspace')
    await expect.poll(async () => (await states(page)).number?.error).toBe(undefined)
    await expect(number).not.toHaveAttribute('aria-invalid')
    await expiry.fill('01 / 20')
    await expect.poll(async () => (await states(page)).expiry?.error).toBe('The expiry year is invalid or past.')
    await cvc.fill('1')
    await expect.poll(async () => (await states(page)).cvc?.empty).toBe(false)
    expect((await states(page)).cvc?.error).toBe(undefined)
    await number.focus()
    await expect.poll(async () => (await states(page)).cvc?.error).toBe('The security code is incomplete.')
  })

  test('report which field has the focus', async () => {
    await open(page)
    const { number, expiry } = fieldsOf(page)
    const last = (field: string) =>
      page.evaluate(name => window.shop.focus.findLast(([told]) => told === name)?.[1], field)
    await number.focus()
    await expect.poll(() => last('number')).toBe(true)
    await expiry.focus()
    await expect.poll(() => last('expiry')).toBe(true)
    await expect.poll(() => last('number')).toBe(false)
  })

  test('require a four-digit security code for American Express', async () => {
    await open(page)
    const { number, cvc } = fieldsOf(page)
    await number.fill('378282246310005')
    await expect(number).toHaveValue('3782 822463 10005')
    await expect.poll(async () => (await states(page)).number?.brand).toBe('amex')
    await expect(cvc).toHaveAttribute('placeholder', '4 digits')
    await cvc.fill('123')
    await expect.poll(async () => (await states(page)).cvc).toEqual({ complete: false, empty: false })
    await cvc.fill('1234')
    await expect.poll(async () => (await states(page)).cvc?.complete).toBe(true)
  })

  test('the card fields delete the expiry date digit by digit on Backspace, and then move the focus back to the number', async () => {
    await open(page)
    const { number, expiry } = fieldsOf(page)
    await expiry.pressSequentially('123')
    await expect(expiry).toHaveValue('12 / 3')
    for (const left of ['12', '1', '']) {
      await expiry.press('Backspace')
      await expect(expiry).toHaveValue(left)
    }
    await expiry.press('Backspace')
    await expect(number).toBeFocused()
  })

  test('use the language and the style that the page sets', async () => {
    await open(page, { locale: 'zh-HK', style: { color: 'rgb(1, 2, 3)', fontSize: '20px', nonsense: 'url(x)' } })
    const number = page.frameLocator('#number iframe').getByLabel('卡號')
    await number.fill('4242424242424241')
    await expect.poll(async () => (await states(page)).number?.error).toBe('卡號無效。')
    await number.fill('4')
    await expect(number).toHaveCSS('color', 'rgb(1, 2, 3)')
    await expect(number).toHaveCSS('font-size', '20px')
  })

  test('refuse to be framed by any page but the shop’s', async () => {
    await open(page)
    const address = await page.locator('#number iframe').getAttribute('src')
    const foreign = await (await browser.newContext()).newPage()
    await foreign.goto(`${sandbox.origin}/_sandbox/pages.css`)
    const refused = foreign.waitForEvent('console', message => message.type() === 'error')
    await foreign.setContent(`<iframe src="${address}"></iframe>`)
    expect((await refused).text()).toContain('frame-ancestors')
    await foreign.context().close()
  })
})

describe('a payment method', () => {
  test('is created from every test card', async () => {
    await open(page)
    for (const [card, { brand }] of Object.entries(testCards)) {
      await fill(page, card)
      const made = await page.evaluate(() =>
        window.shop.client.createPaymentMethod({ billing: { name: 'Tai Man', email: 'taiman@finlist.example' } }),
      )
      expect(made).toEqual({ id: expect.stringMatching(/^pm_/) })
      const method = await stripe.paymentMethods.retrieve((made as { id: string }).id)
      expect(method.card).toMatchObject({ brand, last4: card.slice(-4), exp_month: 12, exp_year: 2034 })
      expect(method.billing_details).toMatchObject({ name: 'Tai Man', email: 'taiman@finlist.example' })
    }
  })

  test('is not created from an incomplete form: the error names the first invalid field, which gets the focus', async () => {
    await open(page)
    const { number, expiry } = fieldsOf(page)
    await number.fill('4242424242424242')
    const made = await page.evaluate(() => window.shop.client.createPaymentMethod({}))
    expect(made).toEqual({
      error: { type: 'validation_error', code: 'incomplete_expiry', message: 'The expiry date is incomplete.' },
    })
    await expect(expiry).toBeFocused()
  })

  test('is not created from a card that is not a test card', async () => {
    await open(page)
    await fill(page, '4111111111111111')
    const made = await page.evaluate(() => window.shop.client.createPaymentMethod({}))
    expect(made).toMatchObject({ error: { type: 'card_error', code: 'incorrect_number' } })
  })

  test('fails with a message when the payment provider is unavailable', async () => {
    await open(page)
    await fill(page, '4242424242424242')
    await page.route('**/v1/payment_methods', route => route.abort())
    const made = await page.evaluate(() => window.shop.client.createPaymentMethod({}))
    expect(made).toEqual({
      error: { type: 'api_connection_error', message: 'The payment provider cannot be reached.' },
    })
  })

  test('can come from the test wallet, which is shown only if the page’s address requests it', async () => {
    const wanted = { amount: 200_000 }
    await open(page)
    expect(await page.evaluate(options => window.shop.client.walletAvailability(options), wanted)).toEqual({
      applePay: false,
      googlePay: false,
    })
    await open(page, {}, '/?wallet=1')
    expect(await page.evaluate(options => window.shop.client.walletAvailability(options), wanted)).toEqual({
      applePay: false,
      googlePay: true,
    })
    const paid = page.evaluate(
      () =>
        new Promise<string>(resolve => {
          const target = document.getElementById('wallet')!
          const wallet = window.shop.client.mountWallet(target, { amount: 200_000, label: 'FinList HK' }, id => {
            resolve(id)
            return Promise.resolve('success')
          })
          wallet.update({ amount: 160_000 })
        }),
    )
    const frame = page.frameLocator('#wallet iframe')
    await frame.getByRole('button', { name: 'Test wallet' }).click()
    const method = await stripe.paymentMethods.retrieve(await paid)
    expect(method.card?.wallet?.type).toBe('google_pay')
    await expect(frame.getByRole('status')).toHaveText('Paid.')
  })
})

describe('a payment', () => {
  test('succeeds', async () => {
    const { secret, paymentMethod } = await owed('4242424242424242', page)
    expect(await confirmPayment(page, secret, paymentMethod)).toEqual({ status: 'succeeded' })
    expect(await page.evaluate(it => window.shop.client.retrievePaymentIntent(it), secret)).toEqual({
      status: 'succeeded',
    })
  })

  test('is declined, with the reason', async () => {
    const { secret, paymentMethod } = await owed('4000000000000341', page)
    expect(await confirmPayment(page, secret, paymentMethod)).toMatchObject({
      error: { type: 'card_error', code: 'card_declined', declineCode: 'generic_decline' },
    })
    expect(await page.evaluate(it => window.shop.client.retrievePaymentIntent(it), secret)).toEqual({
      status: 'requires_payment_method',
      errorCode: 'card_declined',
    })
  })

  test('is confirmed on the bank’s page in a frame', async () => {
    const { secret, paymentMethod } = await owed('4000002760003184', page)
    const asked = await confirmPayment(page, secret, paymentMethod)
    expect(asked).toEqual({ status: 'requires_action', redirectUrl: expect.stringContaining(sandbox.origin) })
    const answered = askBank(page, asked)
    const bank = page.frameLocator('iframe.bank')
    await expect(bank.getByText('HK$2,000.00')).toBeVisible()
    await bank.getByRole('button', { name: 'Complete' }).click()
    expect(await answered).toEqual({
      payment_intent: secret.split('_secret_')[0],
      payment_intent_client_secret: secret,
      redirect_status: 'succeeded',
    })
    expect(await page.evaluate(it => window.shop.client.retrievePaymentIntent(it), secret)).toEqual({
      status: 'succeeded',
    })
  })

  test('still leads to the bank’s page if the server has already confirmed it', async () => {
    const { secret, paymentMethod } = await owed('4000002760003184', page)
    const intent = await stripe.paymentIntents.confirm(secret.split('_secret_')[0]!, { payment_method: paymentMethod })
    expect(intent.status).toBe('requires_action')
    const asked = await page.evaluate(
      ([of, returnUrl]) => window.shop.client.confirmCardPayment(of!, { returnUrl: returnUrl! }),
      [secret, `${shop.origin}/verified`],
    )
    expect(asked).toEqual({ status: 'requires_action', redirectUrl: expect.stringContaining(sandbox.origin) })
    const answered = askBank(page, asked)
    await page.frameLocator('iframe.bank').getByRole('button', { name: 'Complete' }).click()
    expect(await answered).toMatchObject({ redirect_status: 'succeeded' })
  })

  test('fails on the bank’s page, and can be retried with another card', async () => {
    const { secret, paymentMethod } = await owed('4000002760003184', page)
    const answered = askBank(page, await confirmPayment(page, secret, paymentMethod))
    await page.frameLocator('iframe.bank').getByRole('button', { name: 'Fail' }).click()
    expect(await answered).toMatchObject({ redirect_status: 'failed' })
    expect(await page.evaluate(it => window.shop.client.retrievePaymentIntent(it), secret)).toEqual({
      status: 'requires_payment_method',
      errorCode: 'payment_intent_authentication_failure',
    })
    await fill(page, '5555555555554444')
    const other = await page.evaluate(() => window.shop.client.createPaymentMethod({}))
    expect(await confirmPayment(page, secret, (other as { id: string }).id)).toEqual({ status: 'succeeded' })
  })

  test('is not found with a wrong secret', async () => {
    const { secret } = await owed('4242424242424242', page)
    const stranger = `${secret.slice(0, -3)}xxx`
    expect(await page.evaluate(it => window.shop.client.retrievePaymentIntent(it), stranger)).toMatchObject({
      error: { type: 'invalid_request_error' },
    })
  })
})

test('a card that requires authentication is set up on the bank’s page', async () => {
  await open(page)
  await fill(page, '4000002500003155')
  const made = await page.evaluate(() => window.shop.client.createPaymentMethod({}))
  const customer = await stripe.customers.create({ email: 'taiman@finlist.example' })
  const intent = await stripe.setupIntents.create({
    customer: customer.id,
    payment_method: (made as { id: string }).id,
    usage: 'off_session',
  })
  const asked = await page.evaluate(
    ([secret, returnUrl]) => window.shop.client.confirmCardSetup(secret!, { returnUrl: returnUrl! }),
    [intent.client_secret, `${shop.origin}/verified`],
  )
  expect(asked).toMatchObject({ status: 'requires_action' })
  const answered = askBank(page, asked)
  await page.frameLocator('iframe.bank').getByRole('button', { name: 'Complete' }).click()
  expect(await answered).toMatchObject({ setup_intent: intent.id, redirect_status: 'succeeded' })
  expect((await stripe.setupIntents.retrieve(intent.id)).status).toBe('succeeded')
})

type Confirmed = Awaited<ReturnType<CardClient['confirmCardPayment']>>

async function open(page: Page, options: object = {}, path = '/'): Promise<void> {
  await page.goto(shop.origin + path)
  const config = { provider: 'sandbox', publishableKey, sandboxUrl: sandbox.origin }
  expect(
    await page.evaluate(([one, two]) => window.shop.load(one!, two!), [config, { locale: 'en', ...options }]),
  ).toBe('sandbox')
  await allReady(page)
}

function fieldsOf(page: Page) {
  const field = (id: string, label: string) => (page.frameLocator(`#${id} iframe`) as FrameLocator).getByLabel(label)
  return {
    number: field('number', 'Card number'),
    expiry: field('expiry', 'Expiry date'),
    cvc: field('cvc', 'Security code'),
  }
}

async function fill(page: Page, card: string): Promise<void> {
  const { number, expiry, cvc } = fieldsOf(page)
  await number.fill(card)
  await expiry.fill('12 / 34')
  await cvc.fill(card.startsWith('37') ? '1234' : '123')
  const complete = async () => Object.values(await states(page)).filter(field => field.complete).length
  await expect.poll(complete).toBe(3)
}

const states = (page: Page) => page.evaluate(() => window.shop.states)

/** Waits until every field has reported its state and so can receive the other fields' messages. */
const allReady = (page: Page) =>
  expect.poll(async () => Object.keys(await states(page)).toSorted()).toEqual(['cvc', 'expiry', 'number'])

/** Creates an open first invoice of HK$2,000, and a payment method for the card. */
async function owed(card: string, page: Page): Promise<{ secret: string; paymentMethod: string }> {
  await open(page)
  await fill(page, card)
  const made = (await page.evaluate(() => window.shop.client.createPaymentMethod({}))) as { id: string }
  const customer = await stripe.customers.create({ email: 'taiman@finlist.example' })
  await stripe.paymentMethods.attach(made.id, { customer: customer.id })
  const price = await stripe.prices.create({
    currency: 'hkd',
    unit_amount: 200_000,
    recurring: { interval: 'month' },
    product: (await stripe.products.create({ name: 'FinList HK' })).id,
  })
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: 'default_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice
  return { secret: invoice.confirmation_secret!.client_secret, paymentMethod: made.id }
}

function confirmPayment(page: Page, secret: string, paymentMethod: string): Promise<Confirmed> {
  return page.evaluate(
    ([of, returnUrl, method]) =>
      window.shop.client.confirmCardPayment(of!, { returnUrl: returnUrl!, paymentMethod: method! }),
    [secret, `${shop.origin}/verified`, paymentMethod],
  )
}

function askBank(page: Page, asked: object): Promise<Record<string, string>> {
  return page.evaluate(address => window.shop.askBank(address), (asked as { redirectUrl: string }).redirectUrl)
}
