import type { MarketModel } from '@finlist/contract/learning/models'
import { chanceTable } from '@finlist/domain/learning/chance-table'
import { parts, sigmoid } from '@finlist/domain/learning/exact'
import { bandOf } from '@finlist/domain/learning/explain'
import { atLevel, type Level } from '@finlist/domain/learning/level'

export type Entry = MarketModel['entry']
export type ForecastName = keyof NonNullable<Entry['test']>['reliability']

/** Writes a probability in thousandths as a number of 100. */
export const ofHundred = (thousandths: number) => Math.round(thousandths / 10)

/** The probability, in thousandths, that a level gives for a chance in thousandths. */
export const byLevel = (level: Level, chance: number) => 1_000 * sigmoid(atLevel(level, chance) / parts)

/** The forecast that outlooks are made by. */
export const usedForecast = ({ gate, level }: Entry): ForecastName =>
  gate === 'open' ? 'learned' : level.from === 'chance' ? 'chance' : 'level'

/**
 * How often the target was reached in years with a low and a high level, for each forecast that is possible without
 * learning. In thousandths. Empty if the levels of less than two years are known.
 */
export function levelBand(entry: Entry, forecast: Exclude<ForecastName, 'learned'>) {
  const most = Math.max(...chanceTable.target)
  return Array.from({ length: most + 1 }, (_, target) => target).flatMap(target => {
    const band = bandOf(entry, { chance: { target, stop: 0 } })
    const said = forecast === 'chance' ? target : byLevel(entry.level.target, target)
    return band ? [{ said, ...band }] : []
  })
}
