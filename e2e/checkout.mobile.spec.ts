import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { doubleText, signIn } from './accounts.ts'
import { cards, dialog, newBuyer, payButton, payWith, subscribed, terms, today } from './buyer.ts'
import { sticksOut } from './sticks-out.ts'
import { themes } from './themes.ts'

const plan = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name })

test('cards in place of a table, with one period for all (PLAN-07, 08, 09, 10, 13, 20, 21)', async ({ page }) => {
  await signIn(page, 'us-yearly', '/subscribe')
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'FinList HK',
    'FinList US',
    'FinList JP',
    'FinList CN',
    'FinList TW',
  ])
  await expect(plan(page, 'FinList HK').getByRole('listitem')).toHaveCount(12)
  await expect(plan(page, 'FinList JP').getByRole('listitem')).toHaveCount(5)
  await expect(plan(page, 'FinList HK')).toContainText('HK$1,400')
  await page.getByText('Monthly', { exact: true }).tap()
  await expect(plan(page, 'FinList HK')).toContainText('HK$2,000 billed monthly')
  await expect(plan(page, 'FinList TW')).toContainText('HK$1,500 billed monthly')
  await expect(
    plan(page, 'FinList TW').getByRole('listitem').filter({ hasText: 'Advanced video archive' }),
  ).toContainText('Not included')
  await expect(plan(page, 'FinList US').getByRole('link', { name: 'Manage FinList US' })).toBeVisible()
  await plan(page, 'FinList TW').scrollIntoViewIfNeeded()
  await expect(page.getByRole('group', { name: 'Billing period' })).toBeInViewport()
  for (const target of [plan(page, 'FinList TW').getByRole('button'), page.locator('fieldset label').first()])
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(43.9)
  expect(await sticksOut(page)).toEqual([])
})

test('the checkout fills the screen, goes back by the back button, and buys (PLAN-29, 41, 48)', async ({ page }) => {
  await newBuyer(page)
  await page.getByRole('button', { name: 'Subscribe to FinList HK' }).tap()
  await expect(today(page)).toHaveText('HK$16,800')
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Subscribe to FinList HK' }).tap()
  for (const target of [
    terms(page).locator('..'),
    payButton(page),
    dialog(page).getByRole('button', { name: 'Close' }),
  ])
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(43.9)
  await payWith(page, cards.pays)
  await expect(subscribed(page)).toBeVisible()
  await subscribed(page).getByRole('button', { name: 'Done' }).tap()
  await expect(plan(page, 'FinList HK').getByRole('link', { name: 'Manage FinList HK' })).toBeVisible()
})

test('no accessibility violations in either language and theme; nothing is cut off at twice the size of text', async ({
  page,
}) => {
  await signIn(page, 'free', '/subscribe')
  for (const look of themes) {
    await page.evaluate(kept => Object.assign(localStorage, kept), look)
    await page.goto('/subscribe')
    await expect(page.getByRole('main').getByRole('button', { name: /FinList/ })).toHaveCount(5)
    await noViolations(page)
    await page.goto('/subscribe?productId=1&billingPeriodId=1')
    await expect(today(page)).toHaveText('HK$16,800')
    await noViolations(page)
  }
  await doubleText(page)
  expect(await sticksOut(page)).toEqual([])
  expect(
    await dialog(page)
      .locator('[role=document]')
      .evaluate(content => content.scrollWidth <= content.clientWidth),
  ).toBe(true)
})
