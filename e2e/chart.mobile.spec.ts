import { expect, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { doubleText, signIn } from './accounts.ts'
import {
  apart,
  chart,
  openChart,
  openSaved,
  ownName,
  saveAs,
  seen,
  settled,
  spot,
  stock,
  studies,
} from './chart-page.ts'
import { sticksOut } from './sticks-out.ts'

test.beforeEach(({ context }) => apart(context))

test('a phone shows three months, its legend above the canvas, all within its width (CHART-05, 08)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
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

test('drawing by touch, and a chart drawn on a desktop opens the same on a phone', async ({ page, browser }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'All tools' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Trend line', exact: true }).tap()
  await expect(page.getByText(/^Trend line: click or tap 2 points\./)).toBeVisible()
  for (const [across, down] of [
    [0.3, 0.3],
    [0.7, 0.6],
  ] as const) {
    const { x, y } = await spot(page, across, down)
    await page.touchscreen.tap(x, y)
  }
  await page.getByText('1 drawing', { exact: true }).tap()
  await expect(page.getByRole('button', { name: /^Trend line: / })).toHaveAttribute('aria-pressed', 'true')

  const desk = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })).newPage()
  await apart(desk.context())
  await signIn(desk, 'hk-yearly', '/interactive-chart')
  await openChart(desk, `HKEX:${stock}`)
  await desk.getByRole('button', { name: 'Rectangle', exact: true }).click()
  await expect(desk.getByText(/^Rectangle: click or tap 2 points\./)).toBeVisible()
  const [a, b] = [await spot(desk, 0.4, 0.2), await spot(desk, 0.6, 0.5)]
  await desk.mouse.click(a.x, a.y)
  await desk.mouse.click(b.x, b.y)
  await desk.getByText('1 drawing', { exact: true }).click()
  const drawn = await desk.getByRole('button', { name: /^Rectangle: / }).innerText()
  await desk.getByRole('button', { name: 'Studies' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'MACD', exact: true }).click()
  await desk.keyboard.press('Escape')
  const name = ownName('From the desk')
  await saveAs(desk, name)
  await desk.context().close()

  await openChart(page, 'HKEX:HSI')
  await openSaved(page, name)
  await page.getByText('1 drawing', { exact: true }).tap()
  await expect(page.getByRole('button', { name: /^Rectangle: / })).toHaveText(drawn)
  await expect(studies(page).filter({ hasText: 'MACD 12, 26, 9' })).toBeVisible()
})
