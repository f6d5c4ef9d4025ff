import { expect, type Page, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { kept, signIn } from './accounts.ts'
import { apart, chart, openChart, openSaved, ownName, saveAs, seen, spot, stock } from './chart-page.ts'
import { inHand, takeTool } from './drawing-page.ts'
import { themes } from './themes.ts'

test.beforeEach(({ context }) => apart(context))

const press = async (page: Page, ...at: [across: number, down: number][]) => {
  for (const [across, down] of at) {
    const { x, y } = await spot(page, across, down)
    await page.mouse.click(x, y)
  }
}
const listed = (page: Page, name: RegExp) => page.getByRole('listitem').getByRole('button', { name })

test('an evening of drawing: every tool, style, order, copy, undo, and a saved chart that opens the same', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  const scripts: string[] = []
  page.on('request', request => scripts.push(new URL(request.url()).pathname))
  await openChart(page, `HKEX:${stock}`)
  await page.waitForLoadState('networkidle')
  expect(scripts.filter(path => /Drawings-/.test(path))).toEqual([])

  await page.getByRole('button', { name: 'All tools' }).click()
  const sheet = page.getByRole('dialog', { name: 'Drawing tools' })
  await expect(sheet.getByRole('listitem')).toHaveCount(21)
  await page.keyboard.press('Escape')

  const oneByOne: [string, ...[number, number][]][] = [
    ['Extended line', [0.1, 0.2], [0.2, 0.3]],
    ['Horizontal ray', [0.2, 0.8]],
    ['Anchored VWAP', [0.2, 0.5]],
    ['Fibonacci extension', [0.3, 0.8], [0.4, 0.4], [0.45, 0.6]],
    ['Rectangle with percent', [0.5, 0.2], [0.6, 0.4]],
    ['Circle', [0.65, 0.2], [0.7, 0.3]],
    ['Price range', [0.75, 0.2], [0.8, 0.5]],
    ['Date range', [0.1, 0.9], [0.3, 0.95]],
    ['Measure', [0.5, 0.9], [0.6, 0.6]],
    ['Long position', [0.65, 0.6]],
    ['Short position', [0.3, 0.3]],
  ]
  for (const [name, ...points] of oneByOne) {
    await takeTool(page, name)
    await press(page, ...points)
    await expect(page.getByRole('group', { name: `${name} selected` })).toBeVisible()
  }
  await takeTool(page, 'Brush')
  const [from, to] = [await spot(page, 0.85, 0.7), await spot(page, 0.95, 0.8)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 1; step <= 20; step++)
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 20, from.y + 20 * Math.sin(step / 2))
  await page.mouse.up()
  await takeTool(page, 'Callout')
  await press(page, [0.85, 0.3], [0.86, 0.1])
  await page.getByLabel('Text on the chart').fill('Breakout')
  await page.getByRole('button', { name: 'Place' }).click()

  await page.getByText('13 drawings', { exact: true }).click()
  await expect(listed(page, /^Long position: .*Target .*\(\+.*Stop .*\(-.*Risk to reward 1 : 2\.00$/)).toBeVisible()
  await expect(listed(page, /^Measure: .*\d bars, \d+ days, Volume /)).toBeVisible()
  await expect(listed(page, /^Price range: .*; -.*%\)$/)).toBeVisible()

  const bar = page.getByRole('group', { name: 'Callout selected' })
  await bar.getByRole('button', { name: 'Style' }).click()
  await bar.getByText('Heavy', { exact: true }).click()
  await bar.getByText('Dashed', { exact: true }).click()
  await bar.getByRole('radio', { name: 'Violet' }).check({ force: true })
  await bar.getByRole('button', { name: 'Change the text' }).click()
  await page.getByLabel('Text on the chart').fill('Breakout, again')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(listed(page, /^Breakout, again: /)).toBeVisible()
  await bar.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('14 drawings')).toBeVisible()
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'To the front' }) })
  await rows.last().getByRole('button', { name: 'To the front' }).click()
  await expect(rows.first()).toContainText('Extended line')
  await rows.first().getByRole('button', { name: 'Hide' }).click()
  await expect(rows.first()).toContainText('(hidden)')
  await page.getByRole('button', { name: 'Delete all' }).click()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('14 drawings', { exact: true }).click()
  await expect(rows).toHaveCount(14)
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(13)
  await expect(rows.last()).toContainText('Extended line')
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Redo' }).click()
  await expect(rows.first()).toContainText('(hidden)')

  const name = ownName('Drawn')
  const words = await rows.allInnerTexts()
  await saveAs(page, name)
  await openChart(page, 'HKEX:HSI')
  await openSaved(page, name)
  await page.getByText('14 drawings', { exact: true }).click()
  await expect.poll(() => rows.allInnerTexts()).toEqual(words)
  // By week a drawing made by day is of the same days.
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await expect(chart(page)).toHaveAccessibleName(/^Weekly/)
  await expect(listed(page, /^Circle: /)).toHaveText(words.find(text => text.startsWith('Circle'))!.trim())
})

test('drawing by keyboard alone: beyond the newest bar, point by point, copied, and told', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'All tools' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Trend line' }).press('Enter')
  await inHand(page, 'Trend line')
  await chart(page).focus()
  for (const key of ['End', 'ArrowUp', 'Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter'])
    await page.keyboard.press(key)
  await page.getByText('1 drawing', { exact: true }).click()
  const line = listed(page, /^Trend line: /)
  const days = (text: string) =>
    [...text.matchAll(/\d+ \w+ \d{4}/g)].map(([day]) => Date.parse(`${day} UTC`) / 86_400_000)
  const [first, second] = days(await line.innerText())
  expect(second! - first!).toBeGreaterThanOrEqual(3)
  const { to } = await seen(page)
  expect(second).toBeGreaterThan(Date.parse(`${to} UTC`) / 86_400_000)

  await chart(page).focus()
  const said = page.getByRole('status')
  await page.keyboard.press('2')
  await expect(said.filter({ hasText: 'Point 2 of 2' })).toBeAttached()
  const before = await line.innerText()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(line).not.toHaveText(before)
  expect(days(await line.innerText())[0]).toBe(first)
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+v')
  await expect(page.getByText('2 drawings')).toBeVisible()
  await expect(said.filter({ hasText: /^Trend line: .* pasted/ })).toBeAttached()
  await page.keyboard.press('Delete')
  await expect(said.filter({ hasText: 'Trend line deleted' })).toBeAttached()
  for (let step = 0; step < 4; step++) await page.keyboard.press('Control+z')
  await expect(page.getByText(/^\d drawings?$/)).toBeHidden()
  await page.keyboard.press('Control+y')
  await expect(page.getByText('1 drawing', { exact: true })).toBeVisible()
})

test('several at once by mouse: chosen with Shift, dragged together, undone in one step', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  for (const [at, down] of [
    [0, 0.3],
    [1, 0.7],
  ] as const) {
    await takeTool(page, 'Horizontal line')
    await press(page, [0.5, down])
    await expect(page.getByText(at === 0 ? '1 drawing' : '2 drawings', { exact: true })).toBeVisible()
  }
  await page.getByText('2 drawings', { exact: true }).click()
  const rows = listed(page, /^Horizontal line: /)
  const chosen = page.getByRole('listitem').getByRole('button', { pressed: true })
  await page.keyboard.press('Escape')
  await chart(page).focus()
  await page.keyboard.press('Escape')
  await expect(chosen).toHaveCount(0)
  await press(page, [0.4, 0.3])
  await expect(chosen).toHaveCount(1)
  await page.keyboard.down('Shift')
  await press(page, [0.4, 0.7])
  await page.keyboard.up('Shift')
  await expect(page.getByRole('group', { name: '2 drawings selected' })).toBeVisible()
  const before = await rows.allInnerTexts()
  const [from, to] = [await spot(page, 0.4, 0.3), await spot(page, 0.45, 0.4)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2)
  await page.mouse.move(to.x, to.y)
  await page.mouse.up()
  await expect(rows.filter({ hasText: before[0]! })).toHaveCount(0)
  await expect(rows.filter({ hasText: before[1]! })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => rows.allInnerTexts()).toEqual(before)
  await expect(page.getByRole('group', { name: '2 drawings selected' })).toBeVisible()
  // A press on one of them, without a drag, lets go of the other.
  await press(page, [0.4, 0.3])
  await expect(chosen).toHaveCount(1)
  await page.keyboard.press('Control+a')
  await expect(chosen).toHaveCount(2)
  await page.keyboard.press('Delete')
  await expect(page.getByText(/drawings?$/)).toHaveCount(0)
})

test('the magnet keeps points to the prices of their bar', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Fit' }).click()
  await page.getByRole('button', { name: '1m', exact: true }).click()
  const lines = listed(page, /^Horizontal line: /)
  const drawn = async () => {
    for (let at = 0; at < 21; at++) {
      await takeTool(page, 'Horizontal line')
      await press(page, [0.5, 0.15 + at * 0.035])
    }
    await page.getByText('21 drawings').click()
    const found = (await lines.allInnerTexts()).map(text => /: (.+) at ([\d.,]+)$/.exec(text)!)
    return { day: found[0]![1]!, prices: found.map(([, , price]) => price!) }
  }
  await page.getByRole('button', { name: /^Magnet/ }).click()
  await expect.poll(() => kept(page, 'drawingTools')).toMatchObject({ magnet: true })
  const { day, prices } = await drawn()
  await page.getByRole('button', { name: 'Table' }).click()
  const row = page.getByRole('row').filter({ hasText: day })
  await row.waitFor()
  const ofBar = (await row.getByRole('cell').allInnerTexts()).slice(0, 4).map(text => Number(text.replaceAll(',', '')))
  const onBar = prices.filter(price => ofBar.includes(Number(price.replaceAll(',', ''))))
  // More than one spot is within reach of one of the four.
  expect(onBar.length).toBeGreaterThan(1)
})

test('a drawing follows the adjustment of prices', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  const told = page.getByRole('status').filter({ hasText: /open .*, high / })
  // Older bars come after the newest: the first one is known once it stays the first.
  let first = ''
  await expect(async () => {
    const before = first
    await chart(page).focus()
    await page.keyboard.press('Home')
    first = await told.innerText()
    expect(first).toBe(before)
  }).toPass({ intervals: [1_000] })
  await page.getByRole('button', { name: 'Horizontal line', exact: true }).click()
  await inHand(page, 'Horizontal line')
  await chart(page).focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByText('1 drawing', { exact: true }).click()
  const line = listed(page, /^Horizontal line: /)
  const price = async () => Number(/at ([\d.,]+)/.exec(await line.innerText())![1]!.replaceAll(',', ''))
  const close = async () => {
    await chart(page).focus()
    await page.keyboard.press('Home')
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowRight')
    return Number(/close ([\d.,]+)/.exec(await told.innerText())![1]!.replaceAll(',', ''))
  }
  const before = await price()
  expect(before).toBeCloseTo(await close(), 2)
  for (const name of ['As traded', 'Adjusted: splits, dividends', 'Adjusted: splits']) {
    await page.getByLabel('Prices', { exact: true }).selectOption(name)
    await expect(chart(page).locator('canvas').first()).toBeVisible()
    await expect.poll(async () => Math.abs((await price()) - (await close())), name).toBeLessThan(0.011)
  }
  expect(await price()).toBe(before)
})

for (const { language, theme } of themes)
  test(`nothing of drawing is against the rules of accessibility (${language}, ${theme})`, async ({ page }) => {
    await page.addInitScript(
      ([spoken, chosen]) => {
        localStorage.setItem('language', spoken)
        localStorage.setItem('theme', chosen)
      },
      [language, theme] as const,
    )
    await signIn(page, 'hk-yearly', `/interactive-chart?symbol=HKEX:${stock}`)
    await expect(chart(page).locator('canvas').first()).toBeVisible()
    await page.getByRole('button', { name: language === 'zh' ? '所有工具' : 'All tools' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await noViolations(page)
    await sheet.getByRole('button', { name: language === 'zh' ? '矩形' : 'Rectangle', exact: true }).click()
    await press(page, [0.4, 0.3], [0.6, 0.6])
    await page.getByRole('button', { name: language === 'zh' ? '樣式' : 'Style' }).click()
    await page.locator('summary').last().click()
    await noViolations(page)
  })
