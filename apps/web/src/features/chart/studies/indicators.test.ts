import { simpleAverage } from '@finlist/domain/chart/moving-averages'
import { IndicatorsSync } from '@ixjb94/indicators'
import { describe, expect, it } from 'vitest'
import { bollinger, convergence, exponentialAverage, relativeStrengthIndex } from './indicators.ts'

/** A random walk from 100 that is the same every time. */
function walk(count: number): number[] {
  let state = 42
  let price = 100
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    price *= 1 + (state / 2_147_483_648 - 0.48) / 20
    return price
  })
}

/** The largest difference. Both end with the same bar; from `from` on each must have a value. */
function apart(ours: readonly (number | null)[], theirs: readonly number[], from: number) {
  const offset = theirs.length - ours.length
  return Math.max(...ours.slice(from).map((value, at) => Math.abs((value ?? Number.NaN) - theirs[from + at + offset]!)))
}
const noise = 1e-8

describe('the studies agree with a second library on 1,000 bars', () => {
  const closes = walk(1_000)
  const other = new IndicatorsSync()

  it('simple average', () => expect(apart(simpleAverage(closes, 50), other.sma(closes, 50), 49)).toBeLessThan(noise))
  it('exponential average', () =>
    expect(apart(exponentialAverage(closes, 20), other.ema(closes, 20), 19)).toBeLessThan(noise))
  it('RSI', () => expect(apart(relativeStrengthIndex(closes, 14), other.rsi(closes, 14), 14)).toBeLessThan(noise))
  it('Bollinger bands', () => {
    const [lower, middle, upper] = other.bbands(closes, 20, 2) as [number[], number[], number[]]
    const ours = bollinger(closes, 20, 2)
    expect(apart(ours.lower, lower, 19)).toBeLessThan(noise)
    expect(apart(ours.middle, middle, 19)).toBeLessThan(noise)
    expect(apart(ours.upper, upper, 19)).toBeLessThan(noise)
  })
  it('MACD, once its beginning is forgotten', () => {
    const [macd, signal, histogram] = other.macd(closes, 12, 26, 9) as [number[], number[], number[]]
    const ours = convergence(closes, { fast: 12, slow: 26, signal: 9 })
    expect(apart(ours.macd, macd, 400)).toBeLessThan(noise)
    expect(apart(ours.signal, signal, 400)).toBeLessThan(noise)
    expect(apart(ours.histogram, histogram, 400)).toBeLessThan(noise)
  })
})

describe('golden values, by hand', () => {
  const closes = [10, 11, 12, 11, 13, 14, 13, 15]
  const rounded = (line: (number | null)[]) => line.map(value => value && Number(value.toFixed(4)))

  it('simple average of 3', () =>
    expect(rounded(simpleAverage(closes, 3))).toEqual([null, null, 11, 11.3333, 12, 12.6667, 13.3333, 14]))

  it('exponential average of 3: half of the new price, half of the old average', () =>
    expect(rounded(exponentialAverage(closes, 3))).toEqual([
      null,
      null,
      11.25,
      11.125,
      12.0625,
      13.0313,
      13.0156,
      14.0078,
    ]))

  it('RSI of 3, smoothed as Wilder does', () =>
    expect(rounded(relativeStrengthIndex(closes, 3))).toEqual([
      null,
      null,
      null,
      66.6667,
      83.3333,
      87.8788,
      62.3656,
      79.8851,
    ]))

  it('Bollinger bands of 3 and 2 deviations of the whole', () => {
    const { upper, lower } = bollinger(closes, 3, 2)
    expect(rounded(upper).slice(0, 4)).toEqual([null, null, 12.633, 12.2761])
    expect(rounded(lower).slice(0, 4)).toEqual([null, null, 9.367, 10.3905])
  })

  it('a rising line has an RSI of 100, a falling one of 0', () => {
    expect(relativeStrengthIndex([1, 2, 3, 4, 5], 3).at(-1)).toBe(100)
    expect(relativeStrengthIndex([5, 4, 3, 2, 1], 3).at(-1)).toBe(0)
  })
})
