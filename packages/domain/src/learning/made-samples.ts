import { canonical } from '../picking/canonical.ts'
import { Random } from '../random.ts'
import { featureNames } from './features.ts'
import type { Samples } from './samples.ts'
import { modelOf } from './walk-forward.ts'

const weekDays = 7

/**
 * Invented stock-weeks of 30 stocks, for tests. For a value of the first feature, `chanceOf` gives the probability of
 * reaching the target, in thousandths; the other features are noise.
 */
export function madeSamples(weeks: number, chanceOf: (value: number) => number = () => 200, name = 'samples'): Samples {
  const random = new Random(name)
  const stocks = 30
  const rows = weeks * stocks
  const features = featureNames.map(() => Float32Array.from({ length: rows }, () => random.uniform()))
  const week = Int32Array.from({ length: rows }, (_, row) => Math.floor(row / stocks))
  const target = Uint8Array.from({ length: rows }, (_, row) =>
    Number(1_000 * random.uniform() < chanceOf(features[0]![row]!)),
  )
  return withNet({
    weeks: Int32Array.from({ length: weeks }, (_, at) => 15_000 + at * weekDays),
    rows,
    week,
    settledOn: Int32Array.from(week, at => 15_000 + at * weekDays + random.whole(1, 90)),
    chanceOfTarget: new Uint16Array(rows).fill(200),
    chanceOfStop: new Uint16Array(rows).fill(480),
    target,
    stop: Uint8Array.from(target, came => Number(came === 0 && random.uniform() < 0.5)),
    features,
  })
}

/** Adds the net returns of the outcomes, without costs; zero where neither end was reached. */
export const withNet = (samples: Omit<Samples, 'net'>): Samples => ({
  ...samples,
  net: Int32Array.from(samples.target, (came, row) => 2_000 * came - 800 * samples.stop[row]!),
})

export const allRows = ({ rows }: Samples) => Int32Array.from({ length: rows }, (_, row) => row)

/** The canonical text of a small model, and its SHA-256. Every engine must make the same. */
export const smallModel = () => {
  const samples = madeSamples(60, value => 100 + 300 * value, 'small model')
  return canonical(modelOf(samples, allRows(samples)))
}
export const smallModelHash = 'fcacd40a48548137fe643e20ed91a863a5cd62af5190507727c6ca305e5679b3'
