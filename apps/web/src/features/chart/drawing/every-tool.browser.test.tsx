import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  type At,
  button,
  chart,
  clickAt,
  dragAlong,
  drawings,
  hasCount,
  inHand,
  listed,
  openChart,
  openSaved,
  press,
  saveAs,
  settled,
  spot,
  stock,
  takeTool,
  textOf,
  textsOf,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { looks, noViolations } from '../../../../test/show.tsx'

const symbol = `HKEX:${stock}`
const oneByOne: [string, ...At[]][] = [
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
const text = () => page.getByRole('textbox', { name: 'Text on the chart' })
const front = () => button('Bring to front')
const rows = () => page.getByRole('listitem').filter({ has: front() })

/** Draws with every tool that is not in the first row, and opens the list of drawings. */
async function drawAll() {
  await openChart(symbol)
  await settled()
  for (const [name, ...points] of oneByOne) {
    await takeTool(name)
    await clickAt(...points)
    await expect.element(page.getByRole('group', { name: `${name} selected` })).toBeVisible()
  }
  await takeTool('Brush')
  const [from, to] = [spot(0.85, 0.7), spot(0.95, 0.8)]
  const stroke = Array.from({ length: 20 }, (_, at) => ({
    x: from.x + ((to.x - from.x) * (at + 1)) / 20,
    y: from.y + 20 * Math.sin((at + 1) / 2),
  }))
  await dragAlong([from, ...stroke])
  await takeTool('Callout')
  await clickAt([0.85, 0.3], [0.86, 0.1])
  await text().fill('Breakout')
  await button('Place').click()
  await drawings(13).click()
}

test('every tool draws, and its drawings can be styled, ordered, copied, undone and opened again as saved', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openChart(symbol)
  await button('All tools').click()
  const sheet = page.getByRole('dialog', { name: 'Drawing tools' })
  await hasCount(sheet.getByRole('listitem'), 21)
  await press('Escape')

  await drawAll()
  await expect.element(listed(/^Long position: .*Target .*\(\+.*Stop .*\(-.*Risk to reward 1 : 2\.00$/)).toBeVisible()
  await expect.element(listed(/^Measure: .*\d bars, \d+ days, Volume /)).toBeVisible()
  await expect.element(listed(/^Price range: .*; -.*%\)$/)).toBeVisible()

  const bar = page.getByRole('group', { name: 'Callout selected' })
  await bar.getByRole('button', { name: 'Style' }).click()
  await bar.getByText('Heavy').click()
  await bar.getByText('Dashed').click()
  await bar.getByRole('radio', { name: 'Violet' }).click({ force: true })
  await bar.getByRole('button', { name: 'Edit text' }).click()
  await text().fill('Breakout, again')
  await button('Change').click()
  await expect.element(listed(/^Breakout, again: /)).toBeVisible()
  await bar.getByRole('button', { name: 'Copy' }).click()
  await expect.element(drawings(14)).toBeVisible()
  await rows().last().getByRole('button', { name: 'Bring to front' }).click()
  await expect.element(rows().first()).toMatchTextContent('Extended line')
  await rows().first().getByRole('button', { name: 'Hide' }).click()
  await expect.element(rows().first()).toMatchTextContent('(hidden)')
  await button('Delete all').click()
  await hasCount(rows(), 0)
  await button('Undo').click()
  await drawings(14).click()
  await hasCount(rows(), 14)
  for (let step = 0; step < 3; step++) await button('Undo').click()
  await hasCount(rows(), 13)
  await expect.element(rows().last()).toMatchTextContent('Extended line')
  for (let step = 0; step < 3; step++) await button('Redo').click()
  await expect.element(rows().first()).toMatchTextContent('(hidden)')

  const words = textsOf(rows())
  await saveAs('Drawn')
  await openChart('HKEX:HSI')
  await openSaved('Drawn')
  await drawings(14).click()
  await expect.poll(() => textsOf(rows())).toEqual(words)
  // On a weekly chart, a drawing made on a daily chart keeps its days.
  await button('W').click()
  await expect.element(chart()).toHaveAccessibleName(/^Weekly/)
  await expect.poll(() => textOf(listed(/^Circle: /))).toBe(words.find(it => it.startsWith('Circle'))!.trim())
})

test.each(looks)('drawing has no accessibility violations ($language, $theme)', { tags: ['slow'] }, async look => {
  serveCharts()
  await openChart(symbol, look)
  const isChinese = look.language === 'zh'
  await button(isChinese ? '所有工具' : 'All tools').click()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet).toBeVisible()
  await noViolations()
  await sheet
    .getByRole('button', { name: isChinese ? '矩形' : 'Rectangle' })
    .first()
    .click()
  await expect.element(sheet).not.toBeInTheDocument()
  await inHand(isChinese ? '矩形' : 'Rectangle')
  await clickAt([0.4, 0.3], [0.6, 0.6])
  await button(isChinese ? '樣式' : 'Style').click()
  ;(page.getByCss('summary').last().element() as HTMLElement).click()
  await noViolations()
})
