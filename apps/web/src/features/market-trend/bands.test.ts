import { expect, test } from 'vitest'
import { bandsOf } from './bands.ts'

const dates = ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09']
const trend = (...states: [shortTerm: boolean, startDate: string, trend: 'UPTREND' | 'DOWNTREND'][]) =>
  ({
    history: { dates },
    states: states.map(([shortTerm, startDate, marketTrend]) => ({ shortTerm, startDate, marketTrend })),
  }) as never

test('each market state on the chart lasts from its start date until the next state of the same term begins', () => {
  const states = trend(
    [true, '2025-12-01', 'DOWNTREND'],
    [false, '2026-01-06', 'DOWNTREND'],
    [true, '2026-01-07', 'UPTREND'],
  )
  expect(bandsOf(states, true)).toEqual([
    { trend: 'DOWNTREND', from: 0, to: 1 },
    { trend: 'UPTREND', from: 2, to: 4 },
  ])
  expect(bandsOf(states, false)).toEqual([{ trend: 'DOWNTREND', from: 1, to: 4 }])
})

test('market states that begin after the last day, or that ended before the first, are left out', () => {
  const states = trend(
    [true, '2025-11-01', 'UPTREND'],
    [true, '2025-12-01', 'DOWNTREND'],
    [true, '2026-02-01', 'UPTREND'],
  )
  expect(bandsOf(states, true)).toEqual([{ trend: 'DOWNTREND', from: 0, to: 4 }])
})
