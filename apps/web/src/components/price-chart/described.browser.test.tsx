import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dragAlong } from '../../../test/chart-page.tsx'
import { giveHistory } from '../../../test/history.ts'
import { looks, show } from '../../../test/show.tsx'
import { queryClient } from '../../api/query-client.ts'
import { barsOfColumns } from './picture.ts'
import { historyOf, PriceChart, type Span } from './price-chart.tsx'

const symbol = 'HKEX:0005'
const chart = () => page.getByRole('application').element()
const described = () =>
  (chart().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ')
const said = () => document.querySelector('output')?.textContent ?? ''

async function open(span: Span = '1D', look: Parameters<typeof show>[1] = {}) {
  giveHistory(symbol)
  giveHistory('HKEX:0700')
  await show(<PriceChart symbol={symbol} span={span} />, { texts: ['stock'], ...look })
  await expect.poll(() => document.querySelector('[role=application]')).not.toBeNull()
}

test('a chart’s description has the prices of the bars in view, not the range of the axis', async () => {
  await open()
  await expect.poll(described).toMatch(/In view: .* daily bars of HKEX:0005, prices from [\d.]+ to [\d.]+$/)
  const [, from, to, low, high] = /view: (.+) to ([^,]+), .* from (\S+) to (\S+)$/.exec(described())!
  const bars = barsOfColumns(queryClient.getQueryData(historyOf(symbol).queryKey)!)
  const seen = bars.filter(
    ({ date }) => Date.parse(date) >= Date.parse(`${from} UTC`) && Date.parse(date) <= Date.parse(`${to} UTC`),
  )
  expect(Number(low)).toBeCloseTo(Math.min(...seen.map(bar => bar.low)), 1)
  expect(Number(high)).toBeCloseTo(Math.max(...seen.map(bar => bar.high)), 1)
})

test.each(looks)(
  'loading a chart announces its symbol and interval, but moving it announces nothing, in $language',
  async look => {
    const words = { en: /^In view: .* weekly bars of HKEX:0005/, zh: /^現正顯示：HKEX:0005 週線，/ }
    await open('1W', look)
    await expect.poll(said).toMatch(words[look.language])
    const first = said()
    const before = described()
    chart().scrollIntoView({ block: 'center' })
    const { x, y, width, height } = chart().getBoundingClientRect()
    const places = [0.5, 0.6, 0.7, 0.8].map(across => ({ x: x + width * across, y: y + height / 3 }))
    await dragAlong(places)
    await expect.poll(described).not.toBe(before)
    expect(said()).toBe(first)
  },
)

test('the announcement of a loaded chart does not replace a bar that a key has just read out', async () => {
  await open()
  chart().dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
  await expect.poll(() => chart().getAttribute('data-axis')).not.toBeNull()
  await expect.poll(described).toMatch(/In view: /)
  // The announcement comes 300 ms after the chart has settled.
  await new Promise(resolve => setTimeout(resolve, 600))
  expect(said()).toMatch(/open [\d.,]+, high/)
})

test.each([
  ['1D', 'The last 30 trading days'],
  ['1W', 'The last 30 weeks'],
] as const)('the caption of a %s table names its period: %s', async (span, caption) => {
  await open(span)
  await expect.element(page.getByRole('table', { name: caption })).toBeInTheDocument()
})
