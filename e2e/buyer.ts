import { expect, type Locator, type Page } from '@playwright/test'
import { newAccount } from './accounts.ts'
import { asPerson } from './api.ts'

export const cards = {
  pays: '4242 4242 4242 4242',
  /** A card that requires 3-D Secure for every payment. */
  bank: '4000 0027 6000 3184',
  declined: '4000 0000 0000 0002',
}

/** Registers a new account that no other test uses; opens no page. */
export async function register(page: Page): Promise<string> {
  const email = await newAccount(page)
  await asPerson(page, '/users/complete-registration', {
    name: 'Chan Tai Man',
    phoneNumber: '+85291234567',
    referral: { facebook: true },
  })
  return email
}

/** Registers a new account, and opens `path`. */
export async function newBuyer(page: Page, path = '/subscribe'): Promise<string> {
  const email = await register(page)
  await page.goto(path)
  return email
}

export const choosePeriod = (page: Page, period: 'Monthly' | 'Quarterly' | 'Yearly') =>
  page.getByRole('group', { name: 'Billing period' }).getByText(period, { exact: true }).click()

export const dialog = (page: Page): Locator => page.getByRole('dialog')
export const terms = (page: Page): Locator => dialog(page).getByRole('checkbox')
export const payButton = (page: Page): Locator => dialog(page).locator('button[type=submit]')
export const today = (page: Page): Locator => dialog(page).getByRole('definition').last()

/** A card field, which is in a frame of the payment provider. */
const cardField = (page: Page, name: 'Card number' | 'Expiry date' | 'Security code'): Locator =>
  dialog(page).frameLocator(`iframe[title="${name}"]`).getByLabel(name)

export async function typeCard(page: Page, number: string) {
  await cardField(page, 'Card number').fill(number)
  await cardField(page, 'Expiry date').fill('12 / 34')
  await cardField(page, 'Security code').fill('123')
}

/** Accepts the terms, types the card and pays. */
export async function payWith(page: Page, number: string) {
  await terms(page).check()
  await typeCard(page, number)
  await expect(payButton(page)).toBeEnabled()
  await payButton(page).click()
}

/** The bank's page in its frame in the dialog. */
export const bank = (page: Page) => dialog(page).frameLocator('iframe[title="Your bank\'s page"]')

export const subscribed = (page: Page): Locator => page.getByRole('dialog', { name: 'You are subscribed' })

/** Reads the alert and dismisses it. */
export async function alertOf(page: Page): Promise<string> {
  const alert = page.getByRole('alertdialog')
  const said = await alert.getByRole('heading').innerText()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(alert).toBeHidden()
  return said
}

/** Collects the checkout's analytics events from every page that is opened after this call. */
export async function listenToAnalytics(page: Page): Promise<() => Promise<Record<string, unknown>[]>> {
  await page.addInitScript(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    document.addEventListener('finlist:analytics', event => heard.push((event as CustomEvent).detail))
  })
  return () => page.evaluate(() => (window as unknown as { heard: Record<string, unknown>[] }).heard)
}
