import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingOf, powerOf } from './finding.ts'
import { type Difference, holdsZero, holm, type Interval, intervalOf } from './interval.ts'
import { drawSome, drawsOf } from './random.ts'
import { wideningOf } from './widening.ts'

const seedOf = (text: string) => createHash('sha256').update(text).digest('hex')

describe('draws from a seed', () => {
  it('are the same for the same seed, and different for another seed', () => {
    const ten = (seed: string) => Array.from({ length: 10 }, drawsOf(seed))
    expect(ten(seedOf('one'))).toEqual(ten(seedOf('one')))
    expect(ten(seedOf('one'))).not.toEqual(ten(seedOf('two')))
  })

  it('reject an invalid seed', () => {
    for (const wrong of ['', 'ab', seedOf('one').toUpperCase(), `${seedOf('one')}0`])
      expect(() => drawsOf(wrong)).toThrow(RangeError)
  })

  it('draw each value equally often', () => {
    const draw = drawsOf(seedOf('even'))
    const counts = Array.from({ length: 10 }, () => 0)
    for (let round = 0; round < 5_000; round++)
      for (const value of drawSome([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 3, draw)) counts[value]! += 1
    for (const count of counts) expect(Math.abs(count - 1_500)).toBeLessThan(150)
  })

  it('never draw a value twice, and draw at most as many values as there are', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { maxLength: 30 }), fc.nat(40), (values, count) => {
        const drawn = drawSome(values, count, drawsOf(seedOf(String(count))))
        expect(new Set(drawn).size).toBe(Math.min(count, values.length))
        expect(drawn.every(value => values.includes(value))).toBe(true)
      }),
    )
  })
})

/** Differences around `mean`, five a week. Half of their variance is shared by the five differences of a week. */
function differences(name: string, weeks: number, mean: number): Difference[] {
  const draw = drawsOf(seedOf(name))
  const around = () => draw() + draw() + draw() + draw() - 2
  return Array.from({ length: weeks }, (_, week) => {
    const shared = around()
    return Array.from({ length: 5 }, () => ({ week, value: mean + 0.07 * (shared + around()) }))
  }).flat()
}

describe('a confidence interval', () => {
  it('contains the true value nearly as often as stated', () => {
    const worlds = Array.from({ length: 60 }, (_, at) => differences(`world ${at}`, 104, 0))
    const held = worlds
      .map((rows, at) => intervalOf(rows, { weeks: 104, seed: seedOf(`draw ${at}`) })!)
      .filter(({ low, high }) => low <= 0 && high >= 0)
    expect(held.length / worlds.length).toBeGreaterThanOrEqual(0.8)
    expect(held.length).toBeLessThan(worlds.length)
  })

  it('excludes zero if the difference is large', () => {
    const { low, p } = intervalOf(differences('large', 104, 0.1), { weeks: 104, seed: seedOf('draw') })!
    expect(low).toBeGreaterThan(0)
    expect(p).toBeLessThanOrEqual(0.001)
  })

  it('is undefined without differences, and is the value itself for a single one', () => {
    expect(intervalOf([], { weeks: 10, seed: seedOf('draw') })).toBeUndefined()
    const one = intervalOf([{ week: 3, value: 0.05 }], { weeks: 10, seed: seedOf('draw') })!
    expect(one).toMatchObject({ count: 1, mean: 0.05, low: 0.05, high: 0.05 })
  })

  it('excludes zero if and only if p is below 0.05, by whatever factor it is widened', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.double({ min: -0.03, max: 0.03, noNaN: true }),
        fc.constantFrom(1, 1.4, 2.5),
        (at, mean, widen) => {
          const interval = intervalOf(differences(`property ${at}`, 40, mean), {
            weeks: 40,
            seed: seedOf(`p ${at}`),
            widen,
          })!
          expect(interval.p < 0.05).toBe(!holdsZero(interval))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('is widened around its mean, and its p rises with it', () => {
    const rows = differences('wide', 104, 0.02)
    const [usual, wide] = [1, 1.7].map(widen => intervalOf(rows, { weeks: 104, seed: seedOf('draw'), widen })!)
    expect(wide!.mean).toBe(usual!.mean)
    expect(wide!.high - wide!.mean).toBeCloseTo(1.7 * (usual!.high - usual!.mean), 12)
    expect(wide!.mean - wide!.low).toBeCloseTo(1.7 * (usual!.mean - usual!.low), 12)
    expect(wide!.p).toBeGreaterThan(usual!.p)
  })
})

describe('the factor by which intervals are widened', () => {
  const around = (mean: number): Interval => ({ count: 100, mean, low: mean - 0.01, high: mean + 0.02, p: 1 })
  const holding = (count: number) => Array.from({ length: count }, () => around(0.005))

  it('is the smallest factor with which 95% of the intervals include zero', () => {
    // One interval needs a factor of 1.5, the other 2.
    const intervals = [...holding(18), around(0.015), around(-0.04)]
    expect(wideningOf(intervals)).toEqual({ factor: 1.5, cells: 20, held: 18, heldWidened: 19 })
    expect(wideningOf([...intervals, around(-0.04)])).toEqual({ factor: 2, cells: 21, held: 18, heldWidened: 21 })
  })

  it('is 1 if enough intervals include zero without widening', () => {
    expect(wideningOf([...holding(38), around(0.5), around(-0.5)])).toEqual({
      factor: 1,
      cells: 40,
      held: 38,
      heldWidened: 38,
    })
  })

  it('is null for fewer than twenty intervals of nonzero width', () => {
    expect(wideningOf(holding(19)).factor).toBeNull()
    const flat = { count: 100, mean: 0.01, low: 0.01, high: 0.01, p: 0.001 }
    expect(wideningOf(Array.from({ length: 40 }, () => flat))).toEqual({
      factor: null,
      cells: 40,
      held: 0,
      heldWidened: 0,
    })
  })
})

it('Holm’s correction never lowers a p-value and keeps the order', () => {
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
  expect(holm([])).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), ps => {
      const corrected = holm(ps)
      for (const [at, p] of ps.entries()) {
        expect(corrected[at]).toBeGreaterThanOrEqual(p)
        expect(corrected[at]).toBeLessThanOrEqual(1)
      }
    }),
  )
})

describe('the conclusion from a track record', () => {
  const interval = { count: 250, mean: 0.01, low: -0.002, high: 0.022, p: 0.1 }
  it.each([
    ['no mean below 100 picks', { ...interval, count: 99, low: 0.005 }, 0.001, 'too-few'],
    ['no edge if the interval includes zero', interval, 0.001, 'no-evidence'],
    ['no edge if too many figures were examined', { ...interval, low: 0.001 }, 0.2, 'no-evidence'],
    ['better', { ...interval, low: 0.001 }, 0.01, 'better'],
    ['worse', { ...interval, mean: -0.01, low: -0.02, high: -0.001 }, 0.01, 'worse'],
  ] as const)('follows from its figures: %s', (_, found, p, kind) => {
    expect(findingOf(found, { filled: found.count, cells: 20, p }).kind).toBe(kind)
  })

  it('gives the number of figures compared if there is an edge only before the correction for that number', () => {
    const found = findingOf({ ...interval, low: 0.001 }, { filled: 250, cells: 20, p: 0.2 })
    expect(found).toMatchObject({ kind: 'no-evidence', cells: 20, p: 0.2 })
  })

  it('is “too few” if no order was filled', () => {
    expect(findingOf(null, { filled: 0, cells: 1, p: 1 })).toEqual({ kind: 'too-few', filled: 0, wanted: 100 })
  })
})

it('proving a difference of half a percentage point takes about 4,000 picks if the standard deviation is 11.3%', () => {
  const power = powerOf({ deviation: 0.113, filled: 225, weeks: 52 })!
  expect(power.picks).toBeGreaterThan(3_900)
  expect(power.picks).toBeLessThan(4_100)
  expect(power.now).toBeCloseTo(0.0148, 3)
  expect(power.afterFiveYears).toBeCloseTo(0.0066, 3)
  const widened = powerOf({ deviation: 0.113, filled: 225, weeks: 52, widen: 1.5 })!
  expect(widened).toEqual({ ...power, now: 1.5 * power.now })
  expect(powerOf({ deviation: 0.113, filled: 0, weeks: 52 })).toBeUndefined()
})
