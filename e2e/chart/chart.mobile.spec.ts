import { expect, test } from '@playwright/test'
import { doubleText, signInAs } from '../accounts.ts'
import { noViolations } from '../shell/accessibility.ts'
import { sticksOut } from '../sticks-out.ts'
import { apart, chart, openChart, seen, settled, stock, studies } from './chart-page.ts'

test.beforeEach(({ context }) => apart(context))

test('on a phone the chart shows three months, fits the screen and has its legend above it (CHART-05, 08)', {
  tag: '@core',
}, async ({ page }) => {
  await signInAs(page, 'hk-yearly')
  await openChart(page, `HKEX:${stock}`)
  const { from, to, days } = await settled(page)
  expect(days).toBeGreaterThanOrEqual(90)
  expect(days).toBeLessThan(96)
  await expect(page.getByRole('button', { name: '3m' })).toHaveAttribute('aria-pressed', 'true')
  const legend = (await studies(page).first().boundingBox())!
  expect(legend.y + legend.height).toBeLessThanOrEqual((await chart(page).boundingBox())!.y + 1)
  await page.setViewportSize({ width: 340, height: 844 })
  expect(await sticksOut(page)).toEqual([])
  await noViolations(page)
  expect(await seen(page)).toMatchObject({ from, to })
  await page.setViewportSize({ width: 390, height: 844 })
  await doubleText(page)
  expect(await sticksOut(page)).toEqual([])
})
