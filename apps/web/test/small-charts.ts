import type { SmallChart } from '@finlist/contract/charts/chart'
import type { Answers } from './network-edge.ts'

const newestDay = Date.parse('2026-11-27T00:00:00Z') / 1_000
const spacing = { '1D': 86_400, '1W': 7 * 86_400 }

/** A stock's bars up to 27 November 2026, which depend on its symbol, with a base that ended a month ago. */
export function smallChart(symbol: string, interval: '1D' | '1W', count = interval === '1D' ? 175 : 113): SmallChart {
  const seed = Array.from(symbol).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const places = Array.from({ length: count }, (_, at) => at)
  const c = places.map(at => 50 + (seed % 40) + 10 * Math.sin((at + seed) / 19) + at * 0.05)
  const t = places.map(at => newestDay - (count - 1 - at) * spacing[interval])
  return {
    symbol,
    status: 'ok',
    ...(interval === '1W' && { asAt: newestDay + 4 * 86_400 }),
    t,
    o: c.map(close => close - 0.4),
    h: c.map(close => close + 1),
    l: c.map(close => close - 1),
    c,
    v: places.map(at => 1_000_000 + ((at * 7_919 + seed) % 13) * 150_000),
    base: {
      points: [-60, -40, -25].map(at => ({ time: t.at(at)!, price: c.at(at)! })),
      pivot: c.at(-60)!,
      stop: c.at(-60)! * 0.93,
    },
  }
}

/** Answers requests for small charts. `others`: the answers that differ, by symbol. */
export const smallChartAnswers = (others: Record<string, Partial<SmallChart>> = {}): Answers => ({
  'GET /watchlist/user': () => ({ data: [] }),
  'GET /tvchart/small': (_, { searchParams }) => ({
    data: searchParams
      .get('symbols')!
      .split(',')
      .map(symbol => ({
        ...smallChart(symbol, searchParams.get('resolution') === '1W' ? '1W' : '1D'),
        ...others[symbol],
      })),
  }),
})
