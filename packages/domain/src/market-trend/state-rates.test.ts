import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { addDays, isTradingDay } from '../calendar.ts'
import { Random } from '../random.ts'
import { stateRatesOf } from './state-rates.ts'
import { aheads, fewestWeeks, terms } from './terms.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** An index whose drift, if any, changes sign every `turnDays` days. */
function indexOf(seed: string, count: number, { drift = 0, turnDays = 130 } = {}) {
  const random = new Random(seed)
  const bars = []
  let close = 1_000
  for (let day = '2015-01-05'; bars.length < count; day = addDays(day, 1)) {
    if (!isTradingDay('US', day)) continue
    const before = close
    const sign = Math.floor(bars.length / turnDays) % 2 === 0 ? 1 : -1
    close *= Math.exp(sign * drift + 0.009 * random.gaussian())
    const [high, low] = [Math.max(before, close) * 1.003, Math.min(before, close) * 0.997]
    bars.push({ date: day, high, low, close, volume: 1_000 + random.whole(0, 900) })
  }
  return bars
}

const asked = { seed: 'US 2026-11', worlds: 6, sha256 }
const apart = ({ rates }: ReturnType<typeof stateRatesOf>) =>
  rates.flatMap(({ states }) => states).filter(({ more }) => more && more.p < 0.05)

describe('returns after each proposed state of an index', () => {
  it('show no difference on a random walk, and are the same for the same seed', { tags: ['slow'] }, () => {
    const walk = indexOf('walk', 1_300)
    const counted = stateRatesOf('US', walk, asked)
    expect(apart(counted)).toEqual([])
    expect(stateRatesOf('US', walk, asked)).toEqual(counted)
    expect(counted.rates.map(({ term, ahead }) => `${term} ${ahead}`)).toEqual([
      'short 4',
      'short 13',
      'long 4',
      'long 13',
    ])
    for (const { widening } of counted.widenings) {
      expect(widening.cells).toBeGreaterThan(20)
      expect(widening.factor).toBeGreaterThanOrEqual(1)
      expect(widening.heldWidened / widening.cells).toBeGreaterThanOrEqual(0.95)
    }
  })

  it('show a difference if the index trends', { tags: ['slow'] }, () => {
    const counted = stateRatesOf('US', indexOf('trends', 1_600, { drift: 0.006 }), asked)
    const found = apart(counted).map(({ state, more }) => `${state} ${more!.mean > 0 ? 'better' : 'worse'}`)
    expect(found).toContain('UPTREND better')
    expect(found).toContain('DOWNTREND worse')
    expect(found).not.toContain('DOWNTREND better')
  })

  it('compare each state with all weeks, whatever their state', () => {
    for (const { weeks, mean, states } of stateRatesOf('US', indexOf('walk', 1_300), asked).rates) {
      expect(states.reduce((sum, state) => sum + state.weeks, 0)).toBe(weeks)
      const [told, few] = [states.filter(({ more }) => more), states.filter(({ more }) => !more)]
      for (const state of told) expect(state.more!.mean).toBeCloseTo(state.mean! - mean!, 12)
      for (const state of few) expect([state.mean, state.weeks < fewestWeeks]).toEqual([null, true])
    }
  })

  it('are null for states with few weeks', () => {
    const { rates, widenings } = stateRatesOf('US', indexOf('short', 120), asked)
    expect(rates).toHaveLength(terms.length * aheads.length)
    for (const { mean, states } of rates) {
      expect(mean).toBeNull()
      expect(states.every(state => state.mean === null && state.more === null)).toBe(true)
    }
    expect(widenings.map(({ widening }) => widening.factor)).toEqual([null, null])
    expect(stateRatesOf('US', [], asked).rates.every(({ weeks }) => weeks === 0)).toBe(true)
  })
})
