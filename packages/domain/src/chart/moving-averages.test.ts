import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { halfDays } from '../calendar.ts'
import { averageVolume } from '../finlist/average-volume.ts'
import { averageLength, averageVolumes, simpleAverage } from './moving-averages.ts'

it('averages on a chart are over 50 daily bars, or 10 weekly or monthly bars (CHART-11)', () => {
  expect([averageLength('1D'), averageLength('1W'), averageLength('1M')]).toEqual([50, 10, 10])
})

it('a simple average begins at the first bar with enough values', () => {
  expect(simpleAverage([1, 2, 3, 4, 5], 3)).toEqual([null, null, 2, 3, 4])
  expect(simpleAverage([7], 1)).toEqual([7])
  expect(simpleAverage([], 3)).toEqual([])
})

describe('the average volume at a chart’s bar', () => {
  const day = (at: number) => new Date(Date.UTC(2025, 11, 1) + at * 86_400_000).toISOString().slice(0, 10)

  it('leaves out half days and days without a trade', () => {
    const bars = [
      { date: '2025-12-23', volume: 10 },
      { date: '2025-12-24', volume: 1_000 },
      { date: '2025-12-29', volume: 0 },
      { date: '2025-12-30', volume: 30 },
      { date: '2025-12-31', volume: 7 },
    ]
    const known = new Set(halfDays('HKEX', '2025-12-01', '2025-12-31'))
    expect(averageVolumes(bars, { length: 2, halfDays: known })).toEqual([null, null, 10, 10, 20])
    expect(averageVolumes(bars, { length: 2 })).toEqual([null, null, 505, 505, 515])
  })

  it('equals, at every bar, the average that the lists show for that day', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 80 }), volumes => {
        const bars = volumes.map((volume, at) => ({ date: day(at), volume }))
        const known = new Set(halfDays('HKEX', day(0), day(80)))
        const averages = averageVolumes(bars, { length: 5, halfDays: known })
        for (const [at, average] of averages.entries())
          expect(average).toEqual(at < 5 ? null : averageVolume('HKEX', bars.slice(0, at), 5))
      }),
    )
  })
})
