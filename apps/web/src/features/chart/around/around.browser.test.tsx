// @module-tag slow
import type { Alert } from '@finlist/contract/alerts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  chart,
  focus,
  inView,
  isPressed,
  numberIn,
  openChart,
  openMore,
  press,
  rightClick,
  seen,
  settled,
  stock,
  studies,
  textOf,
  textsOf,
  visit,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { pick } from '../../../../test/picks.ts'
import { looks, noViolations } from '../../../../test/show.tsx'

const symbol = `HKEX:${stock}`
const beside = () => page.getByRole('complementary', { name: 'List next to the chart' })
const menu = () => page.getByRole('menu', { name: 'At this price' })
const stockList = ['0013', '0135', '0372', '0509'].map((stockCode, at) => pick(at, { stockCode }))
const withList = {
  'GET /finlist/HKEX/newest': () => ({ data: { issueDate: '2026-07-17', stockList } }),
}

async function openMenu() {
  const { x, y, width, height } = chart().element().getBoundingClientRect()
  await rightClick({ x: x + width / 2, y: y + height * 0.2 })
}

/** Replaces the clipboard until the test ends. Returns a function that reads the text last copied. */
function copied() {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => write.mockRestore())
  return () => write.mock.lastCall?.[0] ?? ''
}

test('the chart’s menu at a price opens by mouse and by key, copies the price and draws a line', async () => {
  serveCharts()
  const clipboard = copied()
  await openChart(symbol)
  await openMenu()
  await expect.element(menu()).toBeVisible()
  await noViolations()
  const copy = menu().getByRole('menuitem', { name: /^Copy / })
  const price = numberIn(textOf(copy).replace('Copy ', ''))
  await copy.click()
  expect(Number(clipboard())).toBeCloseTo(price, 1)
  await openMenu()
  await menu()
    .getByRole('menuitem', { name: /^Draw a line at / })
    .click()
  await expect.element(button('Undo')).toBeEnabled()
  await expect.element(page.getByText(/Horizontal line: .+ at /).first()).toBeInTheDocument()

  focus(chart())
  await press('Shift+F10')
  await expect.element(menu()).toBeVisible()
  await press('Escape')
  await expect.element(chart()).toHaveFocus()
  await press('?')
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toMatchTextContent('Find a symbol')
  await noViolations()
  await press('Escape')
})

test('the chart can go to a date or a range of dates, to the start of the year and to the full history', async () => {
  serveCharts()
  await openChart(symbol)
  await button('Go to…').click()
  const dialog = page.getByRole('dialog', { name: 'Go to a date' })
  const go = dialog.getByRole('button', { name: 'Go' })
  await go.click()
  await expect.element(dialog).toMatchTextContent('Enter a date no later than the latest bar.')
  const asked = '2024-05-20'
  await dialog.getByLabelText('Date, or first day').fill(asked)
  await dialog.getByLabelText('Last day').fill('2024-03-01')
  await go.click()
  await expect.element(dialog).toMatchTextContent('The last day is before the first.')
  await dialog.getByLabelText('Last day').fill('2024-08-20')
  await noViolations()
  await go.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => Math.abs(Date.parse(seen().from) - Date.parse(asked)) / 86_400_000).toBeLessThan(8)

  await button('YTD').click()
  await expect.poll(() => seen().from).toMatch(/ January 2026$/)
  await button('All').click()
  await expect.poll(() => new Date(seen().from).getFullYear()).toBeLessThan(2026)
  await press('Alt+r')
  await isPressed('All')
})

test('a chart’s link opens the same symbol, interval and days', async () => {
  serveCharts()
  const clipboard = copied()
  await openChart(symbol)
  await button('W').click()
  await expect.element(chart()).toHaveAccessibleName(/^Weekly/)
  const opened = await settled()
  focus(chart())
  await press('+', '+')
  await expect.poll(() => seen().days).toBeLessThan(opened.days)
  const was = await settled()
  await openMore('Copy the link to this view')
  // The link must open the chart as it was when the user copied it, so the interval is changed after that.
  await button('D').click()
  await expect.element(chart()).toHaveAccessibleName(/^Daily/)
  await expect.poll(clipboard).toContain('interval=1W')
  const { search } = new URL(clipboard())
  visit(`/interactive-chart${search}`)
  await openChart(symbol)
  await expect.element(chart()).toHaveAccessibleName(/^Weekly/)
  const weeks = (day: string, other: string) => Math.abs(Date.parse(day) - Date.parse(other)) / 604_800_000
  await expect.poll(() => weeks(seen().from, was.from)).toBeLessThan(4)
  expect(weeks(seen().to, was.to)).toBeLessThan(4)

  visit(`/interactive-chart?symbol=${symbol}&interval=7H&from=yesterday&to=0`)
  await openChart(symbol)
  await expect.element(chart()).toHaveAccessibleName(new RegExp(stock))
})

test('arrow keys move through the list next to the chart, with Alt from anywhere on the page; the chart can fill the screen', async () => {
  serveCharts(withList)
  await openChart(symbol)
  await button('List next to the chart').click()
  await expect.element(beside().getByRole('listitem').first()).toBeVisible()
  await expect.element(beside().getByRole('combobox')).toMatchTextContent('FinList Hong Kong')
  const codes = textsOf(beside().getByRole('listitem')).map(text => text.trim().slice(0, 4))
  expect(codes).toEqual(['0013', '0135', '0372', '0509'])
  await beside()
    .getByRole('button', { name: new RegExp(codes[1]!) })
    .click()
  await expect.element(chart()).toHaveAccessibleName(new RegExp(codes[1]!))
  await press('ArrowDown')
  await expect.element(chart()).toHaveAccessibleName(new RegExp(codes[2]!))
  const current = page.getByCss('aside [aria-current]')
  await expect.element(current).toMatchTextContent(codes[2]!)
  await press('ArrowUp')
  await expect.element(chart()).toHaveAccessibleName(new RegExp(codes[1]!))
  await noViolations()

  focus(chart())
  await press('ArrowDown')
  await expect.element(chart()).toHaveAccessibleName(new RegExp(codes[1]!))
  await press('Alt+ArrowDown')
  await expect.element(chart()).toHaveAccessibleName(new RegExp(codes[2]!))
  await expect.element(chart()).toHaveFocus()
  await press('Alt+ArrowUp')
  await expect.element(chart()).toHaveAccessibleName(new RegExp(codes[1]!))

  focus(chart())
  await press('Shift+F')
  await isPressed('Full screen')
  await expect.poll(() => chart().element().getBoundingClientRect().height).toBeGreaterThan(innerHeight * 0.6)
  await button('Full screen').click()
  await expect.element(button('Full screen')).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => studies().elements().length).toBe(3)

  await openChart()
  await expect.element(current).toMatchTextContent(codes[1]!)
  await beside().getByRole('button', { name: 'Close the list' }).click()
  await expect.element(beside()).not.toBeInTheDocument()
})

test('an alert set on the chart is drawn as a line, and a press near that line uses its exact price', async () => {
  const set: Alert[] = []
  const alert = (more: Partial<Alert>): Alert => ({
    alertId: set.length + 1,
    kind: 'price-above',
    exchange: 'HKEX',
    stockCode: stock,
    stockName: 'Osprey Energy',
    stockNameZh: '魚鷹能源',
    value: null,
    paused: false,
    once: false,
    doneAt: null,
    expiresOn: null,
    ended: false,
    note: '',
    asleep: false,
    createdAt: '2026-07-17T02:00:00.000Z',
    firedAt: null,
    ...more,
  })
  serveCharts({
    'GET /alerts': () => ({ data: { alerts: set, most: 100 } }),
    'POST /alerts': body => {
      set.push(alert(body as Partial<Alert>))
      return { data: set.at(-1)! }
    },
  })
  const clipboard = copied()
  await openChart(symbol)
  const { low, high } = await settled()
  const value = Number((low + (high - low) * 0.61).toFixed(4))
  /** Right-clicks at a price, chooses “Copy”, and returns the copied price. */
  const priceAt = async (price: number) => {
    const { x, y, width } = chart().element().getBoundingClientRect()
    const pane = chart().element().querySelector('canvas')!.getBoundingClientRect()
    await rightClick({ x: x + width / 2, y: y + ((high - price) / (high - low)) * pane.height + 4 })
    await menu()
      .getByRole('menuitem', { name: /^Copy / })
      .click()
    return Number(clipboard())
  }
  expect(await priceAt(value)).not.toBe(value)
  await button('Set an alert').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton').fill(String(value))
  await dialog.getByRole('button', { name: 'Set the alert' }).click()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => priceAt(value)).toBe(value)
  // None of these is drawn: a paused alert, an alert that is not about a price, an alert for another stock.
  set.splice(0, 1, alert({ value, paused: true }), alert({ kind: 'move', value }), alert({ stockCode: '0372', value }))
  await openChart(symbol)
  await settled()
  expect(await priceAt(value)).not.toBe(value)
})

test('on a phone no line of the chart’s legend is cut off, however many studies there are', async () => {
  serveCharts()
  await openChart(symbol, { screen: 'phone' })
  await button('Studies').click()
  const dialog = page.getByRole('dialog', { name: 'Studies' })
  for (const name of ['Bollinger bands', 'Keltner channels', 'MACD', 'Stochastic', 'ADX']) {
    await dialog.getByRole('button', { name }).click()
    await expect.element(dialog.getByRole('status')).toHaveTextContent(`${name} added`)
  }
  await press('Escape')
  await expect.poll(() => studies().elements().length).toBe(8)
  const list = studies().first().element().parentElement!
  expect(list.scrollHeight).toBe(list.clientHeight)
})

test('in full screen the chart still fits, with its buttons, below a legend of many lines', async () => {
  serveCharts()
  await openChart(symbol)
  await button('Studies').click()
  const dialog = page.getByRole('dialog', { name: 'Studies' })
  const many = ['Bollinger bands', 'Keltner channels', 'Donchian channels', 'Exponential moving average']
  for (const name of [...many, 'Weighted moving average', 'MACD', 'Stochastic', 'ADX', 'Average true range']) {
    await dialog.getByRole('button', { name }).click()
    await expect.element(dialog.getByRole('status')).toHaveTextContent(`${name} added`)
  }
  await press('Escape')
  await button('Full screen').click()
  await isPressed('Full screen')
  const below = () => button('Full screen').element().getBoundingClientRect().bottom
  await expect.poll(below).toBeLessThanOrEqual(innerHeight)
  expect(chart().element().getBoundingClientRect().height).toBeGreaterThan(innerHeight / 2)
})

test('charts side by side each have their own symbol, can scroll together, and are restored on the next visit', async () => {
  serveCharts()
  await openChart(symbol)
  const layout = page.getByRole('combobox', { name: 'Charts side by side' })
  await layout.selectOptions('2')
  const second = page.getByRole('region', { name: 'Chart 2' })
  const [first, other] = [chart().first(), second.getByRole('application')]
  await expect.element(other).toBeVisible()
  const field = second.getByRole('combobox', { name: 'Symbol' })
  await field.click()
  await field.fill('372')
  await second.getByRole('option').first().click()
  await expect.element(other).toHaveAccessibleName(/0372/)
  await expect.element(first).toHaveAccessibleName(new RegExp(stock))

  await expect.poll(() => inView().elements().length).toBe(2)
  const days = (at: number) =>
    inView()
      .nth(at)
      .element()
      .textContent?.replace(/, \w+ bars of .*/, '')
  focus(first)
  await press('+', '+')
  await expect.poll(() => days(1) === days(0)).toBe(true)
  const together = page.getByRole('group', { name: 'Synchronise' })
  await together.getByRole('button', { name: 'Range' }).click()
  focus(first)
  await press('+')
  await expect.poll(() => days(1) === days(0)).toBe(false)
  await together.getByRole('button', { name: 'Interval' }).click()
  await button('W').first().click()
  await expect.element(other).toHaveAccessibleName(/^Weekly.*0372/)
  await noViolations()

  await openChart()
  await expect.element(other).toHaveAccessibleName(/^Weekly.*0372/)
  await second.getByRole('button', { name: 'Show in the first chart' }).click()
  await expect.element(first).toHaveAccessibleName(/0372/)
  await layout.selectOptions('4')
  await expect.poll(() => chart().elements().length).toBe(4)
})

test.each(looks)(
  'the list next to the chart, the menu and the keys have no accessibility violations ($language, $theme)',
  async look => {
    const words = { en: ['List next to the chart', 'Keyboard shortcuts'], zh: ['圖表旁的列表', '快捷鍵'] }[
      look.language
    ]
    serveCharts(withList)
    await openChart(symbol, look)
    await button(words[0]!).click()
    await expect.element(page.getByRole('complementary').getByRole('listitem').first()).toBeVisible()
    await noViolations()
    await openMenu()
    await expect.element(page.getByRole('menu')).toBeVisible()
    await noViolations()
    await page.getByRole('menuitem', { name: words[1]! }).click()
    await expect.element(page.getByRole('dialog', { name: words[1]! })).toBeVisible()
    await noViolations()
    await userEvent.keyboard('{Escape}')
  },
)
