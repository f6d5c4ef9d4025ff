// @module-tag slow
import { describe, expect, it } from 'vitest'
import type { World } from '../chance/world.ts'
import { usualCosts } from '../outcome/rule.ts'
import { canonical } from '../picking/canonical.ts'
import { Random } from '../random.ts'
import { binned, edgesOf } from './bins.ts'
import { type FeatureName, featureNames } from './features.ts'
import { atLevel, levelOf, Outcomes } from './level.ts'
import { allRows } from './made-samples.ts'
import { madeWorld, start } from './made-world.ts'
import { type Samples, samplesOf } from './samples.ts'
import { stumpsOf } from './stumps.ts'
import { type Model, modelOf, rowsKnown } from './walk-forward.ts'

/*
 * Neither the features of a week nor a model trained on a day may depend on anything after that day, or on the order of
 * stocks and rows. The bytes of both are compared. Each of six leaks is then built in, and has to be detected.
 */

const bars = 650
/** The day of the training, the end of a week. Bars of 11 more weeks follow, after which every outcome is settled. */
const day = start + 573
const toSettle = 70

/** How samples and a model are made from a market. */
type Pipeline = { samplesOf: (world: World) => Samples; modelOf: (samples: Samples) => Model }

const made = new Map<World, Samples>()

const actual: Pipeline = {
  samplesOf: world => {
    const samples = made.get(world) ?? samplesOf('US', world, usualCosts.US)
    made.set(world, samples)
    return samples
  },
  modelOf: samples => modelOf(samples, rowsKnown(samples, day)),
}

const original = madeWorld(bars)

const after = ({ days }: World[number], at: number) => days[at]! > day

function map(stock: World[number], change: (value: number, at: number, of: string) => number): World[number] {
  const changed = (['open', 'high', 'low', 'close', 'volume'] as const).map(of => [
    of,
    Float64Array.from(stock[of], (value, at) => change(value, at, of)),
  ])
  return { ...stock, ...Object.fromEntries(changed) }
}

/** Markets that differ from the original only in what must make no difference. */
const worlds = {
  'noise after the day': original.map((stock, number) => {
    const random = new Random('noise', number)
    const factors = Array.from({ length: bars }, () => 0.6 + random.uniform())
    return map(stock, (value, at) => (after(stock, at) ? value * factors[at]! : value))
  }),
  'nothing after the day': original.map(stock => {
    const kept = stock.days as Int32Array
    const count = kept.filter(on => on <= day).length
    const part = (column: ArrayLike<number>) => Float64Array.from(column).slice(0, count)
    const { code, open, high, low, close, volume } = stock
    return {
      code,
      days: kept.slice(0, count),
      open: part(open),
      high: part(high),
      low: part(low),
      close: part(close),
      volume: part(volume),
    }
  }),
  'the stocks in another order': original.toReversed(),
  'splits after the day': original.map((stock, number) =>
    number % 2 === 0
      ? stock
      : {
          ...map(stock, (value, at, of) => (after(stock, at) ? (of === 'volume' ? value * 2 : value / 2) : value)),
          splits: [{ exDay: day + 1, numerator: 2, denominator: 1 }],
        },
  ),
} satisfies Record<string, World>

/**
 * The features of all stocks up to the end of week `until`, and the model trained on the day. Samples of the last weeks
 * exist only where an outcome is settled, which depends on later bars.
 */
function text({ samplesOf: samplesIn, modelOf: modelIn }: Pipeline, world: World, until: number): string {
  const samples = samplesIn(world)
  const rows = Array.from(allRows(samples))
    .filter(row => samples.weeks[samples.week[row]!]! <= until)
    .map(row =>
      [
        samples.weeks[samples.week[row]!],
        samples.chanceOfTarget[row],
        samples.chanceOfStop[row],
        ...samples.features.map(column => column[row]),
      ].join(),
    )
  return [...rows, canonical(modelIn(samples))].join('\n')
}

/** Whether the market gives the same bytes as the original. */
function isSame(pipeline: Pipeline, world: World): boolean {
  const lastDay = Math.max(...world.map(({ days }) => days[days.length - 1]!))
  const until = lastDay - toSettle >= day ? day : lastDay - toSettle
  return text(pipeline, world, until) === text(pipeline, original, until)
}

describe('features and model are byte-identical', () => {
  it.each(Object.entries(worlds))('with %s', (_, world) => {
    expect(isSame(actual, world)).toBe(true)
  })

  it('with the rows in another order', () => {
    const samples = actual.samplesOf(original)
    const known = rowsKnown(samples, day)
    expect(canonical(modelOf(samples, known.toReversed()))).toBe(canonical(modelOf(samples, known)))
  })

  it('for enough rows and points to reveal a difference', () => {
    const samples = actual.samplesOf(original)
    expect(rowsKnown(samples, day).length).toBeGreaterThan(1_000)
    const points = actual.modelOf(samples).points.flat()
    expect(points.filter(value => value !== 0).length).toBeGreaterThan(100)
  })
})

/** Replaces a feature by what `of` gives for each row. */
function withFeature(samples: Samples, name: FeatureName, of: (value: number, row: number) => number): Samples {
  const at = featureNames.indexOf(name)
  return { ...samples, features: samples.features.map((column, feature) => (feature === at ? column.map(of) : column)) }
}

/** The share of values, of all rows, that are lower. */
function shareBelow(values: Float32Array): (value: number) => number {
  const sorted = values.toSorted()
  return value => sorted.findIndex(other => other >= value) / sorted.length
}

function levelIn(samples: Samples, rows: Int32Array) {
  const outcomes = new Outcomes()
  for (const row of rows) outcomes.add(samples.chanceOfTarget[row]!, samples.target[row]!, samples.week[row]!)
  return levelOf(outcomes)
}

/** Faulty pipelines. Each uses a little of the future. */
const leaks: Record<string, Pipeline> = {
  'outcomes of weeks inside the purge': {
    ...actual,
    modelOf: samples =>
      modelOf(
        samples,
        allRows(samples).filter(row => samples.weeks[samples.week[row]!]! <= day),
      ),
  },
  'tomorrow’s turnover': {
    ...actual,
    samplesOf: world => {
      const usualSamples = actual.samplesOf(world)
      const tomorrow = actual.samplesOf(
        world.map(stock => map(stock, (value, at, of) => (of === 'volume' ? (stock.volume[at + 1] ?? value) : value))),
      )
      const turnover = tomorrow.features[featureNames.indexOf('turnover')]!
      return withFeature(usualSamples, 'turnover', (_, row) => turnover[row]!)
    },
  },
  'a rank among the figures of all days': {
    ...actual,
    samplesOf: world => {
      const samples = actual.samplesOf(world)
      const rank = shareBelow(samples.features[featureNames.indexOf('return-252')]!)
      const returns = samples.features[featureNames.indexOf('return-252')]!
      return withFeature(samples, 'rank', (_, row) => rank(returns[row]!))
    },
  },
  'bins made from test rows too': {
    ...actual,
    modelOf: samples => {
      const rows = rowsKnown(samples, day)
      const model = actual.modelOf(samples)
      const edges = samples.features.map(column => edgesOf(column, allRows(samples)))
      const columns = samples.features.map((column, feature) => binned(column, rows, edges[feature]!))
      const came = Uint8Array.from(rows, row => samples.target[row]!)
      const offset = Float64Array.from(rows, row => atLevel(model.target, samples.chanceOfTarget[row]!))
      return { ...model, edges, points: stumpsOf(columns, came, offset) }
    },
  },
  'the level of test weeks': {
    ...actual,
    modelOf: samples => ({ ...actual.modelOf(samples), target: levelIn(samples, allRows(samples)) }),
  },
  'a stock’s later drift': {
    ...actual,
    samplesOf: world => {
      const samples = actual.samplesOf(world)
      const drifts = world
        .toSorted((one, other) => (one.code < other.code ? -1 : 1))
        .map(({ close }) => close[close.length - 1]! / close[0]!)
      return withFeature(samples, 'return-252', (_, row) => drifts[row % drifts.length]!)
    },
  },
}

describe('a leak is detected', () => {
  it.each(Object.entries(leaks))('if the pipeline uses %s', (_, leaky) => {
    expect(isSame(leaky, worlds['noise after the day'])).toBe(false)
  })
})
