import { expect } from '@playwright/test'
import { signInAs } from '../accounts.ts'
import { onOwnServer } from '../own-server.ts'

const test = onOwnServer()

test('when a staff user moves the demo’s clock forward a month, due plans renew and that user stays signed in', async ({
  page,
  server,
}) => {
  const console = new URL('/_sandbox/', server.url)
  console.port = String(Number(console.port) + 1_000)
  await signInAs(page, 'staff')
  await page.goto(console.href)
  await page.getByRole('link', { name: "Move the shop's clock" }).click()
  await expect(page).toHaveURL('/admin/overview')

  const clock = page.getByRole('region', { name: 'Demo clock' })
  await expect(clock).toContainText('real time')
  await clock.getByRole('button', { name: 'Forward a month' }).click()
  await expect(clock.getByRole('progressbar', { name: 'Progress of the clock' })).toBeVisible()
  await expect(clock.getByRole('button', { name: 'Forward a day' })).toBeDisabled()
  await expect(clock).toContainText(/(28|29|30|31) days ahead/, { timeout: 120_000 })
  await expect(clock.getByRole('button', { name: 'Forward a day' })).toBeEnabled({ timeout: 120_000 })

  await page.goto('/admin/customers')
  await page.getByRole('searchbox').fill('hk-monthly@')
  await page.getByRole('link', { name: 'Demo HK Monthly' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo HK Monthly')
  await expect(page.getByText(/^2 invoices/)).toBeVisible()
})
