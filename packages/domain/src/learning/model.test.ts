import { describe, expect, test } from 'vitest'
import { Random } from '../random.ts'
import { binOf, edgesOf } from './bins.ts'
import { logit, parts, sigmoid } from './exact.ts'
import { featureNames } from './features.ts'
import { atChance, atLevel, levelOf, Outcomes } from './level.ts'
import { allRows, madeSamples as samples } from './made-samples.ts'
import { gateOf, reliabilityOf, skillOver } from './skill.ts'
import { stumpsOf } from './stumps.ts'
import { modelOf, purgeDays, rowsKnown, walkForward } from './walk-forward.ts'

const seed = 'ab'.repeat(32)

describe('exact arithmetic', () => {
  test('converts log odds to probabilities and back', () => {
    for (const probability of [0.002, 0.1, 0.5, 0.73, 0.999]) {
      expect(sigmoid(logit(probability))).toBeCloseTo(probability, 12)
      expect(sigmoid(Math.log(probability / (1 - probability)))).toBeCloseTo(probability, 12)
    }
  })
})

describe('bins', () => {
  test('hold about the same number of rows each, and unknown values have a separate bin', () => {
    const values = Float32Array.from({ length: 3_100 }, (_, at) => (at * 7919) % 3_100)
    const edges = edgesOf(values, Int32Array.from(values.keys()))
    const counts = new Map<number, number>()
    for (const value of values) counts.set(binOf(edges, value), (counts.get(binOf(edges, value)) ?? 0) + 1)
    expect([...counts.keys()].toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 31 }, (_, at) => at + 1),
    )
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThanOrEqual(1)
    expect(binOf(edges, Number.NaN)).toBe(0)
  })
})

describe('the level', () => {
  const outcomes = (shift: number, weeks: number) => {
    const random = new Random('level', shift)
    const made = new Outcomes()
    for (let week = 0; week < weeks; week++)
      for (let chance = 20; chance <= 280; chance += 2)
        made.add(chance, Number(random.uniform() < sigmoid(logit(chance / 1_000) + shift)), week)
    return made
  }

  test('finds how far a market is from chance', () => {
    const { shift, slope } = levelOf(outcomes(0.4, 200))
    const said = sigmoid(atLevel({ shift, slope }, 200) / parts)
    expect(said).toBeCloseTo(sigmoid(logit(0.2) + 0.4), 1.5)
  })

  test('is found for quiet stocks that often reach a target which is next to impossible by chance', () => {
    const random = new Random('quiet')
    const made = new Outcomes()
    for (let week = 0; week < 104; week++)
      for (let chance = 0; chance <= 280; chance += 5) made.add(chance, Number(random.uniform() < 0.4), week)
    const level = levelOf(made)
    for (const chance of [1, 20, 100, 280]) expect(sigmoid(atLevel(level, chance) / parts)).toBeCloseTo(0.4, 1)
  })

  test('equals chance without outcomes, and is near chance with few', () => {
    expect(levelOf(new Outcomes())).toEqual(atChance)
    const few = Math.abs(levelOf(outcomes(0.4, 2)).shift)
    expect(few).toBeLessThan(Math.abs(levelOf(outcomes(0.4, 200)).shift))
  })
})

describe('stumps', () => {
  const columnsOf = (made: ReturnType<typeof samples>) => {
    const { edges } = modelOf(made, allRows(made))
    return edges.map((own, at) => Uint8Array.from(made.features[at]!, value => binOf(own, value)))
  }

  test('find a planted effect in the right feature', () => {
    const made = samples(300, value => (value > 0.5 ? 400 : 100))
    const points = stumpsOf(columnsOf(made), made.target, new Float64Array(made.rows).fill(logit(0.25) * parts))
    const spread = points.map(own => Math.max(...own) - Math.min(...own))
    expect(spread.indexOf(Math.max(...spread))).toBe(0)
    const said = (bin: number) => sigmoid(logit(0.25) + points[0]![bin]! / parts)
    expect(said(3)).toBeCloseTo(0.1, 1)
    expect(said(28)).toBeCloseTo(0.4, 1)
  })

  test('are the same whatever the order of the rows', () => {
    const made = samples(40, value => 100 + 200 * value)
    const columns = columnsOf(made)
    const offset = new Float64Array(made.rows).fill(logit(0.2) * parts)
    const order = Int32Array.from(made.target, (_, at) => (at * 7_919) % made.rows)
    const mixed = <Column extends Uint8Array>(column: Column) => Uint8Array.from(order, at => column[at]!)
    expect(stumpsOf(columns.map(mixed), mixed(made.target), offset)).toEqual(stumpsOf(columns, made.target, offset))
  })

  test.each([0, 1])('give no feature points of the opposite sign if all outcomes are %i', came => {
    const made = samples(40)
    const points = stumpsOf(columnsOf(made), new Uint8Array(made.rows).fill(came), new Float64Array(made.rows))
    expect(points.flat().every(value => (came === 1 ? value >= 0 : value <= 0))).toBe(true)
  })

  test('give no points without rows', () => {
    const points = stumpsOf(
      featureNames.map(() => new Uint8Array(0)),
      new Uint8Array(0),
      new Float64Array(0),
    )
    expect(points.flat().every(value => value === 0)).toBe(true)
  })
})

describe('walking forward', () => {
  test('trains only on outcomes that were known before the forecast and are from weeks old enough', () => {
    const made = samples(200)
    for (const week of [60, 120, 199]) {
      const rows = rowsKnown(made, made.weeks[week]!)
      for (const row of rows) {
        expect(made.settledOn[row]!).toBeLessThan(made.weeks[week]!)
        expect(made.weeks[made.week[row]!]! + purgeDays).toBeLessThanOrEqual(made.weeks[week]!)
      }
    }
    const { trainings } = walkForward(made)
    expect(trainings.map(({ from }) => from)).toEqual([68, 120, 172])
    for (const { from, newestSettled } of trainings) expect(newestSettled).toBeLessThan(made.weeks[from]!)
  })

  test('gives forecasts that do not depend on later outcomes', () => {
    const made = samples(140, value => 100 + 200 * value)
    const before = walkForward(made)
    const cut = made.weeks[100]!
    const other = { ...made, target: made.target.map((came, row) => (made.settledOn[row]! >= cut ? 1 - came : came)) }
    const after = walkForward(other)
    const until = before.rows.findIndex(row => made.weeks[made.week[row]!]! > cut)
    for (const of of ['base', 'level', 'learned'] as const)
      expect(after.said[of].slice(0, until)).toEqual(before.said[of].slice(0, until))
    expect(after.said.level.slice(until)).not.toEqual(before.said.level.slice(until))
  })

  test('opens the gate for a planted effect, and forecasts it as often as it occurs', { tags: ['slow'] }, () => {
    const made = samples(260, value => (value > 0.7 ? 450 : 120))
    const forecast = walkForward(made)
    const testWeeks = 260 - forecast.trainings[0]!.from
    const skill = skillOver(made, forecast, { of: 'learned', over: 'level' }, { seed })!
    expect(gateOf(skill, testWeeks)).toBe('open')
    expect(gateOf(skill, 103)).toBe('too-few-weeks')
    const tenths = reliabilityOf(made, forecast, 'learned')
    const error = tenths.reduce((sum, { count, said, came }) => sum + count * Math.abs(said - came), 0)
    expect(error / forecast.rows.length).toBeLessThan(0.03)
  })

  test('does not open the gate for outcomes that are due to chance', { tags: ['slow'] }, () => {
    const opened = Array.from({ length: 5 }, (_, world) => {
      const made = samples(200, () => 200, `world ${world}`)
      const forecast = walkForward(made)
      return gateOf(skillOver(made, forecast, { of: 'learned', over: 'level' }, { seed }), 132)
    })
    expect(opened).toEqual(opened.map(() => 'closed'))
  })
})
