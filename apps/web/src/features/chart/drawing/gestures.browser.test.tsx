// @module-tag slow
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  chart,
  choose,
  clickAt,
  dragFrom,
  drawings,
  focus,
  hasCount,
  inHand,
  listed,
  numberIn,
  openChart,
  openScreen,
  press,
  priceOf,
  seen,
  settled,
  stock,
  takeTool,
  textOf,
  textsOf,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'

const symbol = `HKEX:${stock}`
const said = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text })

test('by keyboard, arrows move a drawing’s point and Enter sets it, and the drawing is still there at the next visit', async () => {
  serveCharts()
  await openChart(symbol)
  await button('Trend line').click()
  await expect.element(page.getByText(/^Trend line: click or tap 2 points\./)).toBeVisible()
  focus(chart())
  await press('End', 'ArrowUp', 'ArrowUp', 'Enter', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'Enter')
  await drawings(1).click()
  const line = listed(/^Trend line: /)
  const where = textOf(line)
  focus(chart())
  await press('Shift+ArrowUp')
  await expect.poll(() => textOf(line)).not.toBe(where)
  const row = page.getByRole('listitem').filter({ has: button(/^Trend line: /) })
  await row.getByRole('button', { name: 'Lock' }).click()
  const locked = textOf(line)
  focus(chart())
  await press('Shift+ArrowUp')
  await expect.poll(() => textOf(line)).toBe(locked)
  await press('Control+z')
  await expect.element(row.getByRole('button', { name: 'Lock' })).toBeVisible()

  await openScreen()
  await drawings(1).click()
  expect(textOf(line)).toBe(locked)
  await choose('0135')
  await expect.element(drawings(1)).not.toBeInTheDocument()
  await openChart(symbol)
  await drawings(1).click()
  await line.click()
  focus(chart())
  await press('Delete')
  await expect.element(line).not.toBeInTheDocument()
  await openChart()
  await expect.element(drawings(1)).not.toBeInTheDocument()
})

test('by keyboard, a line can be drawn beyond the newest bar, edited point by point and copied; each step is announced', async () => {
  serveCharts()
  await openChart(symbol)
  focus(button('All tools'))
  await press('Enter')
  const trend = page.getByRole('dialog').getByRole('button', { name: 'Trend line' }).first()
  await expect.element(trend).toBeVisible()
  focus(trend)
  await press('Enter')
  await inHand('Trend line')
  focus(chart())
  await press('End', 'ArrowUp', 'Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter')
  await drawings(1).click()
  const line = listed(/^Trend line: /)
  const days = (text: string) =>
    [...text.matchAll(/\d+ \w+ \d{4}/g)].map(([day]) => Date.parse(`${day} UTC`) / 86_400_000)
  const [first, second] = days(textOf(line))
  expect(second! - first!).toBeGreaterThanOrEqual(3)
  expect(second).toBeGreaterThan(Date.parse(`${seen().to} UTC`) / 86_400_000)

  focus(chart())
  await press('2')
  await expect.element(said('Point 2 of 2')).toBeInTheDocument()
  const before = textOf(line)
  await press('Shift+ArrowRight')
  await expect.poll(() => textOf(line)).not.toBe(before)
  expect(days(textOf(line))[0]).toBe(first)
  await press('Control+c', 'Control+v')
  await expect.element(drawings(2)).toBeVisible()
  await expect.element(said(/^Trend line: .* pasted/)).toBeInTheDocument()
  await press('Delete')
  await expect.element(said('Trend line deleted')).toBeInTheDocument()
  await press('Control+z', 'Control+z', 'Control+z', 'Control+z')
  await expect.element(page.getByText(/^\d drawings?$/)).not.toBeInTheDocument()
  await press('Control+y')
  await expect.element(drawings(1)).toBeVisible()
})

test('several drawings can be selected with Shift, dragged together, and restored by one undo', async () => {
  serveCharts()
  await openChart(symbol)
  await settled()
  for (const [at, down] of [0.3, 0.7].entries()) {
    await takeTool('Horizontal line')
    await clickAt([0.5, down])
    await expect.element(drawings(at + 1)).toBeVisible()
  }
  await drawings(2).click()
  const rows = listed(/^Horizontal line: /)
  const chosen = page.getByRole('listitem').getByRole('button', { pressed: true })
  await press('Escape')
  focus(chart())
  await press('Escape')
  await hasCount(chosen, 0)
  await clickAt([0.4, 0.3])
  await hasCount(chosen, 1)
  await userEvent.keyboard('{Shift>}')
  await clickAt([0.4, 0.7])
  await userEvent.keyboard('{/Shift}')
  const bar = page.getByRole('group', { name: '2 drawings selected' })
  await expect.element(bar).toBeVisible()
  const before = textsOf(rows)
  await dragFrom([0.4, 0.3], [0.45, 0.4])
  await hasCount(rows.filter({ hasText: before[0]! }), 0)
  await hasCount(rows.filter({ hasText: before[1]! }), 0)
  await button('Undo').click()
  await expect.poll(() => textsOf(rows)).toEqual(before)
  await expect.element(bar).toBeVisible()
  // A press on one of the two, without a drag, deselects the other.
  await clickAt([0.4, 0.3])
  await hasCount(chosen, 1)
  await press('Control+a')
  await hasCount(chosen, 2)
  await press('Delete')
  await hasCount(page.getByText(/drawings?$/), 0)
})

test('the magnet moves points to one of the prices of their bar', async () => {
  serveCharts()
  await openChart(symbol)
  await button('Fit').click()
  await button('1m').click()
  await button(/^Magnet/).click()
  await expect.poll(() => JSON.parse(localStorage.getItem('drawingTools') ?? '{}')).toMatchObject({ magnet: true })
  await settled()
  const heights = Array.from({ length: 21 }, (_, at) => 0.15 + at * 0.035)
  for (const [at, down] of heights.entries()) {
    await button('Horizontal line').click()
    await inHand('Horizontal line')
    await clickAt([0.5, down])
    await expect.element(drawings(at + 1)).toBeVisible()
  }
  await drawings(21).click()
  const found = textsOf(listed(/^Horizontal line: /)).map(text => /: (.+) at ([\d.,]+)$/.exec(text)!)
  const day = found[0]![1]!
  await button('Table').click()
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: day }) })
  await expect.element(row).toBeInTheDocument()
  const ofBar = textsOf(row.getByRole('cell')).slice(0, 4).map(numberIn)
  const onBar = found.filter(([, , price]) => ofBar.includes(numberIn(price!)))
  // The lines are close enough together for several to be within reach of one of the bar's four prices.
  expect(onBar.length).toBeGreaterThan(1)
})

test('a drawing moves with the prices when their adjustment changes', async () => {
  serveCharts()
  await openChart(symbol)
  const told = said(/open .*, high /)
  const toBar = async () => {
    focus(chart())
    await press('Home', ...Array.from({ length: 5 }, () => 'ArrowRight'))
  }
  // Older bars load after the newest ones, so the first bar is known only once it no longer changes.
  let first = ''
  await expect
    .poll(async () => {
      focus(chart())
      await press('Home')
      const before = first
      first = textOf(told)
      return first === before && first.includes(' 2012')
    })
    .toBe(true)
  await button('Horizontal line').click()
  await inHand('Horizontal line')
  await toBar()
  await press('Enter')
  await drawings(1).click()
  const price = () => priceOf(listed(/^Horizontal line: /))
  const close = async () => {
    await toBar()
    return numberIn(/close ([\d.,]+)/.exec(textOf(told))![1]!)
  }
  const before = price()
  expect(before).toBeCloseTo(await close(), 2)
  const prices = page.getByRole('combobox', { name: 'Prices' })
  for (const name of ['As traded', 'Adjusted: splits, dividends', 'Adjusted: splits']) {
    await prices.selectOptions(name)
    await expect.poll(async () => Math.abs(price() - (await close())), { message: name }).toBeLessThan(0.011)
  }
  expect(price()).toBe(before)
})

test('a drawing tool is active on its first press, and says which point comes next', async () => {
  serveCharts()
  await openChart(symbol)
  const tool = button('Trend line').element() as HTMLElement
  tool.click()
  // Waits only for what React renders in response to the press, because code loaded on demand takes longer.
  await Promise.resolve()
  expect(tool).toHaveAttribute('aria-pressed', 'true')
  const hint = page.getByRole('paragraph').filter({ hasText: /^Trend line: / })
  await expect.element(hint).toHaveTextContent('Trend line: click or tap 2 points.')
  await settled()
  await clickAt([0.4, 0.5])
  await expect.element(hint).toHaveTextContent('Trend line: now click or tap point 2 of 2.')
  await press('Escape')
  await expect.element(hint).not.toBeInTheDocument()
  await button('Trend line').click()
  await expect.element(hint).toHaveTextContent('Trend line: click or tap 2 points.')
  await clickAt([0.4, 0.5], [0.6, 0.4])
  await expect.element(hint).not.toBeInTheDocument()
  await expect.element(drawings(1)).toBeVisible()
})
