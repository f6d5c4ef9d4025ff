import { weekEnds } from '../chance/week-ends.ts'
import type { ExchangeId } from '../markets.ts'
import { barsUntil, type Stock } from '../picking/bars.ts'
import { isEligible, type Look } from '../picking/look.ts'
import { ranksOf, strengthOf } from '../picking/rank.ts'
import { chanceAt } from './chance-table.ts'
import { featureNames, lookFeatures } from './features.ts'
import type { Effect } from './model-entry.ts'
import { type OutlookModel, outlookOf, type RecordedOutlook } from './outlook.ts'

/** Ranks among fewer stocks are not used, as in training. */
const fewestStocks = 40

/**
 * The outlooks of the stocks in `codes` on the day of `looks`, by code; a stock that the method does not consider, or
 * whose volatility is unknown, has none. Without a model, the outlook is chance. `stocks` must be those from which
 * `looks` were made.
 */
export function outlooksOf(
  exchange: ExchangeId,
  stocks: readonly Stock[],
  { looks, day, codes }: { looks: readonly Look[]; day: number; codes: readonly string[] },
  model: OutlookModel | undefined,
): Record<string, RecordedOutlook> {
  const lookOf = new Map(looks.map(look => [look.code, look]))
  const earlier = model ? earlierRanks(exchange, stocks, day) : { four: undefined, thirteen: undefined }
  return Object.fromEntries(
    codes.flatMap(code => {
      const look = lookOf.get(code)
      if (!look) return []
      const { features, volatility } = lookFeatures(look, earlier)
      if (!(volatility >= 0)) return []
      const inputs = { chance: chanceAt(volatility), bins: model ? binsOf(model.effects, features) : [] }
      return [[code, { ...inputs, ...outlookOf(model, inputs) }]]
    }),
  )
}

function binsOf(effects: readonly Effect[], features: readonly number[]): number[] {
  return effects.map(({ name, edges }) => {
    const value = Math.fround(features[featureNames.findIndex(known => known === name)] ?? Number.NaN)
    return value === value ? 1 + edges.filter(edge => value > edge).length : 0
  })
}

function earlierRanks(exchange: ExchangeId, stocks: readonly Stock[], day: number) {
  const weeks = weekEnds(stocks).filter(end => end <= day)
  const ranksBefore = (count: number) => {
    const end = weeks.at(-1 - count)
    return end === undefined ? undefined : ranksOn(exchange, stocks, end)
  }
  return { four: ranksBefore(4), thirteen: ranksBefore(13) }
}

function ranksOn(exchange: ExchangeId, stocks: readonly Stock[], day: number): Map<string, number> | undefined {
  const eligible = stocks
    .map(stock => barsUntil(stock, day))
    .filter(bars => isEligible(exchange, bars, day))
    .map(bars => ({ code: bars.code, strength: strengthOf(bars) }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1))
  if (eligible.length < fewestStocks) return undefined
  const ranks = ranksOf(eligible)
  return new Map(eligible.map(({ code }, at) => [code, ranks[at]!]))
}
