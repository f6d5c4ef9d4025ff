import { binned, binOf, type Edges, edgesOf } from './bins.ts'
import { parts, sigmoid } from './exact.ts'
import { featureNames } from './features.ts'
import { atLevel, type Level, levelOf, Outcomes } from './level.ts'
import type { Samples } from './samples.ts'
import { type Points, pointsOf, stumpsOf } from './stumps.ts'

/** Minimum number of weeks with known outcomes before the first test week. */
const firstTraining = 52
/** A model is trained only on rows at least this many days older than the day of its forecast. */
export const purgeDays = 17 * 7
/** Stumps are retrained after this many weeks; the level is recomputed every week. */
const stumpWeeks = 52

export type ForecastName = 'base' | 'chance' | 'level' | 'learned'

/**
 * Forecast probabilities of reaching the target, for the rows of test weeks; each is made before the row's outcome is
 * known.
 */
export type Forecast = { rows: Int32Array; said: Record<ForecastName, Float64Array>; trainings: Training[] }

/**
 * A training for the test weeks from index `from` on: the number of rows `trained` on, and the day on which the newest
 * of their outcomes became known.
 */
type Training = { from: number; trained: number; newestSettled: number }

/**
 * The rows that may be used for training on a day: their outcome was known before the day, and their week is at least
 * `purgeDays` older.
 */
export function rowsKnown({ rows, week, weeks, settledOn }: Samples, day: number): Int32Array {
  const known: number[] = []
  for (let row = 0; row < rows && weeks[week[row]!]! + purgeDays <= day; row++)
    if (settledOn[row]! < day) known.push(row)
  return Int32Array.from(known)
}

/**
 * Forecasts each test week with models that were trained on earlier outcomes only. The newest weeks are not tested: of
 * these, only the outcomes that came early are known, and more stops come early than targets. `told` is called after each training
 * with the number of weeks done and the total number of weeks.
 */
export function walkForward(samples: Samples, told: (done: number, of: number) => void = () => undefined): Forecast {
  const { weeks } = samples
  const byWeek = rowsByWeek(samples)
  const tested: number[] = []
  const said: Record<ForecastName, number[]> = { base: [], chance: [], level: [], learned: [] }
  const trainings: Training[] = []
  let model: Model | undefined
  const newest = (weeks.at(-1) ?? 0) - purgeDays
  for (let week = 0; week < weeks.length && weeks[week]! <= newest; week++) {
    const known = rowsKnown(samples, weeks[week]!)
    const outcomes = outcomesOf(samples, known, 'target')
    if (outcomes.weeks < firstTraining || byWeek[week]!.length === 0) continue
    if (!model || week - trainings.at(-1)!.from >= stumpWeeks) {
      model = modelOf(samples, known)
      trainings.push({
        from: week,
        trained: known.length,
        newestSettled: known.reduce((most, row) => Math.max(most, samples.settledOn[row]!), 0),
      })
      told(week, weeks.length)
    }
    const level = levelOf(outcomes)
    for (const row of byWeek[week]!) {
      const chance = samples.chanceOfTarget[row]!
      const atThisLevel = atLevel(level, chance)
      tested.push(row)
      said.base.push(outcomes.rate)
      said.chance.push(chance / 1_000)
      said.level.push(sigmoid(atThisLevel / parts))
      said.learned.push(sigmoid((atThisLevel + pointsOfRow(model, samples, row)) / parts))
    }
  }
  return {
    rows: Int32Array.from(tested),
    said: {
      base: Float64Array.from(said.base),
      chance: Float64Array.from(said.chance),
      level: Float64Array.from(said.level),
      learned: Float64Array.from(said.learned),
    },
    trainings,
  }
}

/** A market's trained model: the levels of both probabilities, and points to add to the log odds of the target. */
export type Model = { target: Level; stop: Level; edges: Edges[]; points: Points }

/** The model that is learned from the given rows. Their order makes no difference. */
export function modelOf(samples: Samples, given: Int32Array): Model {
  const rows = given.toSorted((one, other) => one - other)
  const [target, stop] = [levelOf(outcomesOf(samples, rows, 'target')), levelOf(outcomesOf(samples, rows, 'stop'))]
  const edges = featureNames.map((_, feature) => edgesOf(samples.features[feature]!, rows))
  const columns = edges.map((own, feature) => binned(samples.features[feature]!, rows, own))
  const came = Uint8Array.from(rows, row => samples.target[row]!)
  const offset = Float64Array.from(rows, row => atLevel(target, samples.chanceOfTarget[row]!))
  return { target, stop, edges, points: stumpsOf(columns, came, offset) }
}

function pointsOfRow({ edges, points }: Model, { features }: Samples, row: number): number {
  return pointsOf(
    points,
    edges.map((own, feature) => binOf(own, features[feature]![row]!)),
  )
}

function outcomesOf(samples: Samples, rows: Int32Array, end: 'target' | 'stop'): Outcomes {
  const chance = end === 'target' ? samples.chanceOfTarget : samples.chanceOfStop
  const outcomes = new Outcomes()
  for (const row of rows) outcomes.add(chance[row]!, samples[end][row]!, samples.week[row]!)
  return outcomes
}

function rowsByWeek({ rows, week, weeks }: Samples): number[][] {
  const byWeek: number[][] = Array.from(weeks, () => [])
  for (let row = 0; row < rows; row++) byWeek[week[row]!]!.push(row)
  return byWeek
}
