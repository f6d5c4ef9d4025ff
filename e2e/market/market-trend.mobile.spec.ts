import { expect, test } from '@playwright/test'
import { doubleText, signIn } from '../accounts.ts'
import { noViolations } from '../shell/accessibility.ts'
import { sticksOut } from '../sticks-out.ts'

test('on a phone the market page shows the current state and its history (MT-03, MT-04, MT-08)', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/markettrend-hk')
  await expect(page.getByRole('region', { name: 'Short term', exact: true })).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
  await page.getByRole('region', { name: 'Index' }).scrollIntoViewIfNeeded()
  await expect(page.locator('canvas').first()).toBeVisible()
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
  const tab = page.getByRole('tab', { name: 'Trend data' })
  expect((await tab.boundingBox())!.height).toBeGreaterThanOrEqual(43.9)
  await tab.tap()
  await expect(page.getByRole('application')).toHaveCount(4)
  await expect(page.locator('canvas').first()).toBeVisible()
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
  await page.getByText('Table', { exact: true }).tap()
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(250)
  expect(await sticksOut(page)).toEqual([])
})

test('the market page cuts nothing off in Chinese at 320 px and twice the text size', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'zh-HK', viewport: { width: 320, height: 640 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, 'hk-yearly', '/markettrend-hk')
  await expect(page.getByRole('region', { name: '短期', exact: true })).toContainText(/趨勢|受壓|嘗試反彈/)
  await doubleText(page)
  expect(await sticksOut(page)).toEqual([])
  await page.getByRole('tab', { name: '走勢數據' }).tap()
  await expect(page.getByRole('application')).toHaveCount(4)
  expect(await sticksOut(page)).toEqual([])
  await context.close()
})
