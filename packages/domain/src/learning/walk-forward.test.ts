import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Random } from '../random.ts'
import { binOf } from './bins.ts'
import { parts, sigmoid } from './exact.ts'
import { featureNames } from './features.ts'
import { atChance, atLevel, levelOf, Outcomes } from './level.ts'
import { allRows, madeSamples, smallModel, smallModelHash } from './made-samples.ts'
import type { Samples } from './samples.ts'
import { gateOf, reliabilityOf, skillOver } from './skill.ts'
import { pointsOf } from './stumps.ts'
import { type Forecast, modelOf, purgeDays, rowsKnown, walkForward } from './walk-forward.ts'

const seed = 'ab'.repeat(32)

/** Samples with one row a week, in weeks of any length, whose outcomes are known after any number of days. */
const anySamples = fc
  .array(
    fc.record({ gap: fc.integer({ min: 1, max: 21 }), waits: fc.integer({ min: 1, max: 500 }), came: fc.boolean() }),
    {
      minLength: 90,
      maxLength: 180,
      size: 'max',
    },
  )
  .map((rows): Samples => {
    const weeks = new Int32Array(rows.length)
    for (const [at, { gap }] of rows.entries()) weeks[at] = (weeks[at - 1] ?? 17_000) + gap
    return {
      weeks,
      rows: rows.length,
      week: Int32Array.from(rows.keys()),
      settledOn: Int32Array.from(rows, ({ waits }, at) => weeks[at]! + waits),
      chanceOfTarget: new Uint16Array(rows.length).fill(200),
      chanceOfStop: new Uint16Array(rows.length).fill(480),
      target: Uint8Array.from(rows, ({ came }) => Number(came)),
      stop: Uint8Array.from(rows, ({ came }) => Number(!came)),
      net: Int32Array.from(rows, ({ came }) => (came ? 2_000 : -800)),
      features: featureNames.map(() => new Float32Array(rows.length)),
    }
  })

test('every training uses only outcomes that were known before its first test week, of weeks old enough', () => {
  let trainings = 0
  fc.assert(
    fc.property(anySamples, samples => {
      const forecast = walkForward(samples)
      for (const { from, trained, newestSettled } of forecast.trainings) {
        const firstTestDay = samples.weeks[from]!
        const allowed = Array.from(allRows(samples)).filter(
          row => samples.settledOn[row]! < firstTestDay && samples.weeks[row]! + purgeDays <= firstTestDay,
        )
        expect(newestSettled).toBe(Math.max(...allowed.map(row => samples.settledOn[row]!)))
        expect(trained).toBe(allowed.length)
        expect(Array.from(rowsKnown(samples, firstTestDay))).toEqual(allowed)
        trainings++
      }
      const first = forecast.trainings[0]
      for (const row of forecast.rows) expect(samples.week[row]!).toBeGreaterThanOrEqual(first!.from)
    }),
    { numRuns: 25, seed: 1 },
  )
  expect(trainings).toBeGreaterThan(20)
})

const planted = (value: number) => (value > 0.5 ? 400 : 100)

/** The probability that a row which reached the target was given more than one which did not. */
function auc(samples: Samples, { rows, said }: Forecast): number {
  const sorted = Array.from(rows, (row, at) => ({ said: said.learned[at]!, came: samples.target[row]! })).sort(
    (one, other) => one.said - other.said,
  )
  let [below, sum, came] = [0, 0, 0]
  for (const { came: isOne } of sorted)
    if (isOne) {
      sum += below
      came++
    } else below++
  return sum / (came * below)
}

const areProbabilities = ({ said }: Forecast) =>
  Object.values(said).every(values => values.every(value => value > 0 && value < 1))

describe('a forecast', () => {
  test('of shuffled outcomes says nothing about them', { tags: ['slow'] }, () => {
    const made = madeSamples(190, planted)
    const random = new Random('shuffled')
    const order = Array.from(made.target, came => ({ came, at: random.uniform() })).sort((a, b) => a.at - b.at)
    const shuffled = { ...made, target: Uint8Array.from(order, ({ came }) => came) }
    const [real, forecast] = [walkForward(made), walkForward(shuffled)]
    expect(auc(made, real)).toBeGreaterThan(0.65)
    expect(Math.abs(auc(shuffled, forecast) - 0.5)).toBeLessThan(0.03)
    expect(gateOf(skillOver(shuffled, forecast, { of: 'learned', over: 'level' }, { seed }), 122)).toBe('closed')
  })

  test.each([0, 1])('is near %i, and a probability, if every outcome was that', came => {
    const made = madeSamples(107)
    const forecast = walkForward({ ...made, target: new Uint8Array(made.rows).fill(came) })
    expect(forecast.rows.length).toBeGreaterThan(500)
    expect(areProbabilities(forecast)).toBe(true)
    expect(Math.abs(forecast.said.learned.at(-1)! - came)).toBeLessThan(0.1)
  })

  test('is not made for the newest 17 weeks, of which only the early outcomes are known', () => {
    const made = madeSamples(100)
    const { rows } = walkForward(made)
    expect(made.week[rows.at(-1)!]).toBe(100 - 1 - 17)
  })

  test('is missing without samples, and then the model is chance', () => {
    const none = madeSamples(0)
    const forecast = walkForward(none)
    expect(forecast.rows).toHaveLength(0)
    const skill = skillOver(none, forecast, { of: 'learned', over: 'level' }, { seed })
    expect(gateOf(skill, 0)).toBe('too-few-weeks')
    expect(reliabilityOf(none, forecast, 'learned').every(({ count }) => count === 0)).toBe(true)
    const { target, stop, points } = modelOf(none, allRows(none))
    expect([target, stop]).toEqual([atChance, atChance])
    expect(points.flat().every(value => value === 0)).toBe(true)
  })

  test('ignores a feature that is never known, and gives unknown values separate points', () => {
    const made = madeSamples(100, planted)
    const [unknown, partly] = [3, 0]
    const features = made.features.map((column, at) =>
      at === unknown
        ? column.map(() => Number.NaN)
        : at === partly
          ? column.map(v => (v > 0.5 ? Number.NaN : v))
          : column,
    )
    const forecast = walkForward({ ...made, features })
    expect(areProbabilities(forecast)).toBe(true)
    const { points } = modelOf({ ...made, features }, allRows(made))
    expect(points[unknown]!.every(value => value === points[unknown]![0])).toBe(true)
    expect(points[partly]![0]! - points[partly]![16]!).toBeGreaterThan(0.5 * parts)
  })

  test('is the level and the points of the row’s bins, added up', () => {
    const made = madeSamples(117, planted)
    const { rows, said, trainings } = walkForward(made)
    const { from } = trainings.at(-1)!
    const { edges, points } = modelOf(made, rowsKnown(made, made.weeks[from]!))
    const levels = Array.from(made.weeks, day => {
      const outcomes = new Outcomes()
      for (const row of rowsKnown(made, day)) outcomes.add(200, made.target[row]!, made.week[row]!)
      return levelOf(outcomes)
    })
    let compared = 0
    for (const [at, row] of rows.entries()) {
      if (made.week[row]! < from) continue
      const level = atLevel(levels[made.week[row]!]!, made.chanceOfTarget[row]!)
      const bins = featureNames.map((_, feature) => binOf(edges[feature]!, made.features[feature]![row]!))
      const each = bins.map((bin, feature) => points[feature]![bin]!)
      expect(pointsOf(points, bins)).toBe(each.reduce((sum, value) => sum + value, 0))
      expect(said.level[at]).toBe(sigmoid(level / parts))
      expect(said.learned[at]).toBe(sigmoid(each.reduce((sum, value) => sum + value, level) / parts))
      compared++
    }
    expect(compared).toBeGreaterThan(500)
  })
})

test('a small model has the same bytes as in every other engine', () => {
  expect(createHash('sha256').update(smallModel()).digest('hex')).toBe(smallModelHash)
})
