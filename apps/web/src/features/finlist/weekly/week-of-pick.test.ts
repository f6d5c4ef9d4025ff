import { describe, expect, it, test } from 'vitest'
import { breakoutOf, distanceOf, isNear } from './week-of-pick.ts'

const bar = (at: number, close: number, volume = 100) => ({
  date: `2026-${String(1 + Math.floor(at / 28)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
  open: close,
  high: close,
  low: close,
  close,
  volume,
})
/** Sixty sessions at 9, then the given ones. */
const after = (...newest: [close: number, volume?: number][]) => [
  ...Array.from({ length: 60 }, (_, at) => bar(at, 9)),
  ...newest.map(([close, volume], at) => bar(60 + at, close, volume)),
]

test('a stock is near its buy point from 5% below it up to the buy point itself', () => {
  const near = (close: number) => isNear(distanceOf([bar(0, close)], 100))
  expect([94.9, 95, 100, 100.1].map(near)).toEqual([false, true, true, false])
  expect(distanceOf([bar(0, 5)], -1)).toBeUndefined()
  expect(distanceOf([], 10)).toBeUndefined()
})

describe('a breakout', () => {
  it('is the first close above the buy point, on 1.4 times the mean volume of the 50 sessions before', () => {
    expect(breakoutOf(after([9.5], [10.5, 140], [10.6]), 10)).toEqual({ date: bar(61, 0).date, volume: 1.4 })
    expect(breakoutOf(after([9.5], [10.5, 139], [10.6]), 10)).toBeUndefined()
  })

  it('must be in the last five sessions', () => {
    expect(breakoutOf(after([10.5, 300], [11], [11], [11], [11]), 10)).toBeDefined()
    expect(breakoutOf(after([10.5, 300], [11], [11], [11], [11], [11]), 10)).toBeUndefined()
  })

  it('is not a close at the buy point, nor one above it after another', () => {
    expect(breakoutOf(after([10, 300]), 10)).toBeUndefined()
    expect(breakoutOf(after([10.5], [11, 300]), 10)).toBeUndefined()
  })

  it('is compared with sessions in which the stock traded', () => {
    const quiet = Array.from({ length: 30 }, () => [9, 0] as [number, number])
    expect(breakoutOf(after(...quiet, [10.5, 150]), 10)?.volume).toBe(1.5)
    expect(breakoutOf([bar(0, 9, 0), bar(1, 11, 500)], 10)).toBeUndefined()
  })

  it('needs a buy point', () => {
    expect(breakoutOf(after([10.5, 300]), -1)).toBeUndefined()
  })
})
