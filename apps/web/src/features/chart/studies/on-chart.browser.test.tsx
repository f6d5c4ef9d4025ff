// @module-tag slow
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  chart,
  dragAlong,
  focus,
  hasCount,
  hasStudies,
  openChart,
  openSaved,
  press,
  saveAs,
  seen,
  settled,
  stock,
  studies,
  study,
  withStudy,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { looks, noViolations } from '../../../../test/show.tsx'

const symbol = `HKEX:${stock}`
const everyStudy = [
  'Moving average',
  'Exponential moving average',
  'Weighted moving average',
  'Volume-weighted moving average',
  'Bollinger bands',
  'Keltner channels',
  'Donchian channels',
  'RSI',
  'Stochastic',
  'MACD',
  'ADX',
  'Average true range',
  'On-balance volume',
  'Distance to the 52-week high',
]
const dialog = () => page.getByRole('dialog', { name: 'Studies' })

test('by keyboard a study can be found by typing, added, set, moved, styled, hidden, shown and removed', async () => {
  serveCharts()
  await openChart(symbol)
  await hasCount(studies(), 3)
  focus(button('Studies'))
  await press('Enter')
  const field = dialog().getByRole('searchbox', { name: 'Find a study' })
  await expect.element(field).toBeVisible()
  focus(field)
  for (const typed of ['exp', 'exp', 'atr']) await press(...typed.split(''), 'Enter')
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Average true range added')
  await hasCount(studies(), 6)
  await hasCount(study('EMA 20'), 2)

  await dialog().getByRole('group', { name: 'Exponential moving average 2' }).getByLabelText('Bars').fill('8')
  await expect.element(study('EMA 8')).toMatchTextContent(/EMA 8 \d/)

  // Moves the true range from below the volume to above it.
  const handle = dialog().getByRole('button', { name: 'Move Average true range' })
  focus(handle)
  await press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp')
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Average true range: 2 of 6')
  await expect.element(handle).toHaveFocus()
  await expect.element(studies().nth(1)).toMatchTextContent('ATR 14')

  focus(dialog().getByRole('button', { name: 'Style of Average true range' }))
  await press('Enter')
  const style = dialog().getByRole('region', { name: 'Style of Average true range' })
  focus(style.getByRole('group', { name: 'Colour' }).getByRole('radio', { name: 'Auto' }))
  await press('ArrowRight', 'ArrowRight')
  await expect.element(style.getByRole('radio', { name: 'Purple' })).toBeChecked()
  focus(style.getByRole('group', { name: 'Line' }).getByRole('radio', { name: 'Auto' }))
  await press('ArrowRight', 'ArrowRight')
  await expect.element(style.getByRole('radio', { name: 'Dashed' })).toBeChecked()
  const height = style.getByRole('slider', { name: 'Pane height' })
  focus(height)
  await press('End')
  await expect.element(height).toHaveValue('4')
  await press('Escape')
  await expect.element(dialog()).not.toBeInTheDocument()

  await withStudy('ATR', 'Hide')
  await expect.element(study('Average true range')).not.toMatchTextContent(/\d\.\d/)
  // Zooming must not change the height of a hidden study's pane.
  focus(chart())
  await press('+', '-')
  await withStudy('Average true range', 'Show')
  await expect.element(study('ATR 14')).toMatchTextContent(/\d\.\d/)
  await withStudy('ATR 14', 'Settings of')
  const settings = page.getByRole('dialog', { name: 'Settings of Average true range' })
  await expect.element(settings.getByRole('radio', { name: 'Purple' })).toBeChecked()
  await expect.element(settings.getByRole('slider')).toHaveValue('4')
  focus(settings.getByRole('button', { name: 'Remove Average true range' }))
  await press('Enter')
  await expect.element(settings).not.toBeInTheDocument()
  await hasCount(studies(), 5)
})

test('every study shows a value, and the last one can be dragged up', async () => {
  serveCharts()
  await openChart(symbol)
  await button('Studies').click()
  for (const name of ['Relative strength line', 'Volume', 'Moving average'])
    await dialog()
      .getByRole('button', { name: `Remove ${name}` })
      .click()
  await expect.element(dialog().getByText('No studies on the chart.')).toBeVisible()
  const addButton = (name: string) => dialog().getByRole('button', { name })
  const add = async (name: string) => {
    await addButton(name).click()
    await expect.element(studies().last()).toMatchTextContent(/\d/)
  }
  for (const name of everyStudy) await add(name)
  const last = dialog().getByRole('button', { name: 'Move Distance to the 52-week high' })
  last.element().scrollIntoView({ block: 'center' })
  const { x, y, height } = last.element().getBoundingClientRect()
  const start = { x: x + 10, y: y + height / 2 }
  await dragAlong([start, ...Array.from({ length: 12 }, (_, at) => ({ x: start.x, y: start.y - 6 * (at + 1) }))])
  await expect.element(studies().last()).toMatchTextContent('OBV')
  await expect.element(dialog().getByRole('status')).toMatchTextContent(/^Distance to the 52-week high: \d+ of 14$/)
})

test('the rank study shows a stock’s rank in each list; an index has none', async () => {
  const newest = Date.parse('2026-07-17')
  const lists = Array.from({ length: 30 }, (_, ago) => ({
    issueDate: new Date(newest - ago * 7 * 86_400_000).toISOString().slice(0, 10),
    place: 3,
    of: 40,
    percivalScore: 90,
    rank: 97 - (ago % 5),
    patternType: 'NIL',
    close: 80,
    buyPoint: -1,
  }))
  serveCharts({ 'GET /finlist/HKEX/earlier': () => ({ data: lists }) })
  await openChart(symbol)
  await button('Studies').click()
  const add = dialog().getByRole('button', { name: 'RS rank, from FinList' })
  await add.click()
  await press('Escape')
  await expect.element(study('RS rank')).toMatchTextContent(/RS rank 9[3-7]$/)
  await openChart('HKEX:HSI')
  await button('Studies').click()
  await expect.element(dialog().getByRole('button', { name: 'Average true range' })).toBeVisible()
  await hasCount(add, 0)
})

test('a preset replaces the averages and follows the interval', async () => {
  serveCharts()
  await openChart(symbol)
  await button('Studies').click()
  await button('10-week and 40-week averages').click()
  await press('Escape')
  await hasStudies('MA 50', 'MA 200', 'Average 50', 'RS line')
  await button('W').click()
  await hasStudies('MA 10', 'MA 40', 'Average 10', 'RS line')
  await button('Studies').click()
  await button('21 EMA and 50 SMA').click()
  await press('Escape')
  await expect.element(studies().nth(0)).toMatchTextContent('EMA 21')
  await hasCount(studies(), 4)
})

test('each bar shape is drawn differently, keeps the view, and is saved together with styles and pane heights', async () => {
  const called = serveCharts()
  await openChart(symbol)
  await hasCount(studies(), 3)
  const shape = page.getByRole('combobox', { name: 'Chart type' })
  const picture = () => [...chart().element().querySelectorAll('canvas')].map(it => it.toDataURL()).join()
  const pictures = new Set<string>()
  const { from, to } = await settled()
  for (const name of ['Candles', 'Hollow candles', 'Bars', 'Line', 'Area', 'Heikin-Ashi']) {
    await shape.selectOptions(name)
    await expect.poll(() => pictures.has(picture()), { message: name }).toBe(false)
    pictures.add(picture())
    expect(seen()).toMatchObject({ from, to })
  }
  expect(pictures.size).toBe(6)
  await button('Studies').click()
  await button('Style of Volume').click()
  await page.getByRole('slider').fill('2.5')
  await page.getByText('Dotted').click()
  await press('Escape')
  await saveAs('Styled')
  const { content } = called.find(({ call }) => call === 'POST /tvchart/storage/charts')!.body as { content: string }
  expect(JSON.parse(content)).toMatchObject({
    kind: 'heikin-ashi',
    studies: [
      { type: 'SMA', pane: 'price' },
      { type: 'VOL', pane: 'volume', style: { line: 'dotted' } },
      { type: 'RS' },
    ],
  })
  await openChart('HKEX:HSI')
  await openSaved('Styled')
  await expect.element(shape).toHaveValue('heikin-ashi')
  await withStudy('Volume', 'Settings of')
  await expect.element(page.getByRole('radio', { name: 'Dotted' })).toBeChecked()
  expect(Number((page.getByRole('slider').element() as HTMLInputElement).value)).toBeCloseTo(2.5, 1)
})

test.each(looks)('studies have no accessibility violations with a style open ($language, $theme)', async look => {
  serveCharts()
  await openChart(symbol, look)
  await hasCount(studies(), 3)
  await studies().nth(1).hover()
  await noViolations()
  await studies().nth(1).getByRole('button').nth(1).click()
  await expect.element(page.getByRole('slider')).toBeVisible()
  await noViolations()
})
