import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { historyAnswer } from '../../../test/chart-market.ts'
import {
  button,
  chart,
  choose,
  daysLate,
  focus,
  hasStudies,
  inView,
  isPressed,
  leave,
  leaveFailures,
  openChart,
  openScreen,
  press,
  seen,
  stock,
  studies,
  study,
  textOf,
  withStudy,
} from '../../../test/chart-page.tsx'
import { serveCharts } from '../../../test/chart-server.ts'
import { deferred } from '../../../test/deferred.ts'
import { looks, noViolations } from '../../../test/show.tsx'

const symbol = `HKEX:${stock}`
/** Maximum number of consecutive days without a bar: a weekend. */
const longestClosure = 2

test('two tabs show Hong Kong and global stocks, and the tab used last is remembered (CHART-01, 02, 15)', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openScreen()
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect.element(tab('Hong Kong stocks')).toHaveAttribute('aria-selected', 'true')
  await tab('Global stocks').click()
  await expect.element(chart()).toHaveAccessibleName(/US500/)
  expect(localStorage.getItem('chartMarket')).toBe('US')
  await openScreen()
  await expect.element(tab('Global stocks')).toHaveAttribute('aria-selected', 'true')
  await expect.element(chart()).toHaveAccessibleName(/US500/)
  for (const [market, index] of [
    ['JP', 'N225'],
    ['CN', 'CSI300'],
    ['TW', 'TAIEX'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Market' }).selectOptions(market)
    await choose(index)
    await expect.element(chart()).toHaveAccessibleName(new RegExp(index))
  }
  await tab('Hong Kong stocks').click()
  await expect.element(chart()).toHaveAccessibleName(/HSI/)
})

test('each timeframe button shows its number of months in daily bars (CHART-09)', { tags: ['slow'] }, async () => {
  serveCharts()
  await openChart(symbol)
  await button('W').click()
  await expect.element(chart()).toHaveAccessibleName(/^Weekly/)
  for (const [name, months] of [
    ['1m', 1],
    ['3m', 3],
    ['6m', 6],
    ['1y', 12],
  ] as const) {
    await button(name).click()
    await expect.element(chart()).toHaveAccessibleName(/^Daily/)
    await isPressed('D')
    await expect.poll(() => daysLate(months), { message: name }).toBeLessThanOrEqual(longestClosure)
    await expect.poll(() => daysLate(months), { message: name }).toBeGreaterThanOrEqual(0)
  }
})

test('averages and 52-week lines follow the interval, and each study is shown once (CHART-07, 11, 13)', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openChart(symbol)
  const asAt = page.getByText(/^Prices as at /)
  await hasStudies('MA 50', 'Average 50', 'new high of 200')
  const before = textOf(asAt)
  await button('W').click()
  await hasStudies('MA 10', 'Average 10', 'new high of 52')
  await expect.element(asAt).toHaveTextContent(before)
  await button('M').click()
  await hasStudies('MA 10', 'Average 10', 'new high of 12')
  await expect.element(asAt).toHaveTextContent(before)
  await choose('0135')
  await hasStudies('MA 10', 'Average 10', 'new high of 12')
  await button('Studies').click()
  const strength = page.getByRole('group', { name: 'Relative strength line' }).getByLabelText('Look-back')
  await expect.element(strength).toHaveAttribute('min', '10')
  await expect.element(strength).toHaveAttribute('max', '200')
  await strength.fill('500')
  await hasStudies('MA 10', 'Average 10', 'new high of 200')
})

test('the logarithmic scale applies to prices only, not to the studies below them (CHART-17)', {
  tags: ['slow'],
}, async () => {
  serveCharts()
  await openChart(symbol)
  await button('Studies').click()
  for (const name of ['RSI', 'MACD', 'Bollinger bands', 'Exponential moving average'])
    await page.getByRole('dialog').getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  for (const name of ['RSI 14', 'MACD 12, 26, 9', 'Bollinger 20, 2', 'EMA 20'])
    await expect.element(study(name)).toMatchTextContent(/\d\.\d/)
  await expect.poll(() => studies().elements().length).toBe(7)
  /** The pixels of the chart below the price pane, without the time axis. */
  const below = () => {
    const { width, height, top } = chart().element().getBoundingClientRect()
    const canvases = [...chart().element().querySelectorAll('canvas')]
    return canvases
      .filter(canvas => canvas.getBoundingClientRect().top > top + height * 0.4)
      .filter(canvas => canvas.getBoundingClientRect().width > width / 2)
      .map(canvas => canvas.toDataURL())
      .join()
  }
  const linear = below()
  expect(linear.length).toBeGreaterThan(1_000)
  const { high } = seen()
  await button('Log').click()
  await isPressed('Log')
  await expect.poll(() => seen().high).not.toBe(high)
  await expect.poll(below).toBe(linear)
  await withStudy('MACD', 'Remove')
  await expect.poll(() => studies().elements().length).toBe(6)
})

test('without prices the chart says that there are none and offers a retry (CHART-19)', {
  tags: ['slow'],
}, async () => {
  let isDown = true
  serveCharts({
    'GET /tvchart/history': (_, url) => {
      if (isDown) throw new Error('no connection')
      const answer = historyAnswer(url.searchParams)
      return answer ? { plain: answer } : { status: 404, errors: [{ message: 'Not found' }] }
    },
  })
  await openScreen(`?symbol=${symbol}`)
  await expect.element(page.getByText('Prices couldn’t be loaded for this chart.')).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: 'Symbol' })).toBeVisible()
  isDown = false
  await button('Try again').click()
  await expect.element(inView()).toBeInTheDocument()
  await openScreen('?symbol=HKEX:9999')
  await expect.element(page.getByText('Symbol HKEX:9999 not found.')).toBeVisible()
  await expect.element(button('Try again')).not.toBeInTheDocument()
  await leaveFailures()
})

test('the chart takes the full width of the page, and the next screen has its normal width again (CHART-03, 04, 43)', async () => {
  serveCharts()
  await openChart()
  const maxWidth = () => getComputedStyle(document.querySelector('#content')!).maxWidth
  expect(maxWidth()).toBe('none')
  const { width, height } = chart().element().getBoundingClientRect()
  expect(width).toBeGreaterThanOrEqual(800)
  expect(height).toBeGreaterThanOrEqual(500)
  await leave()
  await expect.element(chart()).not.toBeInTheDocument()
  expect(maxWidth()).not.toBe('none')
  const hosts = performance.getEntriesByType('resource').map(({ name }) => new URL(name).host)
  expect([...new Set(hosts.filter(Boolean))]).toEqual([location.host])
})

test.each(looks)('the chart has no accessibility violations ($language, $theme)', { tags: ['slow'] }, async look => {
  serveCharts()
  await openChart(symbol, look)
  await expect.poll(() => studies().elements().length).toBe(3)
  ;(page.getByCss('summary').first().element() as HTMLElement).click()
  await button(look.language === 'zh' ? '表格' : 'Table').click()
  await noViolations()
  await button(look.language === 'zh' ? '技術指標' : 'Studies').click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await noViolations()
})

/** A response with the chart as it was left on another device. */
const leftElsewhere = (more: object) => ({
  data: {
    board: {
      version: 1,
      at: '2026-07-20T02:00:00.000Z',
      content: JSON.stringify({
        v: 1,
        symbol,
        resolution: '1D',
        scale: 'log',
        kind: 'candles',
        timeframe: '1y',
        panes: [],
        studies: [],
        ...more,
      }),
    },
    drawings: null,
  },
})

test('a new browser opens the chart that the user left on another device, with its time span, and draws no other chart first', async () => {
  const late = deferred<void>()
  const called = serveCharts({
    'GET /tvchart/memory': async () => {
      await late.promise
      return leftElsewhere({})
    },
  })
  await openScreen()
  await expect.poll(() => called.filter(({ call, answer }) => /history/.test(call) && answer).length).toBe(1)
  await expect.element(button('Fit')).toBeVisible()
  expect(chart().elements()).toEqual([])
  late.resolve()
  await expect.element(chart()).toHaveAccessibleName(/0013/)
  await isPressed('1y')
  await isPressed('Log')
  await hasStudies()
  await expect.poll(() => daysLate(12)).toBeLessThanOrEqual(longestClosure)
  await expect.poll(() => daysLate(12)).toBeGreaterThanOrEqual(0)
})

test('a tab, a time span and a scale chosen before the stored chart arrives stay chosen', async () => {
  const late = deferred<void>()
  serveCharts({
    'GET /tvchart/memory': async () => {
      await late.promise
      return leftElsewhere({ kind: 'bars' })
    },
  })
  await openScreen()
  await page.getByRole('tab', { name: 'Global stocks' }).click()
  await button('6m').click()
  await button('% from the first bar in view').click()
  late.resolve()
  await expect.element(page.getByRole('combobox', { name: 'Chart type' })).toHaveValue('bars')
  await expect.element(chart()).toHaveAccessibleName(/US500/)
  await isPressed('6m')
  await expect.element(button('Log')).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByRole('tab', { name: 'Global stocks' })).toHaveAttribute('aria-selected', 'true')
})

test('a stored chart that showed the full history shows it again, and the pressed time-span button is released when the view changes', {
  tags: ['slow'],
}, async () => {
  serveCharts({ 'GET /tvchart/memory': () => leftElsewhere({ timeframe: 'all' }) })
  await openScreen()
  await expect.poll(() => seen().from, { timeout: 45_000 }).toMatch(/2012/)
  await isPressed('All')
  await button('6m').click()
  await isPressed('6m')
  focus(chart())
  await press('-')
  await expect.element(button('6m')).toHaveAttribute('aria-pressed', 'false')
  await button('1y').click()
  await isPressed('1y')
})
