import { chartHistory } from '@finlist/contract/charts/chart'
import type { MarketTrendData } from '@finlist/contract/market-trend'
import { marketOf } from '@finlist/domain/markets'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deferred } from '../../../test/deferred.ts'
import { answerCalls } from '../../../test/network-edge.ts'
import { looks, noViolations, show } from '../../../test/show.tsx'
import TrendData from './TrendData.tsx'

const dates = ['2026-11-25', '2026-11-26', '2026-11-27']
const each = (count: number) => dates.map(() => count)
const trend = {
  issueDate: '2026-11-27',
  stocksList: each(150),
  history: {
    dates,
    upList: each(90),
    downList: each(50),
    onTenWeekMaList: each(80),
    underTenWeekMaList: each(70),
    onFortyWeekMaList: each(80),
    underFortyWeekMaList: each(70),
    fiftyTwoWeekHighList: each(4),
    fiftyTwoWeekLowList: each(2),
  },
  states: [{ shortTerm: true, startDate: '2026-11-02', marketTrend: 'UPTREND' }],
} as unknown as MarketTrendData
const closes = dates.map((_, at) => 20_000 + at)
const bars = {
  s: 'ok',
  noData: false,
  t: dates.map(date => Date.parse(date) / 1_000),
  o: closes,
  h: closes,
  l: closes,
  c: closes,
  v: closes,
}

test.each(looks)('a failure to load an index is reported and can be retried, in $language', async look => {
  let fails = true
  answerCalls({
    [`GET ${chartHistory.path}`]: () => (fails ? { status: 503, errors: [{ message: 'Busy.' }] } : { plain: bars }),
  })
  await show(
    <>
      <h1>HKEX</h1>
      <TrendData market={marketOf('HKEX')} trend={trend} />
    </>,
    { texts: ['market-trend'], ...look },
  )
  await expect.element(page.getByRole('alert').getByText(/HSI/)).toBeVisible()
  await noViolations()
  const level = page.getByText(/HSI 20,?002/)
  await expect.element(level).not.toBeInTheDocument()
  fails = false
  await page.getByRole('alert').getByRole('button').click()
  await expect.element(level.first()).toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a day that was reached by key is announced again once the index has loaded', async () => {
  const index = deferred()
  answerCalls({ [`GET ${chartHistory.path}`]: () => index.promise.then(() => ({ plain: bars })) })
  await show(<TrendData market={marketOf('HKEX')} trend={trend} />, { texts: ['market-trend'] })
  const chart = page.getByRole('application').first()
  await expect.element(chart).toBeVisible()
  chart.element().focus()
  await userEvent.keyboard('{Home}')
  const said = page.getByRole('region', { name: 'Stocks up and down' }).getByRole('status')
  await expect.element(said).toMatchTextContent(/^25 November 2026, Up 90, .*, HSI –, Uptrend$/)
  index.resolve()
  await expect.element(said).toMatchTextContent(/^25 November 2026, Up 90, .*, HSI 20,000\.00, Uptrend$/)
})
