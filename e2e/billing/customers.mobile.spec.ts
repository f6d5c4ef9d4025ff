import { expect, test } from '@playwright/test'
import { doubleText, signInAs } from '../accounts.ts'
import { noViolations } from '../shell/accessibility.ts'
import { action, confirm, openCustomer, outcome, part } from '../staff-actions.ts'
import { sticksOut } from '../sticks-out.ts'
import { becomeSubscriber } from '../subscriber.ts'

test('an admin finds a customer’s invoice and refunds it on a phone', async ({ page, browser }) => {
  const customer = await browser.newContext()
  const email = await becomeSubscriber(await customer.newPage(), 'quarterly')
  await customer.close()
  await signInAs(page, 'admin')
  await openCustomer(page, email)
  await expect(part(page, 'Invoices').getByRole('listitem')).toContainText(/FinList HK Quarterly.*HK\$4,800.*Paid/s)
  await expect(page.getByRole('table')).toHaveCount(0)
  expect(await sticksOut(page)).toEqual([])
  for (const pressed of await page.getByRole('main').getByRole('button').all())
    expect((await pressed.boundingBox())!.height).toBeGreaterThanOrEqual(43.9)
  await noViolations(page)
  await part(page, 'Invoices')
    .getByRole('button', { name: /^Refund / })
    .tap()
  await action(page).getByLabel('Amount in HK$').fill('600')
  await confirm(page, 'Promised on the phone')
  await expect(outcome(page, /HK\$600 of invoice \S+ refunded to the card\. HK\$4,200 of it/)).toBeVisible()
  await expect(part(page, 'Invoices')).toContainText('−HK$600')
})

test('the pages of customers, audit log and revenue fit a phone', async ({ page }) => {
  await signInAs(page, 'admin')
  for (const path of ['/admin/audit', '/admin/revenue', '/admin/customers?search=demo']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    expect([path, ...(await sticksOut(page))]).toEqual([path])
    await noViolations(page)
  }
})

test('on a phone at twice the text size, customer pages cut nothing off', async ({ page }) => {
  await signInAs(page, 'staff')
  await openCustomer(page, 'hk-yearly@demo.example')
  await doubleText(page)
  expect(await sticksOut(page)).toEqual([])
  await page.goto('/admin/revenue')
  await expect(page.getByRole('figure')).toBeVisible()
  await doubleText(page)
  expect(await sticksOut(page)).toEqual([])
})
