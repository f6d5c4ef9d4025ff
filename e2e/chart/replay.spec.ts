import { expect, test } from '@playwright/test'
import { signInAs } from '../accounts.ts'
import { apart, chart, stock, studies } from './chart-page.ts'
import { answers, stepOn, today } from './replay-page.ts'

test.beforeEach(({ context }) => apart(context))

/** The start of the replay, which is before the stock's dividend of May 2026. */
const start = '2026-05-20'
test('a replay that is opened by address never receives data from after its current day', { tag: '@core' }, async ({
  page,
}) => {
  const heard = answers(page)
  await signInAs(page, 'hk-yearly')
  await page.goto(`/interactive-chart?symbol=HKEX:${stock}&replay=${start}`)
  await expect(chart(page).locator('canvas').first()).toBeVisible()
  await expect(page.getByText(/^Today is /)).toBeVisible()
  await expect(studies(page)).toHaveCount(3)
  expect(await today(page)).toBe(start)
  let at = start
  for (let steps = 0; steps < 4; steps++) {
    const came = await stepOn(page)
    expect(came > at).toBe(true)
    at = came
  }
  const all = await heard()
  expect(all.length).toBeGreaterThan(8)
  expect(all.filter(({ asOf }) => asOf === null)).toEqual([])
  // Only the response to a step may contain the day after the current one. Every other response ends on the current
  // day.
  expect(all.filter(({ asOf, step, newest }) => step === null && newest > asOf!)).toEqual([])
  expect(all.filter(({ newest }) => newest > at)).toEqual([])
  await page.getByRole('button', { name: 'Table' }).click()
  const rows = page.getByRole('region', { name: 'Table' }).getByRole('rowheader')
  await expect(rows.first()).toHaveText(
    new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  )
  await expect(page.getByText(/Prices as at/)).toBeHidden()
})
