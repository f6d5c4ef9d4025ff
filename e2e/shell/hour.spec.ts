import { expect, test } from '@playwright/test'
import { signInAs } from '../accounts.ts'
import {
  apart,
  chart,
  choose,
  inView,
  openChart,
  ownName,
  saveAs,
  settled,
  spot,
  stock,
  studies,
} from '../chart/chart-page.ts'
import { addCompared, compared } from '../chart/compare-page.ts'
import { takeTool } from '../chart/drawing-page.ts'
import { addStudy, alertAtLine, replayTwo, taken } from './hour.ts'

test.beforeEach(({ context }) => apart(context))

test('an hour’s work on a desktop chart (studies, drawings, comparison, past charts, replay, export) is still there after a reload', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'friend')
  await openChart(page)
  await choose(page, stock)
  await expect(chart(page)).toHaveAccessibleName(new RegExp(stock))

  for (const [interval, name] of [
    ['W', /^Weekly/],
    ['D', /^Daily/],
  ] as const) {
    await page.getByRole('button', { name: interval, exact: true }).click()
    await expect(chart(page)).toHaveAccessibleName(name)
  }
  await addStudy(page, 'Exponential moving average')
  await expect(studies(page).filter({ hasText: 'EMA 20' })).toHaveText(/\d/)

  await takeTool(page, 'Horizontal line')
  await settled(page)
  const { x, y } = await spot(page, 0.5, 0.4)
  await page.mouse.click(x, y)
  await page.getByText('1 drawing', { exact: true }).click()
  const line = page.getByRole('listitem').getByRole('button', { name: /^Horizontal line: / })
  const placed = await line.innerText()
  await chart(page).focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(line).not.toHaveText(placed)
  await alertAtLine(page)

  await addCompared(page, 'HSI')
  await expect(compared(page)).toHaveCount(2)
  const was = await settled(page)
  await page.getByRole('button', { name: 'Go to…' }).click()
  const going = page.getByRole('dialog', { name: 'Go to a date' })
  await going.getByLabel('Date, or first day').fill(`${new Date().getFullYear() - 1}-05-20`)
  await going.getByRole('button', { name: 'Go' }).click()
  await expect(going).toBeHidden()
  await expect.poll(async () => (await settled(page)).from).not.toBe(was.from)

  await replayTwo(page, '2026-05-20')
  await expect(line).toBeHidden()
  await saveAs(page, ownName('An hour'))
  expect(await taken(page, 'Picture (PNG)')).toMatch(/\.png$/)
  expect(await taken(page, 'Data (CSV)')).toMatch(/\.csv$/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy the link to this view' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('interval=1D')
  const link = await page.evaluate(() => navigator.clipboard.readText())

  await page.reload()
  await expect(inView(page)).toBeAttached()
  await expect(studies(page).filter({ hasText: 'EMA 20' })).toHaveText(/\d/)
  await expect(compared(page)).toHaveCount(2)
  await expect(page.getByText('1 drawing', { exact: true })).toBeVisible()
  await page.goto(link)
  await expect(chart(page)).toHaveAccessibleName(new RegExp(`^Daily.*${stock}`))
})
