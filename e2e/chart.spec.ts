import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { noViolations } from './accessibility.ts'
import { alert, kept, listen, signIn } from './accounts.ts'
import {
  apart,
  chart,
  choose,
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
import { letThrough } from './held.ts'
import { onOwnServer } from './own-server.ts'
import { openDesk } from './staff.ts'
import { themes } from './themes.ts'

test.beforeEach(({ context }) => apart(context))

test('two tabs, Hong Kong and global stocks, and the last one is kept (CHART-01, 02, 15)', async ({ page }) => {
  await signIn(page, 'friend', '/interactive-chart')
  await expect(page.getByRole('tab', { name: 'Hong Kong stocks' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Global stocks' }).click()
  await expect(chart(page)).toHaveAccessibleName(/US500/)
  await expect.poll(() => kept(page, 'chartMarket')).toBe('US')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Global stocks' })).toHaveAttribute('aria-selected', 'true')
  await expect(chart(page)).toHaveAccessibleName(/US500/)
  for (const [market, index] of [
    ['JP', 'N225'],
    ['CN', 'CSI300'],
    ['TW', 'TAIEX'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Market' }).selectOption(market)
    await choose(page, index)
    await expect(chart(page)).toHaveAccessibleName(new RegExp(index))
  }
  await page.getByRole('tab', { name: 'Hong Kong stocks' }).click()
  await expect(chart(page)).toHaveAccessibleName(/HSI/)
})

test('it opens on the Hang Seng Index by day with six months in view and a tripled price scale (CHART-05, 06, 08, 10, 18, 19)', async ({
  page,
}) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/interactive-chart')
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
  // The average reaches beyond the prices: without it the scale is the prices' alone.
  await withStudy(page, 'MA 50', 'Remove')
  await expect(studies(page)).toHaveCount(1)
  const tripled = opened.high - opened.low
  await page.getByRole('button', { name: 'Fit' }).click()
  await expect
    .poll(async () => {
      const { low, high } = await seen(page)
      return tripled / (high - low)
    })
    .toBeCloseTo(3, 1)
})

test('the timeframe buttons, each of them by day (CHART-09)', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await expect(chart(page)).toHaveAccessibleName(/^Weekly/)
  for (const [name, months] of [
    ['1m', 1],
    ['3m', 3],
    ['6m', 6],
    ['1y', 12],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(chart(page)).toHaveAccessibleName(/^Daily/)
    await expect(page.getByRole('button', { name: 'D', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => daysLate(page, months), name).toBeLessThanOrEqual(longestClosure)
    await expect.poll(() => daysLate(page, months), name).toBeGreaterThanOrEqual(0)
  }
})

test('averages and look-backs follow the interval, and each study is there once (CHART-07, 11, 13)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  const has = async (...names: string[]) => {
    await expect(studies(page)).toHaveCount(3)
    for (const [at, name] of names.entries()) await expect(studies(page).nth(at)).toContainText(name)
  }
  await has('MA 50', 'Average 50', 'new high of 200')
  const asAt = await page.getByText(/^Prices as at /).innerText()
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await has('MA 10', 'Average 10', 'new high of 52')
  await expect(page.getByText(/^Prices as at /)).toHaveText(asAt)
  await page.getByRole('button', { name: 'M', exact: true }).click()
  await has('MA 10', 'Average 10', 'new high of 12')
  await expect(page.getByText(/^Prices as at /)).toHaveText(asAt)
  await choose(page, '0135')
  await has('MA 10', 'Average 10', 'new high of 12')
  await page.getByRole('button', { name: 'Studies' }).click()
  const strength = page.getByRole('group', { name: 'Relative strength line' }).getByLabel('Look-back')
  await expect(strength).toHaveAttribute('min', '10')
  await expect(strength).toHaveAttribute('max', '200')
  await strength.fill('500')
  await page.keyboard.press('Escape')
  await has('MA 10', 'Average 10', 'new high of 200')
})

test('studies are added and taken away, and the log scale is for prices alone (CHART-17)', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await expect(studies(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Studies' }).click()
  for (const name of ['RSI', 'MACD', 'Bollinger bands', 'Exponential moving average'])
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(studies(page)).toHaveCount(7)
  for (const name of ['RSI 14', 'MACD 12, 26, 9', 'Bollinger 20, 2', 'EMA 20'])
    await expect(studies(page).filter({ hasText: name })).toHaveText(/\d\.\d/)
  const underPrices = async () => {
    await expect(studies(page)).toHaveCount(7)
    await expect(inView(page)).toBeAttached()
    const { x, y, width, height } = (await chart(page).boundingBox())!
    const clip = { x, y: y + height * 0.6, width: width - 80, height: height * 0.35 }
    return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
  }
  const again = async () => {
    for (const [name, label] of [
      ['W', /^Weekly/],
      ['D', /^Daily/],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(chart(page)).toHaveAccessibleName(label)
    }
  }
  await again()
  const linear = await underPrices()
  await page.getByRole('button', { name: 'Log' }).click()
  await again()
  await expect.poll(underPrices).toBe(linear)
  await withStudy(page, 'MACD', 'Remove')
  await expect(studies(page)).toHaveCount(6)
})

test('the relative-strength line is the stock by the Hang Seng Index, and no index has one (CHART-12, 14, 27)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page)
  await expect(studies(page)).toHaveCount(2)
  await expect(page.getByText(/RS line/)).toBeHidden()
  const close = async () =>
    Number(/Close ([\d,.]+)/.exec(await page.getByRole('tabpanel').innerText())![1]!.replaceAll(',', ''))
  const index = await close()
  await openChart(page, `HKEX:${stock}`)
  await expect(studies(page).nth(2)).toContainText('RS line')
  const strength = Number(/(\d\.\d+)/.exec(await studies(page).nth(2).innerText())![1])
  expect(strength).toBeCloseTo((await close()) / index, 6)
})

test('without the rights there is no relative strength, no patterns and no marks, and the chart stands (CHART-27)', async ({
  page,
}) => {
  await signIn(page, 'free', '/interactive-chart')
  const right = page.waitForResponse(response => response.url().includes('/tvchart/rsline'))
  await openChart(page, `HKEX:${stock}`)
  expect((await right).status()).toBe(403)
  await expect(studies(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Patterns' })).toBeHidden()
})

test('marks are asked for and shown on an index alone (CHART-24)', async ({ page }) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page)
  const marks = () => calls.filter(({ call }) => call === 'GET /tvchart/marks')
  await expect.poll(() => marks().length).toBeGreaterThan(0)
  expect(Object.fromEntries(marks()[0]!.url.searchParams)).toMatchObject({ symbol: 'HKEX:HSI', from: '0' })
  await chart(page).focus()
  const said = page.getByRole('status').filter({ hasText: /term: / })
  // Walks the last 80 bars, again and again until their marks are loaded.
  for (let step = 0; (await said.count()) === 0; step++) await page.keyboard.press(step % 80 ? 'ArrowLeft' : 'End')
  await expect(said.first()).toHaveText(/(Short|Mid to long) term: (Uptrend|Downtrend|Under pressure|Rally attempt)/)
  const asked = marks().length
  await openChart(page, `HKEX:${stock}`)
  await expect(page.getByRole('button', { name: 'Patterns' })).toBeVisible()
  expect(marks()).toHaveLength(asked)
})

test('patterns with their facts and zones, to be switched off (CHART-25, 31)', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByText(/^\d+ patterns$/).click()
  const list = page.getByRole('listitem').filter({ hasText: /^(Cup|Cup with handle|Flat base|Double bottom)/ })
  await expect(list.first()).toBeVisible()
  await list.last().getByRole('button').click()
  await expect(list.last().getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  for (const fact of ['Length (weeks)', 'Depth (%)', 'Pivot', 'From the pivot (%)'])
    await expect(page.getByRole('term').filter({ hasText: fact }).first()).toBeVisible()
  for (const zone of ['Up to 5% above the pivot', '7-8% below the pivot', '20-25% above the pivot'])
    await expect(page.getByText(zone)).toBeVisible()
  await page.getByRole('button', { name: 'Patterns', exact: true }).click()
  await expect(list).toHaveCount(0)
  await page.getByRole('button', { name: 'M', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Patterns', exact: true })).toBeHidden()
})

test('a stock that traded long ago, and not since, shows what it traded', async ({ page }) => {
  const code = String(90_000 + Math.floor(Math.random() * 9_999))
  const days = [3, 4, 5, 6, 7].map(day => `2014-03-0${day},10,12,9,${day + 5},1000`)
  const desk = await openDesk(page)
  const priceCsv = ['date,open,high,low,close,volume', ...days].join('\n')
  await desk.ask(`/admin/data/stock/price/upload?exchange=TW&stockCode=${code}`, {
    method: 'POST',
    files: { priceCsv },
  })
  await desk.leave()
  await signIn(page, 'hk-yearly', '/education')
  await openChart(page, `TW:${code}`)
  expect(await seen(page)).toMatchObject({ from: '3 March 2014', to: '7 March 2014' })
})

test('no prices: an empty chart in words, and a way back (CHART-19)', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/education')
  await page.route('**/api/tvchart/history**', route => route.abort())
  await page.goto(`/interactive-chart?symbol=HKEX:${stock}`)
  await expect(page.getByText('No prices came for this chart.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Symbol' })).toBeVisible()
  await letThrough(page, '**/api/tvchart/history**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(chart(page).locator('canvas').first()).toBeVisible()
  await page.goto('/interactive-chart?symbol=HKEX:9999')
  await expect(page.getByText('No symbol HKEX:9999 is known here.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
})

test('the search finds by code and name, by keyboard alone, numbers first (CHART-21, 23)', async ({ page }) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/interactive-chart')
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
  await expect(page.getByText('Nothing of that code or name is listed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue(/0013/)
})

test('Enter before the search has answered takes what it finds first, unless somebody types on (CHART-21)', async ({
  page,
}) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page)
  const held = new Map<string, Promise<void>>()
  const hold = (query: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held.set(query, promise)
    return resolve
  }
  await page.route('**/tvchart/search?*', async route => {
    await held.get(new URL(route.request().url()).searchParams.get('query')!)
    await route.continue()
  })
  const field = page.getByRole('combobox', { name: 'Symbol' })
  const answer13 = hold('13')
  await field.focus()
  await page.keyboard.type('13')
  await page.keyboard.press('Enter')
  answer13()
  await expect(chart(page)).toHaveAccessibleName(/0013/)
  await expect(field).toHaveValue(/0013/)

  const answer00 = hold('00')
  await page.keyboard.type('00')
  await page.keyboard.press('Enter')
  await page.keyboard.type('13')
  await expect(page.getByRole('option').first()).toHaveText(/^0013/)
  answer00()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveValue('0013')
})

test('keys walk the bars and zoom, each step is read out, and the table says the same', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await chart(page).focus()
  const { days } = await settled(page)
  await page.keyboard.press('End')
  const said = page.getByRole('status').filter({ hasText: /open .*, high / })
  await expect(said).toHaveText(/2\d{3}: open [\d.]+, high [\d.]+, low [\d.]+, close [\d.]+, volume/)
  const newest = await said.innerText()
  await page.keyboard.press('ArrowLeft')
  await expect(said).not.toHaveText(newest)
  await page.keyboard.press('-')
  await expect(page.getByRole('status').filter({ hasText: /^In view: / })).toBeVisible()
  await expect.poll(async () => (await seen(page)).days).toBeGreaterThan(days * 1.1)
  await chart(page).evaluate(at => {
    const key = () => at.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true, cancelable: true }))
    key()
    key()
  })
  await expect.poll(async () => (await seen(page)).days).toBeLessThan(days)
  await page.keyboard.press('0')
  // Whether the bar at the edge is in view depends on the width of the price axis.
  await expect.poll(async () => Math.abs((await seen(page)).days - days)).toBeLessThan(4)
  await page.getByRole('button', { name: 'Table' }).click()
  const row = page.getByRole('region', { name: 'Table' }).getByRole('row').nth(1)
  const [, close = ''] = /close ([\d.]+)/.exec(newest) ?? []
  await expect(row.getByRole('cell').nth(3)).toHaveText(close)
  await expect(page.getByRole('columnheader', { name: 'MA 50' })).toBeVisible()
  await chart(page).focus()
  await page.keyboard.press('Home')
  await expect(said).not.toHaveText(newest)
  const [, first = ''] = /close ([\d.]+)/.exec(await said.innerText()) ?? []
  await expect(page.locator('p[aria-hidden]').filter({ hasText: 'Open' })).toContainText(`Close ${first}`)

  // The last announcement is neither repeated in the new language nor left in the old one.
  await page.route('**/api/users/user', route =>
    // Other tests use the account too: its language is not saved.
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitemradio', { name: '繁體中文' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: /open .*, high / })).toHaveCount(0)
})

test('charts are saved, saved as, opened and deleted; templates likewise (CHART-29, 30, 32 to 41)', async ({
  page,
}) => {
  const calls = listen(page)
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  const [name, other, template] = [ownName('Bases'), ownName('Copy'), ownName('Momentum')]
  await page.getByRole('button', { name: 'W', exact: true }).click()
  await page.getByRole('button', { name: 'Log' }).click()
  await page.getByRole('button', { name: 'Studies' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'RSI', exact: true }).click()
  await page.getByLabel('Name of a template').fill(template)
  await page.getByRole('button', { name: 'Save as template' }).click()
  await expect(page.getByRole('button', { name: `Apply ${template}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await save(page).click()
  await page.getByLabel('Name of the chart').fill(name)
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
  await page.getByLabel('Name of the chart').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('You have a chart of that name.')).toBeVisible()
  await page.getByLabel('Name of the chart').fill(other)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('Shape of the bars').selectOption('Bars')
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
  await expect(page.getByLabel('Shape of the bars')).toHaveValue('candles')

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

test('a failed save is said in an alert, and a chart in a foreign format is left alone (CHART-33, 42)', async ({
  page,
}) => {
  await signIn(page, 'us-yearly', '/interactive-chart')
  await openChart(page)
  await page.route('**/api/tvchart/storage/charts?**', route =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await save(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  expect(await alert(page)).toBe('This could not be saved or read. Please try again.')
  await letThrough(page, '**/api/tvchart/storage/charts?**')
  await page.keyboard.press('Escape')

  const foreign = ownName('Foreign')
  await page.evaluate(saveForeign, foreign)
  await openSaved(page, foreign)
  expect(await alert(page)).toBe(`Open failed: ${foreign} is not in this chart's format. It was left as it is.`)
  await expect(page.getByRole('button', { name: `Delete the chart ${foreign}` })).toBeVisible()
})

/** Runs in the browser: saves a chart as another charting program would, in the same place. */
async function saveForeign(name: string) {
  const token = await fetch('/auth/token', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  const { accessToken } = (await token.json()) as { accessToken: string }
  await fetch('/api/tvchart/storage/charts?client=web', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${accessToken}`,
      'Content-Type': 'application/json',
      'X-Device-Id': localStorage.getItem('deviceId')!,
      'X-Device-Key': localStorage.getItem('deviceKey')!,
    },
    body: JSON.stringify({ name, content: '{"charts":[]}', symbol: 'HKEX:HSI', resolution: '1D' }),
  })
}

test('drawing by mouse: placed, moved, deleted, undone and done again, and saved with the chart', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
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

test('drawing by keyboard: arrows walk and raise, Enter sets the points', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await page.getByRole('button', { name: 'Trend line', exact: true }).click()
  await expect(page.getByText(/^Trend line: click or tap 2 points\./)).toBeVisible()
  await chart(page).focus()
  for (const key of ['End', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key)
  await page.getByText('1 drawing', { exact: true }).click()
  const line = page.getByRole('button', { name: /^Trend line: / })
  const where = await line.innerText()
  await chart(page).focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(line).not.toHaveText(where)
  const row = page.getByRole('listitem').filter({ has: line })
  await row.getByRole('button', { name: 'Lock' }).click()
  const locked = await line.innerText()
  await chart(page).focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(line).toHaveText(locked)
  await page.keyboard.press('Control+z')
  await expect(row.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()

  await page.reload()
  await page.getByText('1 drawing', { exact: true }).click()
  await expect(line).toHaveText(locked)
  await choose(page, '0135')
  await expect(page.getByText('1 drawing', { exact: true })).toBeHidden()
  await openChart(page, `HKEX:${stock}`)
  await page.getByText('1 drawing', { exact: true }).click()
  await line.click()
  await chart(page).focus()
  await page.keyboard.press('Delete')
  await expect(line).toBeHidden()
  await page.reload()
  await expect(chart(page)).toBeVisible()
  await expect(page.getByText('1 drawing', { exact: true })).toBeHidden()
})

test('the list of drawings stays where it came when the bases come after it', async ({ page }) => {
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

test('the chart is taken along as a picture and as data', async ({ page }) => {
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page, `HKEX:${stock}`)
  await expect(studies(page)).toHaveCount(3)
  const taken = async (item: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
  }
  const picture = await taken('Picture (PNG)')
  expect(picture.name).toMatch(/^0013 1D \d{4}-\d\d-\d\d Demo data\.png$/)
  expect(picture.content.subarray(1, 4).toString()).toBe('PNG')
  const width = picture.content.readUInt32BE(16)
  expect(width).toBeGreaterThan(700)
  const data = await taken('Data (CSV)')
  expect(data.name).toMatch(/^0013 1D \d{4}-\d\d-\d\d Demo data\.csv$/)
  const [head, first = ''] = data.content.toString().replace('\uFEFF', '').split('\r\n')
  expect(head).toMatch(/^date,open,high,low,close,volume,MA 50,Average 50,"RS line, new high of 200"$/)
  expect(first).toMatch(/^\d{4}-\d\d-\d\d(,[\d.]+){5},/)
})

test('the page is styled for the chart while it is shown, and as before after it (CHART-03, 04, 43)', async ({
  page,
}) => {
  const hosts = new Set<string>()
  page.on('request', request => hosts.add(new URL(request.url()).host))
  await signIn(page, 'hk-yearly', '/interactive-chart')
  await openChart(page)
  const content = page.locator('#content')
  await expect(content).toHaveCSS('max-width', 'none')
  const box = (await chart(page).boundingBox())!
  expect(box.width).toBeGreaterThanOrEqual(800)
  expect(box.height).toBeGreaterThanOrEqual(500)
  await page.getByRole('link', { name: 'Watchlists' }).first().click()
  await expect(chart(page)).toBeHidden()
  await expect(content).not.toHaveCSS('max-width', 'none')
  expect([...hosts]).toEqual([new URL(page.url()).host])
})

for (const { language, theme } of themes)
  test(`nothing is against the rules of accessibility (${language}, ${theme})`, async ({ page }) => {
    await page.addInitScript(
      ([spoken, chosen]) => {
        localStorage.setItem('language', spoken)
        localStorage.setItem('theme', chosen)
      },
      [language, theme] as const,
    )
    await signIn(page, 'hk-yearly', `/interactive-chart?symbol=HKEX:${stock}`)
    await expect(studies(page)).toHaveCount(3)
    await page.locator('summary').first().click()
    await page.getByRole('button', { name: language === 'zh' ? '表格' : 'Table' }).click()
    await noViolations(page)
    await page.getByRole('button', { name: language === 'zh' ? '技術指標' : 'Studies' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await noViolations(page)
  })

const widget = `const box = document.currentScript.parentElement.querySelector('.tradingview-widget-container__widget')
  let reached = 'shut in'
  try { reached = parent.document.title } catch {}
  box.textContent = 'Widget of ' + JSON.parse(document.currentScript.textContent).locale + ', ' + reached`
const withWidget = onOwnServer({ GLOBAL_CHART_WIDGET_URL: 'https://widget.example/widget.js' })
withWidget('the operator’s widget is the chart of global stocks, on a page of its own (CHART-01)', async ({ page }) => {
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
