import { describe, expect, test } from 'vitest'
import { Random } from '../random.ts'
import { allRows, madeSamples } from './made-samples.ts'
import { moneyOf, twins } from './money.ts'
import type { Samples } from './samples.ts'
import type { Forecast } from './walk-forward.ts'

const drawing = { seed: 'ab'.repeat(32), widen: 1 }
const weeks = 30

function forecastOf(samples: Samples, learned: (row: number) => number): Forecast {
  const rows = allRows(samples)
  const flat = new Float64Array(rows.length).fill(0.2)
  return {
    rows,
    said: { base: flat, chance: flat, level: flat, learned: Float64Array.from(rows, learned) },
    trainings: [],
  }
}

/** Stock-weeks with returns that no outcome rule would give, and chances with many ties. */
function samplesWith(name: string): Samples {
  const random = new Random(name)
  const samples = madeSamples(weeks)
  return {
    ...samples,
    chanceOfTarget: Uint16Array.from(samples.target, () => random.whole(150, 180)),
    net: Int32Array.from(samples.target, () => random.whole(-2_000, 3_000)),
  }
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('the money of the highest forecasts', () => {
  test('is that of an independent count', () => {
    const samples = samplesWith('returns')
    const random = new Random('forecasts')
    const said = Array.from({ length: samples.rows }, () => random.uniform())
    const money = moneyOf(
      samples,
      forecastOf(samples, row => said[row]!),
      drawing,
    )!
    const counted = Array.from({ length: weeks }, (_, week) => {
      const own = said.map((_, row) => row).filter(row => samples.week[row] === week)
      const top = own.toSorted((one, other) => said[other]! - said[one]!).slice(0, 3)
      const others = own.filter(row => !top.includes(row))
      return top.map(row => {
        const distance = (other: number) => Math.abs(samples.chanceOfTarget[other]! - samples.chanceOfTarget[row]!)
        const nearest = others.map(distance).toSorted((one, other) => one - other)[twins - 1]!
        const within = others.filter(other => distance(other) <= nearest)
        return { net: samples.net[row]!, others: mean(others.map(other => samples.net[other]!)), within }
      })
    }).flat()
    expect(money.net.mean).toBeCloseTo(mean(counted.map(({ net }) => net)) / 10_000, 12)
    expect(money.overOthers.mean).toBeCloseTo(mean(counted.map(({ net, others }) => net - others)) / 10_000, 12)
    expect(money.overOthers.count).toBe(3 * weeks)
    // Ties at the largest distance leave a choice among twins, so that only a range can be counted.
    const range = counted.map(({ net, within }) => {
      const returns = within.map(row => samples.net[row]!).toSorted((one, other) => one - other)
      return { low: net - mean(returns.slice(-twins)), high: net - mean(returns.slice(0, twins)) }
    })
    expect(money.overTwins.mean).toBeGreaterThanOrEqual(mean(range.map(({ low }) => low)) / 10_000)
    expect(money.overTwins.mean).toBeLessThanOrEqual(mean(range.map(({ high }) => high)) / 10_000)
  })

  test('is above that of others and of twins if returns follow the forecast', () => {
    const samples = samplesWith('returns')
    const money = moneyOf(
      samples,
      forecastOf(samples, row => samples.net[row]!),
      drawing,
    )!
    expect(money.overOthers.low).toBeGreaterThan(0)
    expect(money.overTwins.low).toBeGreaterThan(0)
  })

  test('is above that of others alone if returns follow chance, as the forecast does', () => {
    const samples = samplesWith('returns')
    const byChance = { ...samples, net: Int32Array.from(samples.chanceOfTarget, chance => 100 * (chance - 165)) }
    const money = moneyOf(
      byChance,
      forecastOf(byChance, row => byChance.chanceOfTarget[row]!),
      drawing,
    )!
    expect(money.overTwins.mean).toBeGreaterThan(0)
    expect(money.overTwins.mean).toBeLessThan(money.overOthers.mean / 2)
  })

  test('is unknown in weeks of fewer than 20 stocks', () => {
    const samples = samplesWith('returns')
    const few = allRows(samples).filter(row => row % 30 < 19)
    const forecast = forecastOf(samples, () => 0.2)
    expect(moneyOf(samples, { ...forecast, rows: few }, drawing)).toBeUndefined()
    expect(moneyOf(samples, { ...forecast, rows: new Int32Array() }, drawing)).toBeUndefined()
  })
})
