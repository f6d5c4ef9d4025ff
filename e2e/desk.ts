import { expect, type Locator, type Page } from '@playwright/test'

/** Finds a demo account by its address, as staff do, and opens it. */
export async function openCustomer(page: Page, email: string): Promise<void> {
  await page.goto(`/admin/customers?search=${encodeURIComponent(email)}`)
  const found = page.getByRole('region', { name: 'Customers found' })
  await expect(found.getByRole('link')).toHaveCount(1)
  await found.getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
}

export const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
export const history = (page: Page): Locator => page.getByRole('list', { name: 'History' }).getByRole('listitem')
export const deed = (page: Page): Locator => page.getByRole('dialog')
export const outcome = (page: Page, said: string | RegExp): Locator =>
  page.getByRole('status').filter({ hasText: said })

/** Gives the reason and confirms. */
export async function confirm(page: Page, reason: string): Promise<void> {
  await deed(page).getByLabel('Reason').fill(reason)
  await deed(page).locator('button[type=submit]').click()
}

/** Moves the card company's clock, in its console, past a monthly renewal and its first attempt; waits until all of it is told. */
export async function pastRenewal(page: Page): Promise<void> {
  const desk = await page.context().newPage()
  const { hostname, port } = new URL(page.url())
  await desk.goto(`http://${hostname}:${Number(port) + 1000}/_sandbox/?lang=en`)
  // An invoice is a draft for an hour before it is charged.
  for (const name of ['One month on', 'One day on']) await desk.getByRole('button', { name }).click()
  await expect(async () => {
    await desk.reload()
    await expect(desk.getByText(/^Waiting 0, /)).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 30_000 })
  await desk.close()
}
