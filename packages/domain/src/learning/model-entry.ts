import type { ExchangeId } from '../markets.ts'
import type { Interval } from '../outcome/interval.ts'
import { type Costs, rule } from '../outcome/rule.ts'
import { isoDay } from '../picking/days.ts'
import { binCount } from './bins.ts'
import { chanceTable } from './chance-table.ts'
import { type Drift, driftRule, gateInAlarm } from './drift.ts'
import { parts, sigmoid } from './exact.ts'
import { featureNames } from './features.ts'
import type { ShownForecast } from './forecasts.ts'
import { atChance, atLevel, type Level, levelOf, Outcomes } from './level.ts'
import { type Money, moneyOf } from './money.ts'
import type { Samples } from './samples.ts'
import { type Gate, gateOf, reliabilityOf, skillOver } from './skill.ts'
import { type Forecast, type Model, modelOf, purgeDays, rowsKnown } from './walk-forward.ts'

/** A mean with its 95% interval, in ten-thousandths. */
export type Skill = { mean: number; low: number; high: number }

/**
 * The forecasts within a range of probabilities: their number, their mean, and the share that came true. Both shares
 * are in ten-thousandths.
 */
type Tenth = { count: number; said: number; came: number }

/**
 * The points that a feature adds to the log odds of the target: `points[0]` if its value is unknown, otherwise
 * `points[n]`, where n - 1 is the number of edges below the value. Points are in units of 1 / `parts`.
 */
export type Effect = { name: string; edges: number[]; points: number[] }

/** Whose outcomes a market's level comes from; `chance` if no market has enough. */
type LevelSource = 'own' | 'others' | 'chance'
export type Levels = { target: Level; stop: Level }

/**
 * The body of a model's entry in the record. All outlooks of the lists that use the model can be computed from it.
 * Probabilities are in thousandths unless another unit is given.
 */
export type ModelEntry = {
  market: ExchangeId
  /** SHA-256 of the constants of the training, and of the prices that the model was trained on. */
  constants: string
  inputs: string
  costs: Costs
  /** The factor by which the intervals are widened. */
  widen: number
  /** The first and last day of the prices. The model is used for lists after `until`. */
  from: string
  until: string
  stocks: number
  /** The number of stock-weeks that the model was trained on, and the shares that reached the target and the stop. */
  rows: number
  came: { target: number; stop: number }
  level: { target: Level; stop: Level; from: LevelSource }
  /** The levels of the other markets, if the level comes from them. */
  others: Levels[]
  /** The level of the target in each calendar year that has at least half a year of outcomes. */
  years: { year: string; level: Level }[]
  /** The features with any effect. */
  effects: Effect[]
  /** The lowest and the highest probability that was tested; null if none was. */
  tested: { target: Range; stop: Range } | null
  test: ModelTest | null
  /** The p-values of the other markets' newest tests, for whose number the gate is corrected. */
  otherTests: number[]
  gate: Gate
  /** How earlier outlooks of the market compare with what came. Models made before it was watched have none. */
  drift?: Drift
}
type Range = [low: number, high: number]

/** The test on weeks that the models had not seen. */
type ModelTest = {
  from: string
  until: string
  weeks: number
  rows: number
  /** The skill of each forecast over the market's usual rate. */
  skill: Record<ShownForecast, Skill | null>
  /** The skill of the learned forecast over the level, which decides the gate. */
  gained: Skill | null
  /** The p-value of `gained`, in ten-thousandths. */
  p: number
  reliability: Record<ShownForecast, Tenth[]>
  /** The mean distance between what was said and what came, in ten-thousandths. */
  error: Record<ShownForecast, number>
  /**
   * Net returns of the tenth with the highest learned forecasts; null if no week has enough stocks. Missing in models of
   * version 1.
   */
  money?: Record<keyof Money, Skill> | null
}

/** The level of fewer weeks is not used. */
const fewestLevelWeeks = 26
/** A forecast with fewer test weeks, or fewer outcomes, counts as untested. */
const fewest = { testWeeks: 52, outcomes: 1_000 }

/** Everything that a training depends on apart from prices and costs. */
export const learningConstants = {
  version: 2,
  binCount,
  chanceTable,
  drift: driftRule,
  featureNames,
  fewestLevelWeeks,
  fewest,
  purgeDays,
  rule: rule.id,
}

export type ModelAsked = {
  exchange: ExchangeId
  /** The day up to which prices are used, counted from 1970-01-01. */
  until: number
  stocks: number
  costs: Costs
  constants: string
  inputs: string
  /** The newest levels of the other markets, which replace the level of a market with too few outcomes. */
  others: readonly Levels[]
  /** The p-values of the newest tests of the other markets, in ten-thousandths. */
  otherTests: readonly number[]
  drift: Drift
  /** SHA-256 in hex, from which the intervals are drawn, and the factor by which they are widened. */
  seed: string
  widen: number
}

/** The entry of the model trained on all of `samples`; `forecast` is the test of earlier models. */
export function modelEntryOf(samples: Samples, forecast: Forecast, asked: ModelAsked): ModelEntry {
  const known = rowsKnown(samples, asked.until)
  const model = modelOf(samples, known)
  const level = levelInUse(samples, known, { model, others: asked.others })
  const { gate: passed, ...test } = testOf(samples, forecast, asked)
  const gate = gateInAlarm(passed, asked.drift)
  const isTested = test.weeks >= fewest.testWeeks && known.length >= fewest.outcomes
  return {
    market: asked.exchange,
    constants: asked.constants,
    inputs: asked.inputs,
    costs: asked.costs,
    widen: asked.widen,
    from: isoDay(samples.weeks[0] ?? asked.until),
    until: isoDay(asked.until),
    stocks: asked.stocks,
    rows: known.length,
    came: { target: shareCame(samples.target, known), stop: shareCame(samples.stop, known) },
    level,
    others: level.from === 'others' ? [...asked.others] : [],
    years: yearsOf(samples, known),
    effects: effectsOf(model),
    tested: isTested ? testedRanges(samples, forecast, { stop: level.stop, gate }) : null,
    test: isTested ? test : null,
    otherTests: [...asked.otherTests],
    gate: isTested ? gate : 'too-few-weeks',
    drift: asked.drift,
  }
}

const thousandths = (share: number) => Math.round(share * 1_000)
const tenThousandths = (share: number) => Math.round(share * 10_000)

const shareCame = (came: Uint8Array, rows: Int32Array) =>
  rows.length === 0 ? 0 : thousandths(rows.reduce((sum, row) => sum + came[row]!, 0) / rows.length)

function levelInUse(
  { week }: Samples,
  rows: Int32Array,
  { model, others }: { model: Model; others: readonly Levels[] },
): ModelEntry['level'] {
  const weeks = new Set(Array.from(rows, row => week[row]!)).size
  if (weeks >= fewestLevelWeeks) return { target: model.target, stop: model.stop, from: 'own' }
  if (others.length === 0) return { target: atChance, stop: atChance, from: 'chance' }
  return {
    target: meanOf(others.map(({ target }) => target)),
    stop: meanOf(others.map(({ stop }) => stop)),
    from: 'others',
  }
}

function meanOf(levels: readonly Level[]): Level {
  const mean = (of: (level: Level) => number) =>
    Math.round(levels.reduce((sum, level) => sum + of(level), 0) / levels.length)
  return { shift: mean(({ shift }) => shift), slope: mean(({ slope }) => slope) }
}

function yearsOf({ weeks, week, chanceOfTarget, target }: Samples, rows: Int32Array): ModelEntry['years'] {
  const years = new Map<string, Outcomes>()
  for (const row of rows) {
    const year = isoDay(weeks[week[row]!]!).slice(0, 4)
    const outcomes = years.get(year) ?? new Outcomes()
    outcomes.add(chanceOfTarget[row]!, target[row]!, week[row]!)
    years.set(year, outcomes)
  }
  return [...years]
    .filter(([, outcomes]) => outcomes.weeks >= fewestLevelWeeks)
    .map(([year, outcomes]) => ({ year, level: levelOf(outcomes) }))
}

/** The model's points without the edges at which they do not change. */
export function effectsOf({ edges, points }: Pick<Model, 'edges' | 'points'>): Effect[] {
  return featureNames.flatMap((name, feature) => {
    const own = points[feature]!
    if (own.every(point => point === 0)) return []
    const effect: Effect = { name, edges: [], points: [own[0]!, own[1]!] }
    for (const [at, edge] of edges[feature]!.entries()) {
      if (own[at + 2] === effect.points.at(-1)) continue
      effect.edges.push(edge)
      effect.points.push(own[at + 2]!)
    }
    return [effect]
  })
}

function testedRanges(
  samples: Samples,
  { rows, said }: Forecast,
  { stop, gate }: { stop: Level; gate: Gate },
): ModelEntry['tested'] {
  const used = Array.from(gate === 'open' ? said.learned : said.level, thousandths)
  const stops = Array.from(rows, row => thousandths(sigmoid(atLevel(stop, samples.chanceOfStop[row]!) / parts)))
  return { target: rangeOf(used), stop: rangeOf(stops) }
}

function rangeOf(values: readonly number[]): Range {
  let [low, high] = [1_000, 0]
  for (const value of values) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return [low, high]
}

function testOf(samples: Samples, forecast: Forecast, { seed, widen, otherTests }: ModelAsked) {
  const { rows } = forecast
  const weeks = new Set(Array.from(rows, row => samples.week[row]!)).size
  const gained = skillOver(samples, forecast, { of: 'learned', over: 'level' }, { seed, widen })
  const dayOf = (row: number | undefined) => (row === undefined ? '' : isoDay(samples.weeks[samples.week[row]!]!))
  const reliability = byForecast(name =>
    reliabilityOf(samples, forecast, name).map(({ count, said, came }) => ({
      count,
      said: tenThousandths(said),
      came: tenThousandths(came),
    })),
  )
  return {
    from: dayOf(rows[0]),
    until: dayOf(rows.at(-1)),
    weeks,
    rows: rows.length,
    skill: byForecast(name => skillIn(skillOver(samples, forecast, { of: name, over: 'base' }, { seed, widen }))),
    gained: skillIn(gained),
    p: tenThousandths(gained?.p ?? 1),
    reliability,
    error: byForecast(name => errorOf(reliability[name])),
    money: moneyIn(moneyOf(samples, forecast, { seed, widen })),
    gate: gateOf(
      gained,
      weeks,
      otherTests.map(p => p / 10_000),
    ),
  }
}

const byForecast = <Value>(of: (name: ShownForecast) => Value) =>
  ({ chance: of('chance'), level: of('level'), learned: of('learned') }) satisfies Record<ShownForecast, Value>

const skillIn = (interval: Interval | undefined): Skill | null => (interval ? inTenThousandths(interval) : null)

const inTenThousandths = ({ mean, low, high }: Interval): Skill => ({
  mean: tenThousandths(mean),
  low: tenThousandths(low),
  high: tenThousandths(high),
})

const moneyIn = (money: Money | undefined) =>
  money
    ? {
        net: inTenThousandths(money.net),
        overOthers: inTenThousandths(money.overOthers),
        overTwins: inTenThousandths(money.overTwins),
      }
    : null

function errorOf(tenths: readonly Tenth[]): number {
  const rows = tenths.reduce((sum, { count }) => sum + count, 0)
  const error = tenths.reduce((sum, { count, said, came }) => sum + count * Math.abs(said - came), 0)
  return rows === 0 ? 0 : Math.round(error / rows)
}
