import { expect, type Locator, type Page } from '@playwright/test'
import { asPerson } from './api.ts'
import { cards, dialog, register } from './buyer.ts'

type Period = 'monthly' | 'quarterly' | 'yearly'
const periodIds: Record<Period, number> = { yearly: 1, quarterly: 2, monthly: 3 }

/**
 * Opens My Account for a new account that has bought FinList HK, by default with a card that succeeds. Returns the
 * e-mail address.
 */
export async function newSubscriber(page: Page, period: Period, number = cards.pays): Promise<string> {
  const email = await becomeSubscriber(page, period, number)
  await page.goto('/dashboard')
  await expect(plans(page)).toHaveCount(1)
  return email
}

/** Creates the account and buys the plan, without opening a page. */
export async function becomeSubscriber(page: Page, period: Period, number = cards.pays): Promise<string> {
  const email = await register(page)
  const plan = { productId: 1, billingPeriodId: periodIds[period], couponCode: null }
  await asPerson(page, '/users/subscribe/preview', plan)
  const paymentMethod = await newCard(page, number)
  const { paymentIntentSecret: secret } = await asPerson<Bought>(page, '/users/subscribe', { ...plan, paymentMethod })
  if (secret !== null) await confirmAtBank(page, secret)
  return email
}

type Bought = { paymentIntentSecret: string | null }

/** Confirms the payment at the bank by sending a request, without a browser. */
async function confirmAtBank(page: Page, secret: string) {
  const { sandboxUrl } = await asPerson<{ sandboxUrl: string }>(page, '/payments/config')
  const [intent] = secret.split('_secret_')
  const address = `${sandboxUrl}/_sandbox/3ds/${intent}?client_secret=${secret}`
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(await (await page.request.get(address)).text()) ?? []
  const answer = await page.request.post(address, { form: { token, answer: 'complete' }, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
}

/** Creates a card at the payment provider in the same way as the card fields; returns its id. */
async function newCard(page: Page, number: string): Promise<string> {
  const { publishableKey, sandboxUrl } = await asPerson<{ publishableKey: string; sandboxUrl: string }>(
    page,
    '/payments/config',
  )
  const answer = await page.request.post(`${sandboxUrl}/v1/payment_methods`, {
    headers: { authorization: `Bearer ${publishableKey}` },
    form: {
      type: 'card',
      'card[number]': number.replaceAll(' ', ''),
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
    },
  })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

/** The cards that show the user's plans. */
export const plans = (page: Page): Locator => page.getByRole('region', { name: 'Your plans' }).getByRole('listitem')

/** Opens the first plan. */
export async function openPlan(page: Page): Promise<Locator> {
  await plans(page).first().getByRole('button').click()
  await expect(dialog(page)).toBeVisible()
  return dialog(page)
}

/** Picks a period in the open plan's dialog and waits for the preview of its price. */
export async function pick(page: Page, period: Period) {
  await dialog(page)
    .getByRole('button', { name: new RegExp(`Change to ${period}`) })
    .click()
  await expect(dialog(page).getByRole('heading', { name: `Change to ${period} billing` })).toBeVisible()
}

export const done = (page: Page, said: string | RegExp): Locator =>
  page.getByRole('tabpanel').getByRole('status').filter({ hasText: said })
