import { expect, it } from 'vitest'
import { addDays, isTradingDay } from '../calendar.ts'
import { pickFigures } from './pick-figures.ts'

/** Bars of a Hong Kong stock on consecutive trading days up to 10 January 2025, oldest first. */
function bars(volumes: number[], closes: number[] = []) {
  const days: string[] = []
  for (let day = '2025-01-10'; days.length < volumes.length; day = addDays(day, -1))
    if (isTradingDay('HKEX', day)) days.unshift(day)
  return days.map((date, at) => ({ date, volume: volumes[at]!, close: closes[at] ?? 10 }))
}

it('a pick’s figures compare its close with the previous close, and its volume with the average of 50 days, leaving out half days and days without a trade', () => {
  const usual = bars([...Array.from({ length: 60 }, (_, at) => (at < 5 ? 1_000_000 : 100)), 300])
  expect(pickFigures('HKEX', usual)).toEqual({ closeChange: 0, volumeChange: 200, isLowTurnover: true })
  const halfDays = usual.map(bar => (/-12-(24|31)$/.test(bar.date) ? { ...bar, volume: 5 } : bar))
  expect(halfDays.filter(({ volume }) => volume === 5)).toHaveLength(2)
  expect(pickFigures('HKEX', halfDays).volumeChange).toBe(200)
  const suspended = usual.map((bar, at) => (at === 58 ? { ...bar, volume: 0 } : bar))
  expect(pickFigures('HKEX', suspended).volumeChange).toBe(200)
  expect(pickFigures('HKEX', bars([100, 100], [10, 10.333])).closeChange).toBe(3.33)
})

it('a pick’s figures have no change on a stock’s first day, and use the turnover of the last 20 days', () => {
  expect(pickFigures('HKEX', bars([600_000]))).toEqual({ closeChange: null, volumeChange: null, isLowTurnover: false })
  const lately = bars(Array.from({ length: 40 }, (_, at) => (at < 20 ? 9_000_000 : 400_000)))
  expect(pickFigures('HKEX', lately).isLowTurnover).toBe(true)
})
