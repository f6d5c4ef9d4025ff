import { expect, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { signIn } from './accounts.ts'
import { apart, chart, choose, inView, openChart, spot, stock, studies } from './chart-page.ts'
import { addCompared, compared } from './compare-page.ts'
import { takeTool } from './drawing-page.ts'
import { answers, next, stepOn, today } from './replay-page.ts'
import { themes } from './themes.ts'

test.beforeEach(({ context }) => apart(context))

const symbol = `HKEX:${stock}`
/** Before the stock's dividend of May 2026. */
const start = '2026-05-20'
const openReplay = async (page: import('@playwright/test').Page, from = start, of = symbol) => {
  await page.goto(`/interactive-chart?symbol=${of}&replay=${from}`)
  await expect(chart(page).locator('canvas').first()).toBeVisible()
  await expect(page.getByText(/^Today is /)).toBeVisible()
}

test('a replay opened by its address is never sent a day past its own, step by step', async ({ page }) => {
  const heard = answers(page)
  await signIn(page, 'hk-yearly')
  await openReplay(page)
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
  // A step answers the day after the one it is asked from; everything else ends with its own day.
  expect(all.filter(({ asOf, step, newest }) => step === null && newest > asOf!)).toEqual([])
  expect(all.filter(({ newest }) => newest > at)).toEqual([])
  await page.getByRole('button', { name: 'Table' }).click()
  const rows = page.getByRole('region', { name: 'Table' }).getByRole('rowheader')
  await expect(rows.first()).toHaveText(
    new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
  )
  await expect(page.getByText(/Prices as at/)).toBeHidden()
})

test('started on the chart of today by a day or by its bar; by keyboard on, played, paused, and back', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, symbol)
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  const form = page.getByRole('form', { name: 'Replay the past' })
  const field = form.getByLabel('Replay from')
  await expect(field).toBeFocused()
  const usual = await field.inputValue()
  const box = (await chart(page).boundingBox())!
  await page.mouse.click(box.x + box.width * 0.6, box.y + 200)
  await expect.poll(() => field.inputValue()).not.toBe(usual)
  const chosen = await field.inputValue()
  const heard = answers(page)
  await field.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Replay: / })).toBeVisible()
  await expect.poll(() => today(page)).toBe(chosen)
  await expect(page).toHaveURL(new RegExp(`replay=${chosen}`))
  expect((await heard()).filter(({ asOf }) => asOf === null)).toEqual([])

  await chart(page).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => today(page)).not.toBe(chosen)
  await expect(page.getByRole('status').filter({ hasText: /: close / })).toBeAttached()
  await page.getByRole('button', { name: '4×' }).click()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  const from = await today(page)
  await expect.poll(async () => (Date.parse(await today(page)) - Date.parse(from)) / 86_400_000).toBeGreaterThan(4)
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()

  await page.getByRole('button', { name: 'Back to today' }).click()
  await expect(page.getByText(/^Prices as at /)).toBeVisible()
  await expect(chart(page)).toHaveAccessibleName(new RegExp(stock))
  await expect(page).not.toHaveURL(/replay/)
})

test('drawn on, and another symbol as of the day it has come to; today’s chart has none of it', async ({ page }) => {
  await signIn(page, 'hk-yearly')
  await openReplay(page)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await takeTool(page, 'Horizontal line')
  const { x, y } = await spot(page, 0.5, 0.5)
  await page.mouse.click(x, y)
  await expect(page.getByText('1 drawing', { exact: true })).toBeVisible()
  await expect(page.getByText(/^What you draw here is for this replay alone/)).toBeVisible()
  // With a drawing selected the arrows move it; elsewhere they step.
  const at = await today(page)
  await chart(page).focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(page.getByRole('status').filter({ hasText: /^Now at / })).toBeAttached()
  expect(await today(page)).toBe(at)
  await page.keyboard.press('Escape')
  const came = await stepOn(page)
  await expect(page.getByText('1 drawing', { exact: true })).toBeVisible()

  const heard = answers(page)
  await choose(page, '0509')
  await expect(page).toHaveURL(new RegExp(`symbol=HKEX(:|%3A)0509&replay=${came}`))
  await expect(page.getByText(/^Today is /)).toBeVisible()
  await expect(chart(page).locator('canvas').first()).toBeVisible()
  await expect(page.getByText(/drawings?$/)).toHaveCount(0)
  const all = await heard()
  expect(all.filter(({ asOf, newest }) => asOf !== came || newest > came)).toEqual([])
  const searches = asked.filter(url => url.includes('/tvchart/search'))
  expect(searches.filter(url => !url.includes('asOf='))).toEqual([])

  await page.goto(`/interactive-chart?symbol=${symbol}`)
  await expect(inView(page)).toBeAttached()
  await expect(page.getByText('1 drawing', { exact: true })).toHaveCount(0)
})

test('practice trades are counted in percent and R, apart from FinTrainer', async ({ page }) => {
  await signIn(page, 'hk-yearly')
  await openReplay(page)
  const closeNow = async () =>
    Number(/Close ([\d,.]+)/.exec(await page.getByRole('tabpanel').innerText())![1]!.replaceAll(',', ''))
  const trades = page.getByRole('region', { name: 'Practice trades of this replay' })
  await trades.getByLabel('Stop (% below)').fill('60')
  await expect(trades.getByRole('button', { name: 'Buy at the close' })).toBeDisabled()
  await trades.getByLabel('Stop (% below)').fill('5')
  const buy = await closeNow()
  const sent: string[] = []
  page.on('request', request => request.method() !== 'GET' && sent.push(request.url()))
  await trades.getByRole('button', { name: 'Buy at the close' }).click()
  await expect(trades).toContainText(/Bought on 20 May 2026 at .+, stop .+: 0\.00% · 0\.00 R/)
  await stepOn(page)
  await stepOn(page)
  const sell = await closeNow()
  await trades.getByRole('button', { name: 'Sell at the close' }).click()
  const percent = (sell / buy - 1) * 100
  const cells = trades.getByRole('row').nth(1).getByRole('cell')
  expect(Number(await cells.nth(4).innerText())).toBeCloseTo(percent, 1)
  expect(Number(await cells.nth(5).innerText())).toBeCloseTo(percent / 5, 1)
  await expect(trades).toContainText('1 trade, ')
  expect(sent.filter(url => /fintrainer|game/.test(url))).toEqual([])
})

test('over a corporate action all bars are those of the day, and the interval and a comparison keep pace', async ({
  page,
}) => {
  const heard = answers(page)
  await signIn(page, 'hk-yearly')
  await openReplay(page)
  await addCompared(page, 'HSI')
  await expect(compared(page)).toHaveCount(2)
  let at = start
  while (at < '2026-06-12') at = await stepOn(page)
  // Its dividend is marked once it has gone ex, and the bars were asked for anew.
  const before = (await heard({ more: true })).filter(({ path, newest }) => path === 'actions' && newest < start).length
  expect(before).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await expect(chart(page)).toHaveAccessibleName(/^Weekly/)
  await expect(next(page)).toHaveText('Next week')
  const week = await stepOn(page)
  expect((Date.parse(week) - Date.parse(at)) / 86_400_000).toBeGreaterThan(1)
  const all = await heard()
  expect(all.filter(({ asOf }) => asOf === null)).toEqual([])
  expect(all.filter(({ newest }) => newest > week)).toEqual([])
})

test('at the newest bar it ends', async ({ page }) => {
  await signIn(page, 'hk-yearly')
  await page.goto(`/interactive-chart?symbol=${symbol}`)
  const newest = new Date(`${(await page.getByText(/^Prices as at /).innerText()).replace('Prices as at ', '')} UTC`)
  await openReplay(page, new Date(newest.getTime() - 86_400_000).toISOString().slice(0, 10))
  await next(page).click()
  await expect.poll(() => today(page)).toBe(newest.toISOString().slice(0, 10))
  await next(page).click()
  await expect(page.getByText('This is the newest bar.')).toBeVisible()
  await expect(next(page)).toBeDisabled()
})

for (const { language, theme } of themes)
  test(`nothing is against the rules of accessibility in a replay (${language}, ${theme})`, async ({ page }) => {
    await page.addInitScript(
      ([spoken, chosen]) => {
        localStorage.setItem('language', spoken)
        localStorage.setItem('theme', chosen)
      },
      [language, theme] as const,
    )
    await signIn(page, 'hk-yearly', `/interactive-chart?symbol=${symbol}`)
    await page.getByRole('button', { name: /^(Replay|重播)$/ }).click()
    await expect(page.getByRole('form')).toBeVisible()
    await noViolations(page)
    await page.getByRole('form').getByRole('button').first().click()
    await page.getByRole('button', { name: /^(Buy at the close|以收市價買入)$/ }).click()
    await page.getByRole('button', { name: /^(Sell at the close|以收市價賣出)$/ }).click()
    await expect(studies(page)).toHaveCount(3)
    await noViolations(page)
  })
