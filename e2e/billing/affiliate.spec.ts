import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { doubleText, signIn } from '../accounts.ts'
import { letThrough } from '../held.ts'
import { noViolations } from '../shell/accessibility.ts'
import { sticksOut } from '../sticks-out.ts'

const months = (page: Page) => page.getByRole('table', { name: 'Sales by month' }).locator('tbody tr')
const noInformation = 'No affiliate information found.'

/**
 * How many months the table covers: from its oldest row to today in Hong Kong. The demo's sales are made once, so a run
 * over the end of a month sees a month more than the one in which they were made.
 */
async function monthsSoFar(page: Page): Promise<number> {
  const oldest = await months(page).last().getByRole('rowheader').innerText()
  const [, month, year] = /^(\w{3})\w* (\d{4})/.exec(oldest)!
  const began = new Date(`${month} 1, ${year} UTC`)
  const today = new Date(Date.now() + 8 * 3_600_000)
  return (today.getUTCFullYear() - began.getUTCFullYear()) * 12 + today.getUTCMonth() - began.getUTCMonth() + 1
}

/** Opens the page in Chinese, in the dark theme, on a phone. */
async function phoneOf(page: Page) {
  const context = await page
    .context()
    .browser()!
    .newContext({
      locale: 'zh-HK',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
  return await context.newPage()
}

test('an affiliate sees their code, their months and the plans sold, and can download a month (CORE-29, AFF-01, 02, 03)', async ({
  page,
}) => {
  await signIn(page, 'affiliate', '/affiliates')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Affiliates')
  await expect(page.getByRole('region', { name: 'Your coupon code' })).toContainText('PARTNER20')
  const oldest = months(page).last()
  await expect(oldest).toHaveText(/^\w{3,4} 20\d\d\s*2\s*11,680\s*2,336/)
  await expect(months(page)).toHaveCount(await monthsSoFar(page))
  await expect(months(page).first()).toContainText('Not available')
  const plans = page.getByRole('table', { name: 'By plan' })
  await expect(plans.getByRole('columnheader')).toHaveText(['Plan', 'Billing', 'Customers', 'Income HK$'])
  await expect(plans.getByRole('row', { name: /FinList US Yearly/ })).toContainText('9,080')
  const download = page.waitForEvent('download')
  await oldest.getByRole('button', { name: /^Statement for PARTNER20,/ }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^PARTNER20 20\d\d-\d\d\.csv$/)
  expect(await readFile(await saved.path(), 'utf8')).toContain(',commission,,,2336.00\r\n')
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)

  const phone = await phoneOf(page)
  await signIn(phone, 'affiliate', '/affiliates')
  const items = phone.getByRole('list', { name: '每月銷售' }).getByRole('listitem')
  await expect(items).toHaveCount((await monthsSoFar(page)) + 1)
  await expect(phone.getByText('未有').first()).toBeVisible()
  expect(await sticksOut(phone)).toEqual([])
  await noViolations(phone)
  await phone.setViewportSize({ width: 320, height: 640 })
  await doubleText(phone)
  expect(await sticksOut(phone)).toEqual([])
  await phone.context().close()
})

test('the affiliate page explains that there are no sales, offers nothing to buy without the right, and can retry a failed load (AFF-04, 05, 06)', async ({
  page,
}) => {
  await signIn(page, 'affiliate-empty', '/affiliates')
  await expect(page.getByRole('region', { name: 'Your coupon code' })).toContainText('NEWPARTNER20')
  await expect(page.getByText(noInformation)).toBeVisible()
  await page.route('**/api/affiliate', route => route.fulfill({ status: 500, json: { status: 'Error', errors: [] } }))
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('We cannot provide this information')
  await letThrough(page, '**/api/affiliate')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(noInformation)).toBeVisible()

  const other = await (await page.context().browser()!.newContext()).newPage()
  await signIn(other, 'free', '/affiliates')
  await expect(other.getByRole('alert')).toContainText(noInformation)
  await expect(other.getByRole('main').getByRole('link', { name: /subscribe/i })).toHaveCount(0)
  await other.goto('/admin/affiliates')
  await expect(other, 'AADM-06').toHaveURL('/')
  await other.context().close()
})

test('staff look up, add and remove affiliate codes, and see the figures of each code (CORE-30, AADM-02, 03, 04, 05)', async ({
  page,
}) => {
  await signIn(page, 'staff', '/admin/affiliates')
  const search = page.getByRole('main').getByRole('button', { name: 'Search', exact: true })
  await page.getByRole('button', { name: 'Remove coupon code 1' }).click()
  await expect(page.getByLabel(/^Coupon code \d/)).toHaveCount(0)
  await expect(search).toBeDisabled()
  const add = page.getByRole('button', { name: 'Add a code' })
  await add.click()
  await expect(search).toBeDisabled()
  await page.keyboard.type('partner20')
  await expect(page.getByLabel('Coupon code 1', { exact: true })).toHaveValue('PARTNER20')
  await add.click()
  await page.keyboard.type('no such')
  await add.click()
  await page.keyboard.type('abc')
  await page.getByRole('button', { name: 'Remove coupon code 3' }).click()
  await expect(page.getByLabel('Coupon code 2', { exact: true })).toHaveValue('NO SUCH')
  await page.keyboard.press('Enter')
  const found = page.getByRole('region', { name: 'PARTNER20' })
  await expect(months(page).last()).toContainText('11,680')
  await expect(months(page)).toHaveCount(await monthsSoFar(page))
  await expect(found.getByRole('table', { name: 'By plan' })).toBeVisible()
  await expect(found.getByRole('link', { name: /affiliate@demo.example/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'NO SUCH' })).toContainText(noInformation)
  const coupon = page.waitForEvent('popup')
  await found.getByRole('link', { name: /^Coupon PARTNER20-/ }).click()
  await expect((await coupon).getByRole('heading', { level: 1 })).toHaveText('PARTNER20')
  await (await coupon).close()
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
  const address = new URL(page.url())

  const phone = await phoneOf(page)
  await signIn(phone, 'staff', address.pathname + address.search)
  const items = phone.getByRole('list', { name: '每月銷售' }).getByRole('listitem')
  await expect(items).toHaveCount((await monthsSoFar(page)) + 1)
  expect(await sticksOut(phone)).toEqual([])
  await noViolations(phone)
  await phone.context().close()
})

test('staff create an affiliate code for a user, who can then open the affiliate page (AADM-01)', async ({ page }) => {
  await signIn(page, 'staff', '/admin/affiliates')
  const dialog = page.getByRole('dialog', { name: 'New affiliate code' })
  await page.getByRole('button', { name: 'New affiliate code' }).click()
  const make = dialog.getByRole('button', { name: 'Create code' })
  await make.click()
  await expect(dialog.getByLabel('Affiliate’s e-mail address')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Affiliate’s e-mail address').fill('affiliate-empty@demo.example')
  await dialog.getByLabel('Coupon code').fill('reader-4')
  await dialog.getByLabel('Reason').fill('Writes a column about the market.')
  await make.click()
  await expect(dialog.getByText('This person already has a code: NEWPARTNER20.')).toBeVisible()
  await noViolations(page)
  await dialog.getByLabel('Affiliate’s e-mail address').fill('reader-4@demo.example')
  await make.click()
  await expect(dialog).toBeHidden()
  const made = page.getByRole('region', { name: 'READER-4' })
  await expect(made.getByRole('link', { name: /Demo Reader 4, reader-4@demo.example/ })).toBeVisible()
  await expect(made).toContainText(noInformation)
})
