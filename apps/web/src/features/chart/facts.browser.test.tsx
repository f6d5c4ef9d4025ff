import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { patternsAnswer } from '../../../test/chart-market.ts'
import {
  button,
  chart,
  focus,
  hasCount,
  inView,
  leaveFailures,
  numberIn,
  openChart,
  press,
  stock,
  studies,
  textOf,
} from '../../../test/chart-page.tsx'
import { serveCharts, toFreeAccount } from '../../../test/chart-server.ts'
import { deferred } from '../../../test/deferred.ts'

const symbol = `HKEX:${stock}`

test('the relative-strength line is the price divided by the Hang Seng Index; an index has none (CHART-12, 14, 27)', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openChart()
  await hasCount(studies(), 2)
  await expect.element(page.getByText(/RS line/)).not.toBeInTheDocument()
  const close = () => numberIn(/Close ([\d,.]+)/.exec(textOf(page.getByRole('tabpanel')))![1]!)
  const index = close()
  await openChart(symbol)
  await expect.element(studies().nth(2)).toMatchTextContent(/RS line/)
  const strength = Number(/(\d\.\d+)/.exec(textOf(studies().nth(2)))![1])
  expect(strength).toBeCloseTo(close() / index, 6)
})

test('without the rights the chart has no relative strength, patterns or marks (CHART-27)', async () => {
  const called = serveCharts(toFreeAccount)
  await openChart(symbol)
  await expect.poll(() => called.some(({ call }) => call === 'GET /tvchart/rsline')).toBe(true)
  await hasCount(studies(), 2)
  await expect.element(button('Patterns')).not.toBeInTheDocument()
  await expect.element(inView()).toBeInTheDocument()
  await leaveFailures()
})

test('the chart’s tools do not move when patterns load late', async () => {
  const held = deferred()
  serveCharts({
    'GET /tvchart/patterns': async () => {
      await held.promise
      return { data: patternsAnswer(symbol, undefined) }
    },
  })
  await openChart(symbol)
  // Makes the chart as wide as it is next to the sidebar.
  await page.viewport(1200, 900)
  const places = () =>
    ['Studies', 'Compare', 'Log', 'Fit', 'Wide'].map(name => button(name).element().getBoundingClientRect().left)
  const before = places()
  await expect.element(button('Patterns')).not.toBeInTheDocument()
  held.resolve()
  await expect.element(button('Patterns')).toBeVisible()
  expect(places()).toEqual(before)
})

test('marks are requested and shown for an index only (CHART-24)', { tags: ['slow'] }, async () => {
  const called = serveCharts()
  await openChart()
  const marks = () => called.filter(({ call }) => call === 'GET /tvchart/marks')
  await expect.poll(() => marks().length).toBeGreaterThan(0)
  expect(Object.fromEntries(marks()[0]!.search)).toMatchObject({ symbol: 'HKEX:HSI', from: '0' })
  focus(chart())
  const said = page.getByRole('status').filter({ hasText: /term: / })
  // Steps through the last 40 bars repeatedly until their marks are drawn.
  for (let step = 0; said.elements().length === 0; step++) await press(step % 40 ? 'ArrowLeft' : 'End')
  await expect
    .element(said.first())
    .toMatchTextContent(/(Short|Mid to long) term: (Uptrend|Downtrend|Under pressure|Rally attempt)/)
  const before = marks().length
  await openChart(symbol)
  await expect.element(button('Patterns')).toBeVisible()
  expect(marks()).toHaveLength(before)
})

test('patterns show their facts and zones, and can be switched off (CHART-25, 31)', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openChart(symbol)
  await page.getByText('2 patterns').click()
  const list = page.getByRole('listitem').filter({ hasText: /^(Cup|Cup with handle|Flat base|Double bottom)/ })
  await expect.element(list.first()).toBeVisible()
  await list.last().getByRole('button').first().click()
  await expect.element(list.last().getByRole('button').first()).toHaveAttribute('aria-pressed', 'true')
  for (const fact of ['Length (weeks)', 'Depth (%)', 'Pivot', 'From the pivot (%)'])
    await expect.element(page.getByRole('term').filter({ hasText: fact }).first()).toBeVisible()
  for (const zone of ['Up to 5% above the pivot', '7-8% below the pivot', '20-25% above the pivot'])
    await expect.element(page.getByText(zone)).toBeVisible()
  await button('Patterns').click()
  await hasCount(list, 0)
  await button('M').click()
  await expect.element(button('Patterns')).not.toBeInTheDocument()
})
