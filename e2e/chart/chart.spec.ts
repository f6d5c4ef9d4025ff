import { expect, test } from '@playwright/test'
import { listen, signIn, signInAs } from '../accounts.ts'
import { onOwnServer } from '../own-server.ts'
import { openDesk } from '../staff.ts'
import {
  apart,
  chart,
  daysLate,
  inView,
  longestClosure,
  openChart,
  openSaved,
  ownName,
  save,
  saveAs,
  seen,
  settled,
  spot,
  stock,
  studies,
  withStudy,
} from './chart-page.ts'
import { takeTool } from './drawing-page.ts'

test.beforeEach(({ context }) => apart(context))

test('the chart opens with six months of daily bars of the Hang Seng Index; “Wide” triples the price range (CHART-05, 06, 08, 10, 18, 19)', {
  tag: '@core',
}, async ({ page }) => {
  const calls = listen(page)
  await signInAs(page, 'hk-yearly')
  await openChart(page)
  await expect(chart(page)).toHaveAccessibleName(/^Daily price chart of HSI \(demo\)/)
  const opened = await settled(page)
  expect(opened.days).toBeGreaterThanOrEqual(90)
  const late = await daysLate(page, 6)
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThanOrEqual(longestClosure)
  const history = calls.find(({ call }) => call === 'GET /tvchart/history')!
  expect(Object.fromEntries(history.url.searchParams)).toMatchObject({
    symbol: 'HKEX:HSI',
    resolution: '1D',
    firstDataRequest: 'true',
    isSimulator: 'false',
    isStreaming: 'false',
    isGame: 'false',
    from: expect.stringMatching(/^\d+$/),
    to: expect.stringMatching(/^\d+$/),
  })
  // The average extends beyond the prices. Without the average, the scale fits the prices again.
  await withStudy(page, 'MA 50', 'Remove')
  await expect(studies(page)).toHaveCount(1)
  const fitted = await settled(page)
  await expect(page.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Wide' }).click()
  await expect
    .poll(async () => {
      const { low, high } = await seen(page)
      return (high - low) / (fitted.high - fitted.low)
    })
    .toBeCloseTo(3, 1)
})

test('studies are added, show their values and can be removed (CHART-17)', { tag: '@core' }, async ({ page }) => {
  await signInAs(page, 'hk-yearly')
  await openChart(page, `HKEX:${stock}`)
  await expect(studies(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Studies' }).click()
  for (const name of ['RSI', 'MACD', 'Bollinger bands', 'Exponential moving average'])
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(studies(page)).toHaveCount(7)
  for (const name of ['RSI 14', 'MACD 12, 26, 9', 'Bollinger 20, 2', 'EMA 20'])
    await expect(studies(page).filter({ hasText: name })).toHaveText(/\d\.\d/)
  await withStudy(page, 'MACD', 'Remove')
  await expect(studies(page)).toHaveCount(6)
})

test('the chart shows the past trades of a stock that is no longer traded', async ({ page }) => {
  const code = String(90_000 + Math.floor(Math.random() * 9_999))
  const days = [3, 4, 5, 6, 7].map(day => `2014-03-0${day},10,12,9,${day + 5},1000`)
  const desk = await openDesk(page)
  const priceCsv = ['date,open,high,low,close,volume', ...days].join('\n')
  await desk.ask(`/admin/data/stock/price/upload?exchange=TW&stockCode=${code}`, {
    method: 'POST',
    files: { priceCsv },
  })
  await desk.leave()
  await signInAs(page, 'hk-yearly')
  await openChart(page, `TW:${code}`)
  expect(await seen(page)).toMatchObject({ from: '3 March 2014', to: '7 March 2014' })
})

test('the chart’s search finds stocks by code and name, with exact codes first, and can be used by keyboard alone (CHART-21, 23)', {
  tag: '@core',
}, async ({ page }) => {
  const calls = listen(page)
  await signInAs(page, 'hk-yearly')
  await openChart(page)
  const field = page.getByRole('combobox', { name: 'Symbol' })
  const answered = page.waitForResponse(/tvchart\/search\?query=13&/)
  await field.focus()
  await page.keyboard.type('13')
  await expect(page.getByRole('option').first()).toHaveText(/^0013/)
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(chart(page)).toHaveAccessibleName(/0013/)
  const search = calls.find(
    ({ call, url }) => call === 'GET /tvchart/search' && url.searchParams.get('query') === '13',
  )!
  expect(Object.fromEntries(search.url.searchParams)).toEqual({ query: '13', exchange: 'HKEX', isSimulator: 'false' })
  await field.focus()
  const [{ description_zh: zh }] = (await (await answered).json()) as [{ description_zh: string }]
  await page.keyboard.type(zh.slice(0, 2))
  await expect(page.getByRole('option').first()).toContainText(zh.slice(0, 2))
  await field.fill('')
  await page.keyboard.type('nothing of that name')
  await expect(page.getByText('No matching symbol.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue(/0013/)
})

test('charts and templates can be saved, saved under a new name, opened and deleted (CHART-29, 30, 32 to 41)', async ({
  page,
}) => {
  const calls = listen(page)
  await signInAs(page, 'hk-yearly')
  await openChart(page, `HKEX:${stock}`)
  const [name, other, template] = [ownName('Bases'), ownName('Copy'), ownName('Momentum')]
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await page.getByRole('button', { name: 'Log' }).click()
  await page.getByRole('button', { name: 'Studies' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'RSI', exact: true }).click()
  await page.getByLabel('Template name').fill(template)
  await page.getByRole('button', { name: 'Save as template' }).click()
  await expect(page.getByRole('button', { name: `Apply ${template}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await save(page).click()
  await page.getByLabel('Chart name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const created = calls.find(({ call }) => call === 'POST /tvchart/storage/charts')!
  expect(Object.fromEntries(created.url.searchParams)).toEqual({ client: 'web', user: 'me' })
  expect(created.body).toMatchObject({ name, symbol: `HKEX:${stock}`, resolution: '1W' })
  expect(JSON.parse((created.body as { content: string }).content)).toMatchObject({
    v: 1,
    scale: 'log',
    resolution: '1W',
  })
  await saveAs(page, other)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as…' }).click()
  await page.getByLabel('Chart name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('You already have a chart with this name.')).toBeVisible()
  await page.getByLabel('Chart name').fill(other)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('Chart type').selectOption('Bars')
  await save(page).click()
  await expect
    .poll(() => calls.filter(({ call }) => /^POST \/tvchart\/storage\/charts\/\d+$/.test(call)).length)
    .toBe(2)

  await openChart(page, 'HKEX:HSI')
  await page.getByRole('tab', { name: 'Global stocks' }).click()
  await expect(chart(page)).toHaveAccessibleName(/US500/)
  await openSaved(page, name)
  await expect(page.getByRole('tab', { name: 'Hong Kong stocks' })).toHaveAttribute('aria-selected', 'true')
  await expect(chart(page)).toHaveAccessibleName(/^Weekly price chart of 0013/)
  await expect(studies(page).filter({ hasText: 'RSI 14' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Chart type')).toHaveValue('candles')

  await page.getByRole('button', { name: 'Open', exact: true }).click()
  for (const which of [name, other]) {
    await page.getByRole('button', { name: `Delete the chart ${which}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('button', { name: `Delete the chart ${which}` })).toBeHidden()
  }
  await page.keyboard.press('Escape')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Studies' }).click()
  await page.getByRole('button', { name: `Apply ${template}` }).click()
  await expect(studies(page).filter({ hasText: 'RSI 14' })).toBeVisible()
  await page.getByRole('button', { name: 'Studies' }).click()
  await page.getByRole('button', { name: `Delete the template ${template}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: `Apply ${template}` })).toBeHidden()
})

test('drawings made by mouse can be moved, deleted, undone and redone, and are saved with the chart', async ({
  page,
}) => {
  await signInAs(page, 'hk-yearly')
  await openChart(page, `HKEX:${stock}`)
  const tool = (name: string) => page.getByRole('button', { name, exact: true })
  const click = async (across: number, down: number) => {
    const { x, y } = await spot(page, across, down)
    await page.mouse.click(x, y)
  }
  const drag = async (from: [number, number], to: [number, number]) => {
    const [a, b] = [await spot(page, ...from), await spot(page, ...to)]
    await page.mouse.move(a.x, a.y)
    await page.mouse.down()
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
    await page.mouse.move(b.x, b.y)
    await page.mouse.up()
  }
  await tool('Trend line').click()
  await expect(page.getByText(/^Trend line: click or tap 2 points\./)).toBeVisible()
  await click(0.2, 0.3)
  await click(0.4, 0.6)
  await page.getByText('1 drawing', { exact: true }).click()
  const line = page.getByRole('button', { name: /^Trend line: / })
  await expect(line).toBeVisible()
  await expect(line).toHaveAttribute('aria-pressed', 'true')
  const where = await line.innerText()
  const before = await settled(page)
  await drag([0.3, 0.45], [0.35, 0.6])
  await expect(line).not.toHaveText(where)
  expect(await seen(page)).toEqual(before)
  await tool('Undo').click()
  await expect(line).toHaveText(where)
  await tool('Redo').click()
  await expect(line).not.toHaveText(where)

  for (const name of ['Rectangle', 'Ray', 'Fibonacci retracement']) {
    await tool(name).click()
    await drag([0.5, 0.2], [0.6, 0.5])
  }
  for (const name of ['Horizontal line', 'Vertical line']) {
    await tool(name).click()
    await click(0.8, 0.8)
  }
  await tool('Channel').click()
  await click(0.1, 0.8)
  await click(0.2, 0.7)
  await click(0.2, 0.9)
  await tool('Text').click()
  await click(0.7, 0.9)
  await page.getByLabel('Text on the chart').fill('Breakout')
  await page.getByRole('button', { name: 'Place' }).click()
  await expect(page.getByText('8 drawings')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Breakout: / })).toBeVisible()

  const name = ownName('Drawn')
  await saveAs(page, name)
  await openChart(page, 'HKEX:HSI')
  await openSaved(page, name)
  await expect(page.getByText('8 drawings')).toBeVisible()
  await page.getByText('8 drawings').click()
  await page.getByRole('button', { name: /^Breakout: / }).click()
  await chart(page).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('7 drawings')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('8 drawings')).toBeVisible()
})

test('the list of drawings does not move when the chart’s bases load later', async ({ page }) => {
  await signIn(page, 'hk-yearly', `/interactive-chart?symbol=HKEX:${stock}`)
  await takeTool(page, 'Horizontal line')
  const { x, y } = await spot(page, 0.5, 0.5)
  await page.mouse.click(x, y)
  const list = page.getByText('1 drawing', { exact: true })
  await expect(list).toBeVisible()
  const mayCome = Promise.withResolvers<void>()
  await page.route('**/assets/Patterns-*.js', async route => {
    await mayCome.promise
    await route.continue()
  })
  await page.reload()
  await expect(inView(page)).toBeAttached()
  const before = await list.boundingBox()
  mayCome.resolve()
  await expect(page.getByText(/^\d patterns?$/)).toBeVisible()
  expect(await list.boundingBox()).toEqual(before)
})

const widget = `const box = document.currentScript.parentElement.querySelector('.tradingview-widget-container__widget')
  let reached = 'shut in'
  try { reached = parent.document.title } catch {}
  box.textContent = 'Widget of ' + JSON.parse(document.currentScript.textContent).locale + ', ' + reached`
const withWidget = onOwnServer({ GLOBAL_CHART_WIDGET_URL: 'https://widget.example/widget.js' })
withWidget('the operator’s widget is the chart of global stocks, on a separate page (CHART-01)', async ({ page }) => {
  let widgetLoads = 0
  await page.route('https://widget.example/**', async route => {
    widgetLoads++
    await route.fulfill({ contentType: 'text/javascript', body: widget })
  })
  await signIn(page, 'free', '/interactive-chart')
  await expect(page.getByRole('combobox', { name: 'Symbol' })).toBeVisible()
  expect(widgetLoads).toBe(0)
  await page.getByRole('tab', { name: 'Global stocks' }).click()
  const frame = page.frameLocator('iframe[title="Chart of global stocks"]')
  await expect(frame.getByText('Widget of en, shut in')).toBeVisible()
  const policy = async (path: string) => (await page.request.get(path)).headers()['content-security-policy']
  expect(await policy('/chart-widget')).toContain('https://widget.example')
  for (const path of ['/interactive-chart', '/finlist-hk', '/practice/simulator'])
    expect(await policy(path)).not.toContain('widget.example')
  expect(widgetLoads).toBe(1)
})
