// @module-tag slow
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  chart,
  clickAt,
  drawings,
  hasCount,
  inHand,
  listed,
  numberIn,
  openChart,
  openSaved,
  press,
  saveAs,
  seen,
  settled,
  spot,
  stock,
  study,
  takeTool,
  textOf,
  textsOf,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { sticksOut } from '../../../../test/show.tsx'
import { touchScreen } from '../../../../test/touch.ts'

const symbol = `HKEX:${stock}`
const lines = () => listed(/^Horizontal line: /)
const prices = () => textsOf(lines()).map(text => numberIn(/at ([\d.,]+)/.exec(text)![1]!))

async function openOnPhone() {
  serveCharts()
  const hand = await touchScreen()
  await openChart(symbol, { screen: 'phone' })
  await settled()
  return hand
}

test('a trend line is drawn by two taps', async () => {
  const hand = await openOnPhone()
  await takeTool('Trend line')
  await expect.element(page.getByText(/^Trend line: click or tap 2 points\./)).toBeVisible()
  await hand.tap(spot(0.3, 0.3))
  await hand.tap(spot(0.7, 0.6))
  await drawings(1).click()
  await expect.element(listed(/^Trend line: /)).toHaveAttribute('aria-pressed', 'true')
})

test('a chart that was drawn on and saved on a desktop opens the same on a phone', async () => {
  serveCharts()
  await openChart(symbol)
  await button('Rectangle').click()
  await expect.element(page.getByText(/^Rectangle: click or tap 2 points\./)).toBeVisible()
  await clickAt([0.4, 0.2], [0.6, 0.5])
  await drawings(1).click()
  const rectangle = listed(/^Rectangle: /)
  const drawn = textOf(rectangle)
  await button('Studies').click()
  await page.getByRole('dialog').getByRole('button', { name: 'MACD' }).click()
  await press('Escape')
  await saveAs('From the desk')

  await openChart('HKEX:HSI', { screen: 'phone' })
  await openSaved('From the desk')
  await drawings(1).click()
  await expect.poll(() => textOf(rectangle)).toBe(drawn)
  await expect.element(study('MACD 12, 26, 9')).toBeVisible()
})

test('a phone has all drawing tools in a sheet and draws next to the finger; without a tool the chart still pans and zooms', async () => {
  const hand = await openOnPhone()
  await button('All tools').click()
  const sheet = page.getByRole('dialog', { name: 'Drawing tools' })
  await hasCount(sheet.getByRole('listitem'), 21)
  expect(sticksOut()).toEqual([])
  await sheet.getByRole('button', { name: 'Horizontal line' }).first().click()
  await inHand('Horizontal line')

  // The line is drawn above the sliding finger, where the user can see it.
  const { low, high } = await settled()
  const from = spot(0.3, 0.9)
  const finger = spot(0.6, 0.8)
  await hand.down(from)
  await hand.slide([from], [finger])
  await hand.up()
  await drawings(1).click()
  await hasCount(lines(), 1)
  const [first] = prices()

  scrollTo(0, 0)
  await takeTool('Horizontal line')
  await hand.tap(spot(0.6, 0.8))
  await hasCount(lines(), 2)
  const [second] = prices()
  // The line is 56 px above the finger, which is more than a tenth of the chart.
  expect(first! - second!).toBeGreaterThan((high - low) * 0.1)

  // A finger pans even if it starts on a line that is not selected, and two fingers zoom. Neither moves a drawing.
  await press('Escape')
  await button('Select and move').click()
  await hand.tap(spot(0.5, 0.05))
  await expect.element(page.getByRole('group', { name: 'Horizontal line selected' })).not.toBeInTheDocument()
  const words = textsOf(lines())
  const before = await settled()
  const [start, end] = [spot(0.3, 0.8), spot(0.8, 0.8)]
  await hand.down(start)
  await hand.slide([start], [end])
  await hand.up()
  await expect.poll(() => seen().from).not.toBe(before.from)
  const panned = await settled()
  const pair = (left: number, right: number) => [
    { ...spot(left, 0.5), id: 0 },
    { ...spot(right, 0.5), id: 1 },
  ]
  await hand.down(...pair(0.4, 0.6))
  await hand.slide(pair(0.4, 0.6), pair(0.1, 0.9))
  await hand.up()
  await expect.poll(() => seen().days).toBeLessThan(panned.days * 0.8)
  expect(textsOf(lines())).toEqual(words)

  // A drawing can be styled in a sheet once it is selected.
  await lines().first().click()
  chart().element().scrollIntoView({ block: 'nearest' })
  await button('Style').click()
  const styles = page.getByRole('dialog', { name: 'Horizontal line: style' })
  await styles.getByText('Dotted').click()
  await expect.element(styles.getByRole('radio', { name: 'Dotted' })).toBeChecked()
  expect(sticksOut()).toEqual([])
})

test('several drawings can be selected by touch on the chart and in the list, dragged together and deleted together', async () => {
  const hand = await openOnPhone()
  const tap = async (across: number, down: number) => {
    await settled()
    await hand.tap(spot(across, down))
  }
  for (const [at, down] of [0.25, 0.5, 0.75].entries()) {
    await takeTool('Horizontal line')
    await tap(0.5, down)
    await expect.element(drawings(at + 1)).toBeVisible()
  }
  // The drawing made last is selected, and its toolbar offers to select several.
  const bar = (count: number) =>
    page.getByRole('group', { name: count === 1 ? '1 drawing selected' : `${count} drawings selected` })
  await page
    .getByRole('group', { name: 'Horizontal line selected' })
    .getByRole('button', { name: 'Select several' })
    .click()
  await expect.element(bar(1)).toBeVisible()
  expect(sticksOut()).toEqual([])
  await tap(0.3, 0.25)
  await expect.element(bar(2)).toBeVisible()
  await tap(0.3, 0.25)
  await expect.element(bar(1)).toBeVisible()
  await tap(0.3, 0.25)
  await expect.element(bar(2)).toBeVisible()
  // A tap next to all drawings changes nothing.
  await tap(0.3, 0.37)
  await expect.element(bar(2)).toBeVisible()

  await drawings(3).click()
  const rows = lines()
  const before = textsOf(rows)
  scrollTo(0, 0)
  await settled()
  const [from, to] = [spot(0.4, 0.25), spot(0.4, 0.37)]
  await hand.down(from)
  await hand.slide([from], [to])
  await hand.up()
  // The list shows the newest first. The second drawing was not selected.
  await expect.poll(() => textsOf(rows).map((text, at) => text === before[at])).toEqual([false, true, false])
  await expect.element(bar(2)).toBeVisible()

  // The selection can be continued in the list.
  await rows.nth(1).click()
  await expect.element(bar(3)).toBeVisible()
  await rows.nth(0).click()
  await expect.element(bar(2)).toBeVisible()
  const other = textOf(rows.nth(0))
  await bar(2).getByRole('button', { name: 'Delete the selected drawings' }).click()
  await expect.element(drawings(1)).toBeVisible()
  expect(sticksOut()).toEqual([])
  expect(textOf(lines())).toBe(other)
})
