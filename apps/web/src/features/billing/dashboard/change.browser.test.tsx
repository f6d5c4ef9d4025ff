import type { Subscription, UpdatePreview, UserSubscriptions } from '@finlist/contract/billing'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  accountAnswers,
  billingTexts,
  cardOnFile,
  downgrade,
  expiredCard,
  giveAccount,
  has,
  hongKong,
  hongKongQuarterly,
  upgrade,
} from '../../../../test/billing.ts'
import { type Answers, answerCalls } from '../../../../test/network-edge.ts'
import {
  backFromBank,
  givePaymentProvider,
  type Provider,
  providerConfig,
  typeCard,
} from '../../../../test/payment-provider.ts'
import { looks, noViolations, show } from '../../../../test/show.tsx'
import DashboardScreen from '../../../app/DashboardScreen.tsx'
import { StepUpWhenAsked } from '../../../app/StepUpWhenAsked.tsx'

const dialog = page.getByRole('dialog')
const plans = page.getByRole('region', { name: 'Your plans' }).getByRole('listitem')
const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: true })
const submit = () => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')
const done = (said: string | RegExp) => page.getByRole('tabpanel').getByRole('status').filter({ hasText: said })
const update = 'POST /users/user/subscriptions/sub_hk'
const paid = { subscriptions: [hongKong], cardDetails: cardOnFile }
const answer = { subscriptionStatus: 'active', paymentIntentSecret: null, subscription: null }
const needsBank = { ...answer, subscriptionStatus: 'requires_action', paymentIntentSecret: 'pi_1_secret_1' }

type Opened = {
  own?: Partial<UserSubscriptions>
  price?: UpdatePreview
  answers?: Answers
  provider?: Partial<Provider>
  look?: Parameters<typeof show>[1]
}

/** Opens the user's plan. `own` is their billing data, which a test can replace later. */
async function open({ own = paid, price = upgrade, answers = {}, provider = {}, look = {} }: Opened = {}) {
  const person = { own: has(own) }
  giveAccount(own)
  const given = givePaymentProvider(provider)
  const calls = answerCalls({
    ...accountAnswers(() => person.own),
    ...providerConfig,
    [`${update}/preview-update`]: () => ({ data: price }),
    ...answers,
  })
  await show(<DashboardScreen />, { path: '/dashboard?subscriptionId=sub_hk', texts: billingTexts, ...look })
  await expect.element(dialog).toBeVisible()
  return {
    person,
    provider: given,
    calls,
    bodies: (call: string) => calls.filter(it => it.call === call).map(({ body }) => body),
    /** Which of the two calls that follow a change have been made. */
    askedAgain: () =>
      ['GET /users/user', 'GET /users/user/subscriptions'].filter(name => calls.some(it => it.call === name)),
  }
}

async function pick(period: string) {
  await userEvent.click(dialog.getByRole('button', { name: new RegExp(`Change to ${period}`) }))
  await expect.element(dialog.getByRole('heading', { name: `Change to ${period} billing` })).toBeVisible()
  await expect.poll(submit).not.toBeNull()
}

async function press() {
  await expect.poll(() => submit()?.getAttribute('aria-disabled')).toBe('false')
  await userEvent.click(page.elementLocator(submit()!))
}

async function alertOf(): Promise<string> {
  const alert = page.getByRole('alertdialog')
  await expect.element(alert).toBeVisible()
  const said = alert.getByRole('heading').element().textContent
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
  await expect.element(alert).not.toBeInTheDocument()
  return said
}

test('an expired card cannot pay for an upgrade (DASH-25)', async () => {
  await open({ own: { ...paid, cardDetails: expiredCard } })
  await pick('yearly')
  await expect.element(dialog.getByRole('radio', { name: /Visa ending 4242/ })).toBeDisabled()
  await expect.element(dialog.getByRole('radio', { name: 'A new card' })).toBeChecked()
})

test('the current and the scheduled period cannot be chosen; any other period is previewed (SUB-07, 10, 11, 12, 13)', async () => {
  const later: Subscription = { ...hongKong, billingPeriodId: 1, futureBillingPeriodId: 3 }
  const { bodies } = await open({ own: { ...paid, subscriptions: [later] }, price: { ...downgrade, amount: 480_000 } })
  const rows = dialog.getByRole('region', { name: 'Billing period' }).getByRole('listitem')
  expect(rows.elements()).toHaveLength(3)
  await expect.element(rows.nth(0)).toMatchTextContent(/Monthly.*From 17 Aug 2026/)
  await expect.element(rows.nth(2)).toMatchTextContent(/Yearly.*Current/)
  for (const still of [rows.nth(0), rows.nth(2)]) {
    expect(still.getByRole('button').elements()).toHaveLength(0)
    await userEvent.click(still)
  }
  expect(dialog.getByRole('heading', { name: /^Change to/ }).elements()).toHaveLength(0)
  // This button is shown instead of those for the renewal.
  await expect.element(button('Cancel the downgrade')).toBeVisible()
  expect(dialog.getByRole('button', { name: /auto-renewal/ }).elements()).toHaveLength(0)

  await pick('quarterly')
  expect(bodies(`${update}/preview-update`)).toEqual([{ productId: 1, billingPeriodId: 2, couponCode: null }])
  await expect
    .element(dialog)
    .toMatchTextContent(
      'From 17 August 2026 you’ll pay HK$4,800 with quarterly billing, using your card on file (Visa ending 4242)',
    )
  await expect.element(dialog).toMatchTextContent('No longer included: Advanced video archive.')
  await expect.element(dialog).toMatchTextContent('This replaces your scheduled change to monthly billing')
  await userEvent.click(button('Back'))
  await expect.poll(() => rows.elements().length).toBe(3)
  expect(bodies(update)).toEqual([])
})

test('an upgrade shows which features it adds; its lines, including the coupon, add up to the amount (SUB-08, 11, 12, 13, 16)', async () => {
  const coupon = { id: 'promo_500', code: 'FIXED500', amountOff: 50_000, percentOff: null }
  const withCoupon: UpdatePreview = {
    ...upgrade,
    amount: upgrade.amount - 50_000,
    lines: [...upgrade.lines, { kind: 'coupon', amount: -50_000 }],
    couponDetail: coupon,
  }
  const { bodies } = await open({
    answers: {
      [`${update}/preview-update`]: body => ({
        data: (body as { couponCode: string | null }).couponCode === null ? upgrade : withCoupon,
      }),
    },
  })
  await pick('yearly')
  await expect.element(dialog).toMatchTextContent('We’ll deduct the unused part of your current period.')
  await expect.element(dialog).toMatchTextContent('Also included: Education video archive, Advanced video archive.')
  await userEvent.fill(dialog.getByLabelText('Coupon code'), ' fixed500 ')
  await userEvent.click(page.elementLocator(submit()!), { force: true })
  await expect.element(dialog.getByText('Please apply and validate the coupon')).toBeVisible()
  await userEvent.click(button('Apply'))
  await expect.element(dialog.getByText('saves HK$500', { exact: true })).toBeVisible()
  await expect.element(dialog.getByText('Coupon FIXED500')).toBeVisible()
  const shown = Array.from(document.querySelectorAll('[role=dialog] dl dd'), dd => dd.textContent)
  expect(shown).toEqual(['HK$16,800', '−HK$1,300', '−HK$500', 'HK$15,000'])
  expect(bodies(`${update}/preview-update`).at(-1)).toEqual({
    productId: 1,
    billingPeriodId: 1,
    couponCode: 'fixed500',
  })
})

test('an upgrade with a new card that the bank first refuses succeeds once the bank confirms it (SUB-14, 16, 17, 18)', async () => {
  const opened = await open({ answers: { [update]: () => ({ data: needsBank }) }, provider: { isPaid: false } })
  await pick('yearly')
  await userEvent.click(dialog.getByRole('radio', { name: 'A new card' }))
  await typeCard()
  await press()
  await backFromBank()
  expect(await alertOf()).toBe('Payment fail!')
  await expect.poll(() => submit()?.getAttribute('aria-disabled')).toBe('false')
  expect(submit()?.textContent).toBe('Pay HK$15,500 and change')

  opened.provider.isPaid = true
  await press()
  opened.person.own = has({
    subscriptions: [{ ...hongKong, billingPeriodId: 1, nextAmount: 1_680_000 }],
    cardDetails: { ...cardOnFile, cardNumberLast4: '3184' },
  })
  await backFromBank()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(done('FinList HK is now billed yearly.')).toBeVisible()
  await expect.element(plans).toMatchTextContent('Yearly, HK$16,800')
  await expect.element(page.getByRole('region', { name: 'Payment card' })).toMatchTextContent('Visa ending 3184')
  await expect.poll(opened.askedAgain).toHaveLength(2)
  const sent = { productId: 1, billingPeriodId: 1, paymentMethod: 'pm_typed', couponCode: null }
  expect(opened.bodies(update)).toEqual([sent, sent])
})

test('an upgrade with a declined card shows the reason and changes nothing (SUB-19)', async () => {
  const message = 'Your bank has declined the card. Please try another card or contact your bank.'
  await open({ answers: { [update]: () => ({ status: 402, errors: [{ message, code: 'card_declined' }] }) } })
  await pick('quarterly')
  await userEvent.click(dialog.getByRole('radio', { name: 'A new card' }))
  await typeCard()
  await press()
  expect(await alertOf()).toBe(message)
  await expect.poll(() => submit()?.getAttribute('aria-disabled')).toBe('false')
  await userEvent.keyboard('{Escape}')
  await expect.element(plans).toMatchTextContent('Monthly, HK$2,000')
  await expect.element(page.getByRole('region', { name: 'Payment card' })).toMatchTextContent('Visa ending 4242')
})

test('if the response to a change is lost, the change is not repeated and its outcome is found', async () => {
  const opened = await open({
    answers: {
      [update]: () => {
        opened.person.own = has({
          ...paid,
          subscriptions: [{ ...hongKong, billingPeriodId: 1, nextAmount: 1_680_000 }],
        })
        throw new TypeError('no network')
      },
    },
  })
  await pick('yearly')
  await press()
  await expect.element(done('FinList HK is now billed yearly.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(opened.bodies(update)).toHaveLength(1)
})

test('an amount that has changed in the meantime is not charged; the new amount is shown first', async () => {
  const prices = [
    {
      ...upgrade,
      amount: 1_500_000,
      credit: 50_000,
      lines: [...upgrade.lines, { kind: 'credit', amount: -50_000 }],
    } as const,
    upgrade,
  ]
  let tries = 0
  await open({
    answers: {
      [`${update}/preview-update`]: () => ({ data: prices.shift() }),
      [update]: () =>
        tries++ === 0
          ? { status: 409, errors: [{ message: 'The amount has changed.', code: 'quote_changed' }] }
          : { data: answer },
    },
  })
  await pick('yearly')
  await expect.element(dialog.getByText('Your credit')).toBeVisible()
  await press()
  await expect.element(dialog.getByRole('alert').getByText(/^The amount has changed/)).toBeVisible()
  await expect.element(dialog.getByText('Your credit')).not.toBeInTheDocument()
  expect(submit()?.textContent).toBe('Pay HK$15,500 and change')
  await press()
  await expect.element(done('FinList HK is now billed yearly.')).toBeVisible()
})

test('if the server finds the sign-in too old, the user signs in again and the card form keeps its input (SUB-22)', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  giveAccount(paid)
  givePaymentProvider()
  answerCalls({
    ...providerConfig,
    'POST /users/user/update-card': () => ({ status: 401, errors: [{ message: 'x', code: 'fresh_sign_in' }] }),
    'POST /users/user/step-up': () => ({ data: { way: 'sign-in', passkey: null } }),
  })
  const screen = (
    <>
      <DashboardScreen />
      <StepUpWhenAsked />
    </>
  )
  await show(screen, { path: '/dashboard#card', texts: billingTexts })
  await expect.element(page.getByRole('dialog', { name: 'Change card' })).toBeVisible()
  await typeCard()
  await press()
  const question = page.getByRole('alertdialog', { name: 'Confirm it is you' })
  await expect.element(question).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  logged.mockRestore()
})

test('on a phone an upgrade can be made, and renewal turned off, by touch (SUB-04, 08, 20)', async () => {
  const opened = await open({ answers: { [update]: () => ({ data: needsBank }) }, look: { screen: 'phone' } })
  await pick('yearly')
  await userEvent.click(dialog.getByText('A new card', { exact: true }))
  await typeCard()
  await press()
  await expect.element(dialog.getByTitle("Your bank's page")).toBeInViewport()
  const yearly = { ...hongKong, billingPeriodId: 1, nextAmount: 1_680_000 } as const
  opened.person.own = has({ ...paid, subscriptions: [yearly] })
  await backFromBank()
  await expect.element(done('FinList HK is now billed yearly.')).toBeVisible()
  await expect.element(plans).toMatchTextContent('Yearly, HK$16,800')

  await userEvent.click(plans)
  await userEvent.click(button('Cancel auto-renewal'))
  const [keep, off] = ['Keep it', 'Turn renewal off'].map(name => button(name).element().getBoundingClientRect())
  expect([keep!.width, keep!.height]).toEqual([off!.width, off!.height])
  opened.person.own = has({
    ...paid,
    subscriptions: [{ ...yearly, hasAutoRenew: false, nextBillingDate: null, nextAmount: null }],
  })
  await userEvent.click(button('Turn renewal off'))
  await expect.element(button('Reactivate auto-renewal')).toBeVisible()
  expect(opened.bodies(update).at(-1)).toEqual({ hasAutoRenew: false })
})

for (const { language, theme } of looks)
  for (const screen of ['desktop', 'phone'] as const)
    test(`a change of the period has no accessibility violations: ${language}, ${screen}`, async () => {
      await open({ own: { ...paid, subscriptions: [hongKongQuarterly] }, look: { language, theme, screen } })
      await noViolations()
      await userEvent.click(dialog.getByRole('listitem').getByRole('button').last())
      await expect.poll(submit).not.toBeNull()
      await userEvent.click(dialog.getByRole('radio').last())
      await noViolations()
    })
