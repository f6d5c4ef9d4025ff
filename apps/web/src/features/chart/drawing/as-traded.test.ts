import type { CorporateActionFacts } from '@finlist/contract/corporate-action'
import { adjustedBars, stepsOf } from '@finlist/domain/adjust/adjustment'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Drawing } from '@finlist/domain/chart/drawings'
import { describe, expect, it } from 'vitest'
import { barsOf } from '../../../components/price-chart/picture.ts'
import { shownDrawing, stepsOfChart, tradedDrawing } from './as-traded.ts'

const dayMs = 86_400_000
const first = Date.UTC(2026, 0, 1)
const raw = barsOf(
  Array.from({ length: 60 }, (_, at) => {
    const close = at < 30 ? 200 + at : 100 + at
    return { time: first + at * dayMs, open: close, high: close, low: close, close, volume: 10 }
  }),
)
const action = (part: Partial<CorporateActionFacts>): CorporateActionFacts => ({
  exDate: '2026-01-31',
  kind: 'dividend',
  numerator: null,
  denominator: null,
  amount: null,
  currency: null,
  ...part,
})
const actions = [
  action({ kind: 'split', numerator: 2, denominator: 1 }),
  action({ exDate: '2026-01-11', amount: 8, currency: 'HKD' }),
  action({ exDate: '2026-02-10', amount: 4, currency: 'HKD' }),
  action({ exDate: '2026-02-12', amount: 9, currency: 'USD' }),
]
const closeBefore = (exDate: string) => raw.findLast(({ date }) => date < exDate)?.close
const counted = actions.map(it => (it.currency === 'HKD' ? it : { ...it, amount: null }))
const today = '2026-03-01'
const stepsBy = (adjustment: Adjustment) => {
  const bars = adjustedBars(raw, stepsOf(counted, { adjustment, asOf: today, closeBefore }))
  return { bars, steps: stepsOfChart(actions, { adjustment, bars, resolution: '1D', currency: 'HKD', today }) }
}
const on = (...days: number[]): Drawing => ({
  id: 'd',
  type: 'trend',
  points: days.map(day => ({ time: first / 1_000 + day * 86_400, price: raw[day]!.close })),
  asTraded: true,
})

describe('a drawing whose points are on closes', () => {
  it.each(['as-traded', 'splits', 'splits-and-dividends'] as const)(
    'stays on the closes with the price basis “%s”',
    adjustment => {
      const { bars, steps } = stepsBy(adjustment)
      for (const day of [2, 15, 29, 30, 41, 59])
        expect(shownDrawing(on(day), steps).points[0]!.price).toBeCloseTo(bars[day]!.close, 4)
    },
  )

  it('is unchanged after being shown and stored again', () => {
    const { steps } = stepsBy('splits-and-dividends')
    const there = tradedDrawing(shownDrawing(on(2, 40), steps), steps)
    expect(there.points.map(({ price }) => price)).toEqual([expect.closeTo(202, 8), expect.closeTo(140, 8)])
  })

  it('is shown unchanged if it dates from before the price basis was stored', () => {
    const { asTraded: _, ...old } = on(2, 40)
    const { steps } = stepsBy('splits')
    expect(shownDrawing(old, steps)).toBe(old)
    expect(tradedDrawing(old, steps).points[0]!.price).toBe(404)
  })
})
