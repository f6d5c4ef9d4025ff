import { expect, test } from '@playwright/test'
import { signInAs } from '../accounts.ts'
import { apart, chart, choose, inView, openChart, settled, spot, stock, studies } from '../chart/chart-page.ts'
import { addCompared, compared } from '../chart/compare-page.ts'
import { takeTool } from '../chart/drawing-page.ts'
import { sticksOut } from '../sticks-out.ts'
import { addStudy, alertAtLine, replayTwo, taken } from './hour.ts'

test.beforeEach(({ context }) => apart(context))

test('an hour’s work on a phone chart (studies, drawings, comparison, replay) is still there after a reload', async ({
  page,
}) => {
  await signInAs(page, 'friend')
  await openChart(page)
  await choose(page, stock)
  await expect(chart(page)).toHaveAccessibleName(new RegExp(stock))
  await page.getByRole('button', { name: 'W', exact: true }).tap()
  await expect(chart(page)).toHaveAccessibleName(/^Weekly/)
  await page.getByRole('button', { name: 'D', exact: true }).tap()
  await expect(chart(page)).toHaveAccessibleName(/^Daily/)
  await addStudy(page, 'Exponential moving average')
  await expect(studies(page).filter({ hasText: 'EMA 20' })).toHaveText(/\d/)

  await takeTool(page, 'Horizontal line')
  await settled(page)
  const { x, y } = await spot(page, 0.5, 0.5)
  await page.touchscreen.tap(x, y)
  await page.getByText('1 drawing', { exact: true }).tap()
  await alertAtLine(page)
  expect(await sticksOut(page)).toEqual([])

  await addCompared(page, 'HSI')
  await expect(compared(page)).toHaveCount(2)
  await replayTwo(page, '2026-05-20')
  expect(await taken(page, 'Picture (PNG)')).toMatch(/\.png$/)

  await page.reload()
  await expect(inView(page)).toBeAttached()
  await expect(studies(page).filter({ hasText: 'EMA 20' })).toHaveText(/\d/)
  await expect(compared(page)).toHaveCount(2)
  await expect(page.getByText('1 drawing', { exact: true })).toBeVisible()
})
