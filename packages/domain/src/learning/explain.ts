import { parts, sigmoid } from './exact.ts'
import { atChance, atLevel } from './level.ts'
import type { ModelEntry } from './model-entry.ts'
import { type OutlookInputs, outlookOf } from './outlook.ts'

/**
 * What a feature adds to a stock's log odds: its value is over `over`, and at most `upTo`; both are null if the value is
 * unknown.
 */
type PartOfFeature = { name: string; over: number | null; upTo: number | null; points: number }

/**
 * The log odds of reaching the target, in units of 1 / `parts`: by chance, what the market's level adds, what the
 * features with the most points add, and what all others add together. The sum is exact.
 */
export type Explanation = { chance: number; level: number; effects: PartOfFeature[]; rest: number }

/** The number of features that are named. */
const mostEffects = 5

export function explain(model: ModelEntry, inputs: OutlookInputs): Explanation {
  return shortened(partsOf(model, inputs))
}

/** How the explanation changed since an earlier list, which may be by another model. */
export function explainChange(
  now: { model: ModelEntry; inputs: OutlookInputs },
  before: { model: ModelEntry; inputs: OutlookInputs },
): Explanation {
  const [own, old] = [partsOf(now.model, now.inputs), partsOf(before.model, before.inputs)]
  const oldOf = new Map(old.effects.map(effect => [effect.name, effect]))
  const changed = own.effects.map(effect => ({
    ...effect,
    points: effect.points - (oldOf.get(effect.name)?.points ?? 0),
  }))
  const names = new Set(own.effects.map(({ name }) => name))
  const gone = old.effects.filter(({ name }) => !names.has(name))
  return shortened({
    chance: own.chance - old.chance,
    level: own.level - old.level,
    effects: [...changed, ...gone.map(effect => ({ ...effect, points: -effect.points }))],
  })
}

/** The target's lowest and highest probability at the levels of past years, in thousandths; null for a single year. */
export function bandOf(
  { years }: Pick<ModelEntry, 'years'>,
  { chance }: Pick<OutlookInputs, 'chance'>,
): { low: number; high: number } | null {
  if (years.length < 2) return null
  const said = years.map(({ level }) => Math.round(1_000 * sigmoid(atLevel(level, chance.target) / parts)))
  return { low: Math.min(...said), high: Math.max(...said) }
}

/** The target's probability at the market's level, in thousandths. */
export const levelSaid = (model: ModelEntry, { chance }: OutlookInputs): number =>
  outlookOf({ ...model, gate: 'closed' }, { chance, bins: [] }).target

function partsOf(model: ModelEntry, { chance, bins }: OutlookInputs): Omit<Explanation, 'rest'> {
  const byChance = atLevel(atChance, chance.target)
  const level = model.level.from === 'chance' ? 0 : atLevel(model.level.target, chance.target) - byChance
  const effects = model.effects.map(({ name, edges, points }, at) => {
    const bin = bins[at] ?? 0
    const range =
      bin === 0 ? { over: null, upTo: null } : { over: edges[bin - 2] ?? null, upTo: edges[bin - 1] ?? null }
    return { name, ...range, points: points[bin] ?? 0 }
  })
  return { chance: byChance, level, effects: model.gate === 'open' ? effects : [] }
}

function shortened({ chance, level, effects }: Omit<Explanation, 'rest'>): Explanation {
  const largest = effects
    .filter(({ points }) => points !== 0)
    .toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points) || (one.name < other.name ? -1 : 1))
  const rest = largest.slice(mostEffects).reduce((sum, { points }) => sum + points, 0)
  return { chance, level, effects: largest.slice(0, mostEffects), rest }
}
