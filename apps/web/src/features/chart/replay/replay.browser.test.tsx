// @module-tag slow
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  addCompared,
  button,
  chart,
  choose,
  clickAt,
  compared,
  drawings,
  focus,
  hasCount,
  inView,
  numberIn,
  openChart,
  openScreen,
  press,
  stock,
  studies,
  takeTool,
  textOf,
  textsOf,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { addressNow, looks, noViolations, sticksOut } from '../../../../test/show.tsx'

const symbol = `HKEX:${stock}`
/** A start before the stock's dividend of June 2026. */
const start = '2026-05-20'
const told = () => page.getByText(/^Today is /)

async function openReplay(from = start) {
  await openScreen(`?symbol=${symbol}&replay=${from}`)
  await expect.element(told()).toBeVisible()
  await expect.element(inView()).toBeInTheDocument()
}

/** The day that the replay has reached, as shown on the page. */
const today = () => new Date(`${textOf(told()).replace('Today is ', '')} UTC`).toISOString().slice(0, 10)
const daysFrom = (day: string) => (Date.parse(today()) - Date.parse(day)) / 86_400_000
const next = () => button(/^Next (day|week)$/)
/** Takes one step of the replay and waits for it. */
async function stepOn() {
  const before = today()
  await next().click()
  await expect.poll(today).not.toBe(before)
  return today()
}
const closeNow = () => numberIn(/Close ([\d,.]+)/.exec(textOf(page.getByRole('tabpanel')))![1]!)

type Called = ReturnType<typeof serveCharts>
/** The requests to the datafeed, each with the latest day anywhere in its response. */
const heard = (called: Called) =>
  called.flatMap(({ call, search, answer }) => {
    const [, path] = /tvchart\/(history|patterns|actions|marks)$/.exec(call) ?? []
    return path ? [{ path, asOf: search.get('asOf'), step: search.get('step'), newest: newestIn(answer) }] : []
  })
function newestIn(answer: unknown) {
  const days = [...JSON.stringify(answer).matchAll(/"exDate":"(\d{4}-\d\d-\d\d)"/g)].map(([, day]) => day!)
  const { t = [], time = [] } = answer as { t?: number[]; time?: number[] }
  const points = Array.isArray(answer)
    ? answer.flatMap(it => ((it as { points?: { time: number }[] }).points ?? []).map(point => point.time))
    : []
  const times = [...t, ...time, ...points].map(seconds => new Date(seconds * 1_000).toISOString().slice(0, 10))
  return [...days, ...times].toSorted().at(-1) ?? ''
}

test('a replay starts on a chosen day or bar, advances by key, plays, pauses and returns to today', async () => {
  const called = serveCharts()
  await openChart(symbol)
  await button('Replay').click()
  const field = page.getByRole('form', { name: 'Replay the past' }).getByLabelText('Replay from')
  await expect.element(field).toHaveFocus()
  const value = () => (field.element() as HTMLInputElement).value
  const usual = value()
  await clickAt([0.6, 0.7])
  await expect.poll(value).not.toBe(usual)
  const chosen = value()
  const before = called.length
  focus(field)
  await press('Enter')
  await expect.element(page.getByRole('heading', { name: /^Replay: / })).toBeVisible()
  await expect.poll(today).toBe(chosen)
  expect(addressNow()).toMatch(new RegExp(`replay=${chosen}`))
  const since = heard(called.slice(before))
  expect(since.length).toBeGreaterThan(0)
  expect(since.filter(({ asOf }) => asOf === null)).toEqual([])

  await expect.element(inView()).toBeInTheDocument()
  focus(chart())
  await press('Shift+ArrowRight')
  await expect.poll(today).not.toBe(chosen)
  await expect.element(page.getByRole('status').filter({ hasText: /: close / })).toBeInTheDocument()
  await button('4×').click()
  await press('Shift+ArrowDown')
  await expect.element(button('Pause')).toBeVisible()
  const from = today()
  await expect.poll(() => daysFrom(from)).toBeGreaterThan(4)
  await press('Shift+ArrowDown')
  await expect.element(button('Play')).toBeVisible()

  await button('Back to today').click()
  await expect.element(page.getByText(/^Prices as at /)).toBeVisible()
  await expect.element(chart()).toHaveAccessibleName(new RegExp(stock))
  expect(addressNow()).not.toMatch(/replay/)
})

test('a replay’s drawings and symbol changes do not appear on the live chart', async () => {
  const called = serveCharts()
  await openReplay()
  await takeTool('Horizontal line')
  await clickAt([0.5, 0.5])
  await expect.element(drawings(1)).toBeVisible()
  await expect.element(page.getByText(/^Drawings made in replay aren’t saved/)).toBeVisible()
  // While a drawing is selected, the arrow keys move it. Otherwise they take a step.
  const at = today()
  focus(chart())
  await press('Shift+ArrowUp')
  await expect.element(page.getByRole('status').filter({ hasText: /^Now at / })).toBeInTheDocument()
  expect(today()).toBe(at)
  await press('Escape')
  const came = await stepOn()
  await expect.element(drawings(1)).toBeVisible()

  const before = called.length
  await choose('0509')
  await expect.poll(addressNow).toMatch(new RegExp(`symbol=HKEX(:|%3A)0509&replay=${came}`))
  await expect.element(told()).toBeVisible()
  await expect.element(chart()).toHaveAccessibleName(/0509/)
  await hasCount(page.getByText(/drawings?$/), 0)
  const all = heard(called.slice(before))
  expect(all.length).toBeGreaterThan(0)
  expect(all.filter(({ asOf, newest }) => asOf !== came || newest > came)).toEqual([])
  const searches = called.filter(({ call }) => call === 'GET /tvchart/search')
  expect(searches.length).toBeGreaterThan(0)
  expect(searches.filter(({ search }) => !search.has('asOf'))).toEqual([])

  await openChart(symbol)
  await hasCount(drawings(1), 0)
})

test('practice trades in a replay are counted in percent and R, and are not sent anywhere', async () => {
  const called = serveCharts()
  await openReplay()
  const trades = page.getByRole('region', { name: 'Practice trades in this replay' })
  // Moves the mouse off the chart, where another test may have left it. Otherwise the legend would show the bar under
  // it.
  await trades.hover()
  const buyNow = trades.getByRole('button', { name: 'Buy at the close' })
  await trades.getByLabelText('Stop (% below)').fill('60')
  await expect.element(buyNow).toBeDisabled()
  await trades.getByLabelText('Stop (% below)').fill('5')
  const buy = closeNow()
  const before = called.length
  await buyNow.click()
  await expect.element(trades).toMatchTextContent(/Bought on 20 May 2026 at .+, stop .+: *0\.00% · 0\.00 R/)
  await stepOn()
  await stepOn()
  await trades.getByRole('button', { name: 'Sell at the close' }).click()
  const cells = trades.getByRole('row').nth(1).getByRole('cell')
  await expect.element(cells.nth(5)).toBeInTheDocument()
  // The chart's description changes a moment after its day.
  const percent = () => (closeNow() / buy - 1) * 100
  await expect.poll(() => Number(textOf(cells.nth(4))) - percent()).toBeCloseTo(0, 1)
  await expect.poll(() => Number(textOf(cells.nth(5))) - percent() / 5).toBeCloseTo(0, 1)
  await expect.element(trades).toMatchTextContent('1 trade, ')
  const sent = called.slice(before).filter(({ call }) => !call.startsWith('GET '))
  expect(sent.filter(({ call }) => !call.endsWith('/tvchart/memory'))).toEqual([])
})

test('after a corporate action in a replay, all bars are as of the replay’s day, also with another interval and in a comparison', async () => {
  const called = serveCharts()
  await openReplay()
  await addCompared('HSI')
  await hasCount(compared(), 2)
  let at = start
  while (at < '2026-06-12') at = await stepOn()
  // The bars are requested again, and the dividend is marked, once the stock has gone ex-dividend.
  const actions = heard(called).filter(({ path }) => path === 'actions')
  expect(actions.filter(({ newest }) => newest < start).length).toBeGreaterThan(0)
  expect(actions.filter(({ newest }) => newest === '2026-06-05').length).toBeGreaterThan(0)
  await button('W').click()
  await expect.element(chart()).toHaveAccessibleName(/^Weekly/)
  await expect.element(next()).toHaveTextContent('Next week')
  const week = await stepOn()
  expect((Date.parse(week) - Date.parse(at)) / 86_400_000).toBeGreaterThan(1)
  const all = heard(called)
  expect(all.filter(({ asOf }) => asOf === null)).toEqual([])
  expect(all.filter(({ newest }) => newest > week)).toEqual([])
})

test('a replay ends at the newest bar', async () => {
  serveCharts()
  await openReplay('2026-07-16')
  await next().click()
  await expect.poll(today).toBe('2026-07-17')
  await next().click()
  await expect.element(page.getByText('This is the newest bar.')).toBeVisible()
  await expect.element(next()).toBeDisabled()
})

test('on a phone a replay can be started, stepped through and traded in, and everything fits the width', async () => {
  serveCharts()
  await openChart(symbol, { screen: 'phone' })
  await button('Replay').click()
  await page.getByRole('form').getByLabelText('Replay from').fill(start)
  await button('Start').click()
  await expect.poll(() => told().elements().length && today()).toBe(start)
  await button('Buy at the close').click()
  await stepOn()
  await button('Sell at the close').click()
  await expect.element(page.getByText(/1 trade, /)).toBeVisible()
  await page.viewport(340, 844)
  expect(sticksOut()).toEqual([])
  await noViolations()
})

test.each(looks)('a replay has no accessibility violations ($language, $theme)', async look => {
  serveCharts()
  await openChart(symbol, look)
  await button(/^(Replay|重播)$/).click()
  await expect.element(page.getByRole('form')).toBeVisible()
  await noViolations()
  await page.getByRole('form').getByRole('button').first().click()
  await button(/^(Buy at the close|以收市價買入)$/).click()
  await button(/^(Sell at the close|以收市價賣出)$/).click()
  await hasCount(studies(), 3)
  expect(textsOf(page.getByRole('row')).length).toBeGreaterThan(1)
  await noViolations()
})
