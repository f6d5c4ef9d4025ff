// @module-tag slow
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { historyAnswer } from '../../../../test/chart-market.ts'
import {
  addCompared,
  button,
  chart,
  clickAt,
  compared,
  drawings,
  hasCount,
  inHand,
  isPressed,
  leaveFailures,
  listed,
  openChart,
  openSaved,
  percentOf,
  press,
  priceOf,
  saveAs,
  seen,
  settled,
  stock,
  studies,
} from '../../../../test/chart-page.tsx'
import { serveCharts } from '../../../../test/chart-server.ts'
import { looks, noViolations, sticksOut } from '../../../../test/show.tsx'

const symbol = `HKEX:${stock}`

test('a comparison is in percent from the first bar in view, for each timeframe and in weekly and monthly bars', async () => {
  serveCharts()
  await openChart(symbol)
  await addCompared('HSI')
  const changes = new Set<number>()
  for (const [name, label] of [
    ['1y', /^Daily/],
    ['3m', /^Daily/],
    ['W', /^Weekly/],
    ['M', /^Monthly/],
  ] as const) {
    await button(name).click()
    await expect.element(chart()).toHaveAccessibleName(label)
    await expect
      .poll(
        () => {
          const now = percentOf('HKEX:HSI')
          if (Number.isNaN(now) || changes.has(now)) return false
          changes.add(now)
          return true
        },
        { message: name },
      )
      .toBe(true)
  }
})

test('at most four symbols can be compared, and a saved chart keeps them with their colours and the indexed scale', async () => {
  const called = serveCharts()
  await openChart(symbol)
  await button('Compare').click()
  const dialog = page.getByRole('dialog', { name: 'Compare' })
  const added = ['HKEX:HSI', 'US:US500', 'JP:N225', 'HKEX:0509']
  for (const [at, typed] of added.map(it => it.split(':')[1]!).entries()) {
    await dialog.getByRole('combobox').fill(typed)
    await dialog.getByRole('option').filter({ hasText: typed }).first().click()
    await hasCount(dialog.getByRole('listitem'), at + 1)
  }
  await expect.element(dialog.getByText(/Limit reached/)).toBeVisible()
  await expect.element(dialog.getByRole('combobox')).not.toBeInTheDocument()
  await press('Escape')
  await button('Index to 100 at the first bar in view').click()
  await hasCount(compared(), 5)
  await saveAs('Compared')
  const { content } = called.find(({ call }) => call === 'POST /tvchart/storage/charts')!.body as { content: string }
  const { compared: saved } = JSON.parse(content) as { compared: { symbol: string; colour: string }[] }
  expect(saved.map(it => it.symbol)).toEqual(added)
  expect(new Set(saved.map(({ colour }) => colour)).size).toBe(4)
  await openChart()
  await button(/^Remove HSI/).click()
  await openSaved('Compared')
  await hasCount(compared(), 5)
  await isPressed('Index to 100 at the first bar in view')
  // A symbol is not compared with itself. HSI returns to the comparison once the chart shows another symbol.
  await openChart('HKEX:HSI')
  await hasCount(compared(), 4)
})

test('if a compared symbol may not be shown, the reason is given and the other symbols stay', async () => {
  const reason = 'These prices may not be shown.'
  serveCharts({
    'GET /tvchart/history': (_, { searchParams }) =>
      searchParams.get('symbol') === 'US:US500'
        ? { status: 403, errors: [{ message: reason, type: 'source-use' }] }
        : { plain: historyAnswer(searchParams) },
  })
  await openChart(symbol)
  await addCompared('US500')
  await addCompared('HSI')
  await expect.element(compared().filter({ hasText: 'US500' })).toMatchTextContent(reason)
  await expect.poll(() => percentOf('HKEX:HSI')).not.toBeNaN()
  await leaveFailures()
})

test('drawings and averages stay at their prices on a percent scale', async () => {
  serveCharts()
  await openChart(symbol)
  await button('Fit').click()
  await button('Horizontal line').click()
  await inHand('Horizontal line')
  await settled()
  await clickAt([0.6, 0.5])
  const drawing = listed(/^Horizontal line: /)
  await drawings(1).click()
  await hasCount(drawing, 1)
  const drawnAt = priceOf(drawing)
  const before = await settled()
  await button('% from the first bar in view').click()
  // The same prices are in view, and the average is still at the same position among them.
  await expect
    .poll(() => {
      const now = seen()
      return [now.low / before.low, now.high / before.high].map(ratio => Math.abs(ratio - 1) < 0.02)
    })
    .toEqual([true, true])
  expect(priceOf(drawing)).toBe(drawnAt)
  await addCompared('HSI')
  expect(priceOf(drawing)).toBe(drawnAt)
  await expect.element(studies().first()).toMatchTextContent('MA 50')
})

test('on a phone symbols can be added to a comparison and removed from it, and the comparison fits the screen', async () => {
  serveCharts()
  await openChart(symbol, { screen: 'phone' })
  await addCompared('HSI')
  await addCompared('US500')
  await expect.poll(() => percentOf('US:US500')).not.toBeNaN()
  await page.viewport(340, 844)
  expect(sticksOut()).toEqual([])
  await noViolations()
  await button(/^Remove HSI/).click()
  await hasCount(compared(), 2)
})

test.each(looks)('comparing has no accessibility violations ($language, $theme)', async look => {
  serveCharts()
  await openChart(symbol, look)
  await addCompared('HSI')
  await expect.poll(() => percentOf('HKEX:HSI')).not.toBeNaN()
  await noViolations()
  await page
    .getByCss('button[aria-haspopup=dialog]')
    .filter({ hasText: /Compare|比較/ })
    .click()
  await hasCount(page.getByRole('dialog').getByRole('listitem'), 1)
  await noViolations()
})
