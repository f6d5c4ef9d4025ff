import { expect, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { signIn } from './accounts.ts'
import { apart, openChart, stock } from './chart-page.ts'
import { addCompared, compared, percentOf } from './compare-page.ts'
import { sticksOut } from './sticks-out.ts'

test.beforeEach(({ context }) => apart(context))

test('on a phone symbols are compared by touch, all within its width', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await addCompared(page, 'HSI')
  await addCompared(page, 'US500')
  await expect.poll(() => percentOf(page, 'US:US500')).not.toBeNaN()
  await page.setViewportSize({ width: 340, height: 844 })
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
  await page.getByRole('button', { name: /^Remove HSI/ }).tap()
  await expect(compared(page)).toHaveCount(2)
})
