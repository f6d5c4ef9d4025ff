import { describe, expect, test } from 'vitest'
import type { Interval } from '../outcome/interval.ts'
import { allRows, madeSamples } from './made-samples.ts'
import { type Gate, gateOf, skillOver } from './skill.ts'
import type { Forecast } from './walk-forward.ts'

const skill = (p: number, low = 0.01): Interval => ({ count: 1_000, mean: 0.02, low, high: 0.03, p })

describe('the gate', () => {
  test.each<[string, Interval | undefined, number, Gate]>([
    ['opens with an interval above zero', skill(0.01), 104, 'open'],
    ['stays closed with an interval that contains zero', skill(0.3, -0.001), 104, 'closed'],
    ['stays closed with an interval that begins at zero', skill(0.05, 0), 104, 'closed'],
    [
      'stays closed with an interval below zero',
      { ...skill(0.01), mean: -0.02, low: -0.03, high: -0.01 },
      104,
      'closed',
    ],
    ['needs 104 test weeks', skill(0.01), 103, 'too-few-weeks'],
    ['needs a test', undefined, 500, 'too-few-weeks'],
  ])('%s', (_, interval, testWeeks, gate) => {
    expect(gateOf(interval, testWeeks)).toBe(gate)
  })

  test.each<[number, number[], Gate]>([
    [0.03, [], 'open'],
    [0.03, [0.9], 'closed'],
    [0.03, [0.02], 'open'],
    [0.012, [0.9, 0.2, 0.009, 0.4], 'open'],
    [0.012, [0.9, 0.2, 0.03, 0.4], 'closed'],
  ])('with a p-value of %f beside those of other markets, %j, is %s', (p, others, gate) => {
    expect(gateOf(skill(p), 104, others)).toBe(gate)
  })

  test('closes if the interval contains zero once it is widened by the market’s factor', () => {
    const made = madeSamples(200, value => (value > 0.5 ? 300 : 120))
    const level = new Float64Array(made.rows).fill(0.21)
    const learned = Float64Array.from(made.features[0]!, value => (value > 0.5 ? 0.3 : 0.12))
    const said = { base: level, chance: level, level, learned }
    const forecast: Forecast = { rows: allRows(made), said, trainings: [] }
    const of = (widen?: number | null) =>
      skillOver(
        made,
        forecast,
        { of: 'learned', over: 'level' },
        { seed: 'ab'.repeat(32), ...(widen !== undefined && { widen }) },
      )!
    const [usual, wide] = [of(), of(1.3)]
    expect(gateOf(usual, 132)).toBe('open')
    expect(wide.mean).toBe(usual.mean)
    expect(wide.mean - wide.low).toBeCloseTo(1.3 * (usual.mean - usual.low), 12)
    expect(of(null)).toEqual(usual)
    expect(gateOf(of(50), 132)).toBe('closed')
  })
})
