import { expect, type Locator, type Page } from '@playwright/test'
import { signIn } from './accounts.ts'

/** Finds a demo account by its e-mail address, as staff do, and opens it. */
export async function openCustomer(page: Page, email: string): Promise<void> {
  await page.goto(`/admin/customers?search=${encodeURIComponent(email)}`)
  const found = page.getByRole('region', { name: 'Customers found' })
  await expect(found.getByRole('link')).toHaveCount(1)
  await found.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
}

export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
export const history = (page: Page): Locator => page.getByRole('list', { name: 'History' }).getByRole('listitem')
export const action = (page: Page): Locator => page.getByRole('dialog')
export const outcome = (page: Page, said: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: said })

/** Enters the reason and confirms. */
export async function confirm(page: Page, reason: string): Promise<void> {
  await action(page).getByLabel('Reason').fill(reason)
  await action(page).locator('button[type=submit]').click()
}

/**
 * Moves the clock of the test's own demo past a monthly renewal and its first payment attempt, as a staff user in
 * another browser. This ends all sessions.
 */
export async function pastRenewal(page: Page): Promise<void> {
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin, locale: 'en-GB' })
  const staff = await context.newPage()
  await signIn(staff, 'staff', '/admin/overview')
  const clock = staff.getByRole('region', { name: 'Demo clock' })
  for (const [step, ahead] of [
    ['Forward a month', /(28|29|30|31) days ahead/],
    // An invoice stays a draft for an hour before it is charged, so the clock is moved forward one more day.
    ['Forward a day', /(29|30|31|32) days ahead/],
  ] as const) {
    await clock.getByRole('button', { name: step }).click()
    await expect(clock.getByRole('progressbar')).toBeVisible()
    await expect(clock.getByRole('button', { name: step })).toBeEnabled({ timeout: 150_000 })
    await expect(clock).toContainText(ahead)
  }
  await context.close()
}
