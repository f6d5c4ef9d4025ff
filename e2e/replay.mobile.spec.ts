import { expect, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { signIn } from './accounts.ts'
import { apart, openChart, stock } from './chart-page.ts'
import { stepOn, today } from './replay-page.ts'
import { sticksOut } from './sticks-out.ts'

test.beforeEach(({ context }) => apart(context))

test('on a phone a replay is started, stepped and traded by touch, all within its width', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Replay', exact: true }).tap()
  await page.getByRole('form').getByLabel('Replay from').fill('2026-05-20')
  await page.getByRole('button', { name: 'Start', exact: true }).tap()
  await expect.poll(() => today(page)).toBe('2026-05-20')
  await page.getByRole('button', { name: 'Buy at the close' }).tap()
  await stepOn(page)
  await page.getByRole('button', { name: 'Sell at the close' }).tap()
  await expect(page.getByText('1 trade, ')).toBeVisible()
  await page.setViewportSize({ width: 340, height: 844 })
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
})
