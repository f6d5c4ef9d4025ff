import type { Chance } from './chance-table.ts'
import { parts, sigmoid } from './exact.ts'
import type { ShownForecast } from './forecasts.ts'
import { atLevel } from './level.ts'
import type { ModelEntry } from './model-entry.ts'

/**
 * The inputs of a pick's outlook: its chances in thousandths, and for each effect of the model the index of its points.
 * `bins` is empty without a model.
 */
export type OutlookInputs = { chance: Chance; bins: number[] }

/** What is said of a pick: the probabilities of reaching the target and the stop first, in thousandths. */
export type Outlook = { by: ShownForecast; target: number; stop: number }

/** A pick's outlook as it is recorded with its list. */
export type RecordedOutlook = { chance: Chance; bins: number[]; by: ShownForecast; target: number; stop: number }

/** The part of a model that outlooks are computed from. */
export type OutlookModel = Pick<ModelEntry, 'level' | 'gate' | 'effects' | 'tested'>

/** The outlook that the model gives for the inputs; chance without a model. */
export function outlookOf(model: OutlookModel | undefined, { chance, bins }: OutlookInputs): Outlook {
  if (!model || model.level.from === 'chance') return { by: 'chance', ...chance }
  const isLearned = model.gate === 'open'
  const points = isLearned ? model.effects.reduce((sum, effect, at) => sum + (effect.points[bins[at]!] ?? 0), 0) : 0
  const target = within(model.tested?.target, probability(atLevel(model.level.target, chance.target) + points))
  const stop = within(model.tested?.stop, probability(atLevel(model.level.stop, chance.stop)))
  return { by: isLearned ? 'learned' : 'level', target, stop: Math.min(stop, 1_000 - target) }
}

const probability = (logOdds: number) => Math.round(1_000 * sigmoid(logOdds / parts))

/** A probability outside of what was tested is shown as the nearest tested one. */
const within = (tested: [low: number, high: number] | undefined, value: number) =>
  tested ? Math.max(tested[0], Math.min(tested[1], value)) : value
