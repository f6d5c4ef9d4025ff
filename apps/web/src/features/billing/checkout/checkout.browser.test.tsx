import type { UserSubscriptions } from '@finlist/contract/billing'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  accountAnswers,
  cardOnFile,
  expiredCard,
  giveAccount,
  has,
  hongKong,
  newPrice,
  withCoupon,
} from '../../../../test/billing.ts'
import { type Answers, answerCalls } from '../../../../test/network-edge.ts'
import {
  backFromBank,
  cardField,
  givePaymentProvider,
  type Provider,
  providerConfig,
  says,
  typeCard,
} from '../../../../test/payment-provider.ts'
import { addressNow, doubleText, goBack, looks, noViolations, show, sticksOut } from '../../../../test/show.tsx'
import SubscribeScreen from '../plans/SubscribeScreen.tsx'

const wanted = { productId: 1, billingPeriodId: 3 }
const hkMonthly = '/subscribe?productId=1&billingPeriodId=3'
const bought = { subscriptionStatus: 'active', subscriptionId: 'sub_hk', paymentIntentSecret: null }
const needsBank = { ...bought, subscriptionStatus: 'requires_action', paymentIntentSecret: 'pi_1_secret_1' }
const refusal = (status: number, message: string, code?: string) => ({
  status,
  errors: [{ message, ...(code && { code }) }],
})

const dialog = page.getByRole('dialog')
const terms = dialog.getByRole('checkbox')
const coupon = dialog.getByRole('textbox', { name: /Coupon code|優惠碼/ })
const apply = dialog.getByRole('button', { name: 'Apply', exact: true })
const express = dialog.getByRole('region', { name: 'Express checkout' })
const payButton = dialog.getByRole('button', { name: /^Subscribe/ })
const done = page.getByRole('dialog', { name: 'You are subscribed' })
const today = () => document.querySelector('[role=dialog] dl > div:last-child dd')?.textContent
const isOff = () => payButton.element().getAttribute('aria-disabled')

type Opened = { own?: Partial<UserSubscriptions>; answers?: Answers; provider?: Partial<Provider> }
type Look = Parameters<typeof show>[1]

/** Shows the plans. The server's responses include FinList HK, as after a purchase. */
async function showPlans(path: string, { own = {}, answers = {}, provider = {} }: Opened = {}, look: Look = {}) {
  giveAccount(own)
  const given = givePaymentProvider(provider)
  const calls = answerCalls({
    ...accountAnswers(() => has({ ...own, subscriptions: [hongKong] })),
    ...providerConfig,
    'POST /users/subscribe/preview': () => ({ data: newPrice }),
    'POST /users/subscribe/validate-coupon': () => ({ data: withCoupon }),
    'POST /users/subscribe': () => ({ data: bought }),
    ...answers,
  })
  await show(<SubscribeScreen />, { path, texts: ['billing'], ...look })
  return {
    calls,
    provider: given,
    bodies: (call: string) => calls.filter(it => it.call === `POST ${call}`).map(({ body }) => body),
  }
}

/** Opens the checkout of FinList HK monthly. */
async function open(opened: Opened = {}, look: Look = {}) {
  const shown = await showPlans(hkMonthly, opened, look)
  await expect.poll(today).toMatch(/HK\$/)
  return shown
}

async function payWith() {
  await userEvent.click(terms)
  await typeCard()
  await expect.poll(isOff).toBe('false')
  await userEvent.click(payButton)
}

/** Presses the button even while it is marked as disabled; the press then shows what is missing. */
const tryToPay = () => userEvent.click(payButton, { force: true })

/** Reads the alert and closes it. */
async function alertOf(): Promise<string> {
  const alert = page.getByRole('alertdialog')
  await expect.element(alert).toBeVisible()
  const said = alert.getByRole('heading').element().textContent
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  await expect.element(alert).not.toBeInTheDocument()
  return said
}

test('paying requires accepted terms, a validated coupon and a complete card; a press shows what is missing (PLAN-36, 38, 40, 41, 42)', async () => {
  const { bodies } = await open()
  await expect.poll(today).toBe('HK$2,000')
  await expect.element(apply).toBeDisabled()
  await userEvent.fill(coupon, '   ')
  await expect.element(apply).toBeDisabled()
  await userEvent.fill(coupon, '')

  await expect.element(cardField('number')).toBeVisible()
  await tryToPay()
  await expect.element(dialog.getByText('Please agree to the subscription terms')).toBeVisible()
  await expect.element(terms).toHaveFocus()
  await expect.element(dialog.getByText('Please complete the card details')).toBeVisible()
  await userEvent.click(terms)
  await expect.element(dialog.getByText('Please agree to the subscription terms')).not.toBeInTheDocument()
  await userEvent.fill(cardField('number'), '4242 4242 4242 4242')
  await userEvent.fill(cardField('expiry'), '12 / 34')
  await expect.poll(isOff).toBe('true')
  await userEvent.fill(cardField('cvc'), '123')
  await expect.poll(isOff).toBe('false')
  await expect.element(dialog.getByText('Please complete the card details')).not.toBeInTheDocument()

  await userEvent.fill(coupon, 'WELCOME20')
  await expect.poll(isOff).toBe('true')
  await expect.element(apply).toBeEnabled()
  await tryToPay()
  await expect.element(dialog.getByText('Please apply and validate the coupon')).toBeVisible()
  await expect.element(coupon).toHaveFocus()
  await userEvent.fill(coupon, '')
  await expect.poll(isOff).toBe('false')
  await userEvent.click(terms)
  await expect.poll(isOff).toBe('true')
  await userEvent.click(terms)
  await userEvent.fill(cardField('number'), '4242')
  await expect.poll(isOff).toBe('true')
  expect(bodies('/users/subscribe')).toEqual([])
})

test('a code that is not a valid coupon is reported at its field until the code is changed (PLAN-39)', async () => {
  await open({
    answers: { 'POST /users/subscribe/validate-coupon': () => refusal(400, 'Please input a valid coupon code') },
  })
  await userEvent.fill(coupon, 'NOT-A-CODE')
  await userEvent.click(apply)
  await expect.element(dialog.getByText('Please input a valid coupon code')).toBeVisible()
  await expect.element(coupon).toHaveAccessibleDescription('Please input a valid coupon code')
  expect(today()).toBe('HK$2,000')
  await userEvent.fill(coupon, 'NOT-A-COD')
  await expect.element(dialog.getByText('Please input a valid coupon code')).not.toBeInTheDocument()
})

test('a payment that the bank does not confirm fails with a reason, and a new attempt may succeed (PLAN-51)', async () => {
  const { provider } = await open({
    answers: { 'POST /users/subscribe': () => ({ data: needsBank }) },
    provider: { isPaid: false },
  })
  await payWith()
  await backFromBank()
  expect(await alertOf()).toBe('Payment fail!')
  expect(document.querySelector('iframe')).toBeNull()
  await expect.poll(isOff).toBe('false')
  provider.isPaid = true
  await userEvent.click(payButton)
  await backFromBank()
  await expect.element(done).toBeVisible()
})

test('the wait for the bank ends only when our own page reports from inside the bank’s frame (PLAN-53, 54)', async () => {
  const { calls } = await open({ answers: { 'POST /users/subscribe': () => ({ data: needsBank }) } })
  await payWith()
  const bank = dialog.getByTitle("Your bank's page")
  await expect.element(bank).toBeVisible()
  const heard: [unknown, string][] = []
  addEventListener('message', ({ data, origin }) => heard.push([data, origin]))

  // Three senders whose messages must not end the wait: this page itself, another frame of ours, and a foreign page in
  // a frame.
  postMessage('3DS-authentication-complete', location.origin)
  const other = document.body.appendChild(document.createElement('iframe'))
  says(other)
  const foreign = document.body.appendChild(document.createElement('iframe'))
  foreign.sandbox.add('allow-scripts')
  foreign.srcdoc = `<script>parent.postMessage('3DS-authentication-complete', '*')</script>`
  await expect
    .poll(() => heard.filter(([data]) => data === '3DS-authentication-complete').map(([, origin]) => origin))
    .toEqual([location.origin, location.origin, 'null'])
  other.remove()
  foreign.remove()
  await expect.element(bank).toBeVisible()
  expect(calls.map(({ call }) => call)).not.toContain('GET /users/user/subscriptions')
  await backFromBank()
  await expect.element(done).toBeVisible()
  expect(calls.filter(({ call }) => call === 'GET /users/user/subscriptions')).toHaveLength(1)
})

test('express checkout appears for a wallet once the terms are accepted (PLAN-06, 43, 44, 46)', async () => {
  const { bodies } = await open({ provider: { hasWallet: true } })
  await expect.element(cardField('number')).toBeVisible()
  expect(express.elements()).toHaveLength(0)
  await userEvent.click(terms)
  await expect.element(express).toBeVisible()
  await userEvent.click(terms)
  await expect.element(express).not.toBeInTheDocument()
  await userEvent.click(terms)
  await userEvent.click(express.getByRole('button', { name: 'Test wallet: FinList HK' }))
  await expect.element(done).toBeVisible()
  expect(bodies('/users/subscribe')).toEqual([{ ...wanted, paymentMethod: 'pm_wallet', couponCode: null }])
})

test('express checkout can pay with the card on file (PLAN-06, 43, 46)', async () => {
  const { bodies } = await open({ own: { cardDetails: cardOnFile } })
  expect(express.elements()).toHaveLength(0)
  await userEvent.click(terms)
  await userEvent.click(express.getByRole('button', { name: 'Pay with card ending 4242' }))
  await expect.element(done).toBeVisible()
  expect(bodies('/users/subscribe')).toEqual([{ ...wanted, paymentMethod: 'existing_card', couponCode: null }])
})

test('an unapplied coupon code blocks express checkout as well (PLAN-38)', async () => {
  await open({ own: { cardDetails: cardOnFile } })
  await userEvent.click(terms)
  const onFile = express.getByRole('button', { name: /^Pay with card ending/ })
  await expect.element(onFile).toBeEnabled()
  await userEvent.fill(coupon, 'WELCOME20')
  await expect.element(onFile).toBeDisabled()
})

test('an expired card on file is marked as expired and cannot be used (PLAN-45)', async () => {
  await open({ own: { cardDetails: expiredCard } })
  await userEvent.click(terms)
  const onFile = express.getByRole('button', { name: /^Pay with card ending/ })
  await expect.element(onFile).toBeDisabled()
  await expect.element(onFile).toHaveAccessibleDescription(/^This card expired in 12\/2024/)
})

test('credit is used first, and a changed amount is shown before anything is charged (PLAN-27, 28)', async () => {
  const credit = { kind: 'credit', amount: -50_000 } as const
  const prices = [
    { ...newPrice, amount: 150_000, credit: 50_000, lines: [...newPrice.lines, credit] },
    { ...withCoupon, amount: 110_000, credit: 50_000, lines: [...withCoupon.lines, credit] },
    withCoupon,
  ]
  const price = () => ({ data: prices.shift() })
  let tries = 0
  const { bodies } = await open({
    answers: {
      'POST /users/subscribe/preview': price,
      'POST /users/subscribe/validate-coupon': price,
      'POST /users/subscribe': () =>
        tries++ === 0
          ? refusal(409, 'The amount has changed. You have not been charged.', 'quote_changed')
          : { data: bought },
    },
  })
  await expect.element(dialog.getByText('Your credit')).toBeVisible()
  await expect.element(dialog.getByText('−HK$500')).toBeVisible()
  await expect.poll(today).toBe('HK$1,500')
  await userEvent.fill(coupon, 'WELCOME20')
  await userEvent.click(apply)
  await expect.poll(today).toBe('HK$1,100')
  await expect.element(dialog.getByText('HK$1,100 now, then HK$2,000 every month')).toBeVisible()

  await payWith()
  await expect.element(dialog.getByRole('alert').getByText(/amount has changed.*not been charged/)).toBeVisible()
  await expect.poll(today).toBe('HK$1,600')
  await expect.element(dialog.getByText('Your credit')).not.toBeInTheDocument()
  expect(bodies('/users/subscribe/validate-coupon').at(-1)).toEqual({ ...wanted, couponCode: 'WELCOME20' })
  await userEvent.click(payButton)
  await expect.element(done.getByText('HK$1,600')).toBeVisible()
})

test('a plan bought in another tab in the meantime is not bought twice', async () => {
  await open({
    answers: { 'POST /users/subscribe': () => refusal(409, 'You already have this plan', 'already_subscribed') },
  })
  await payWith()
  await expect.element(dialog.getByRole('alert').getByText(/^You already have this plan/)).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'Manage it in My Account' })).toBeVisible()
})

test('a card that the payment provider refuses is only logged, and the form can be submitted again (PLAN-55)', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const error = { type: 'api_connection_error', message: 'The payment provider cannot be reached.' }
  const { provider, bodies } = await open({ provider: { method: () => ({ error }) } })
  await payWith()
  await expect.poll(() => logged.mock.calls).toContainEqual([error])
  logged.mockRestore()
  await expect.poll(isOff).toBe('false')
  expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
  expect(bodies('/users/subscribe')).toEqual([])
  provider.method = () => ({ id: 'pm_typed' })
  await userEvent.click(payButton)
  await expect.element(done).toBeVisible()
})

test('a price that cannot be fetched is reported, and fetching can be retried', async () => {
  giveAccount()
  givePaymentProvider()
  let tries = 0
  answerCalls({
    ...providerConfig,
    'POST /users/subscribe/preview': () => {
      if (tries++ === 0) throw new TypeError('no network')
      return { data: newPrice }
    },
  })
  await show(<SubscribeScreen />, { path: hkMonthly, texts: ['billing'] })
  await expect.element(dialog.getByText('No connection to FinList. Please check your network.')).toBeVisible()
  await expect.element(dialog.getByText(/We cannot provide this information/)).not.toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await expect.poll(today).toBe('HK$2,000')
})

test('a trial costs nothing today, shows when the first charge is due, and has its card confirmed by the bank', async () => {
  await open({
    answers: {
      'POST /users/subscribe/preview': () => ({
        data: {
          ...newPrice,
          amount: 0,
          trialDays: 14,
          lines: [...newPrice.lines, { kind: 'trial', amount: -200_000 }],
        },
      }),
      'POST /users/subscribe': () => ({ data: { ...needsBank, paymentIntentSecret: 'seti_1_secret_1' } }),
    },
  })
  await expect.element(dialog.getByText('14 days free, then HK$2,000 every month')).toBeVisible()
  await expect.poll(today).toBe('HK$0')
  await expect.element(payButton).toMatchTextContent(/^Subscribe$/)
  await payWith()
  await backFromBank()
  await expect.element(done.getByText('First charge')).toBeVisible()
})

test('on a phone the checkout fills the screen, and the back button closes it (PLAN-29, 41, 48)', async () => {
  await showPlans('/subscribe', {}, { screen: 'phone' })
  await userEvent.click(page.getByText('Monthly', { exact: true }))
  await userEvent.click(page.getByRole('button', { name: 'Subscribe to FinList HK' }))
  await expect.poll(today).toBe('HK$2,000')
  const { x, y, width, height } = dialog.element().getBoundingClientRect()
  expect({ x, y, width, height }).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  goBack()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(addressNow()).toBe('/subscribe')
  await userEvent.click(page.getByRole('button', { name: 'Subscribe to FinList HK' }))
  await expect.poll(today).toBe('HK$2,000')
  const targets = [
    terms.element().parentElement!,
    payButton.element(),
    dialog.getByRole('button', { name: 'Close' }).element(),
  ]
  for (const target of targets) expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(43.9)
  await payWith()
  await expect.element(done.getByRole('button', { name: 'Done' })).toBeVisible()
})

for (const { language, theme } of looks)
  for (const screen of ['desktop', 'phone'] as const)
    test(`checkout in every state has no accessibility violations: ${language}, ${screen}`, async () => {
      const look = { language, theme, screen }
      await open(
        { answers: { 'POST /users/subscribe': () => ({ data: needsBank }) }, provider: { isPaid: false } },
        look,
      )
      await expect.element(dialog.getByRole('textbox').nth(1)).toBeVisible()
      const submit = () => document.querySelector<HTMLElement>('[role=dialog] button[type=submit]')!
      submit().click()
      await expect.element(dialog.getByRole('alert').first()).toBeVisible()
      await noViolations()
      await userEvent.click(terms)
      await userEvent.fill(coupon, 'WELCOME20')
      await userEvent.keyboard('{Enter}')
      await expect.poll(today).toBe('HK$1,600')
      await noViolations()
    })

test.each(looks)('checkout on a phone cuts nothing off at twice the text size: $language', async look => {
  await open({}, { ...look, screen: 'phone' })
  doubleText()
  expect(sticksOut()).toEqual([])
  const content = document.querySelector('[role=document]')!
  expect(content.scrollWidth).toBeLessThanOrEqual(content.clientWidth)
})

test('checkout has no accessibility violations on the bank’s page, after a failure and after a success', {
  tags: ['slow'],
}, async () => {
  const { provider } = await open({
    answers: { 'POST /users/subscribe': () => ({ data: needsBank }) },
    provider: { isPaid: false },
  })
  await payWith()
  await expect.element(dialog.getByTitle("Your bank's page")).toBeVisible()
  await noViolations()
  await backFromBank()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await noViolations()
  await alertOf()
  provider.isPaid = true
  await userEvent.click(payButton)
  await backFromBank()
  await expect.element(done).toBeVisible()
  await noViolations()
})
