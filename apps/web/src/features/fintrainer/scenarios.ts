import type { GameLevel } from '@finlist/contract/fintrainer'
import { playlistsOf, type ScenarioId } from '@finlist/domain/fintrainer/playlists'

/** The scenarios in display order, as named in the address. */
export const scenarios = ['all', 'easy', 'normal', 'hard'] as const
export type Scenario = (typeof scenarios)[number]

/** A scenario's id in calls. The id of 'all' covers every playlist. */
export const scenarioIdOf: Record<Scenario, ScenarioId> = { all: 0, easy: 1, normal: 2, hard: 3 }

export const isIn = ({ playlistId }: Pick<GameLevel, 'playlistId'>, scenario: Scenario) =>
  playlistsOf(scenarioIdOf[scenario]).some(id => id === playlistId)

/** The scenario to which a level's playlist belongs. */
export const scenarioOf = (level: Pick<GameLevel, 'playlistId'>): Scenario =>
  scenarios.find(one => one !== 'all' && isIn(level, one)) ?? 'all'

/** The scenario's levels that have not been started. */
export const unstarted = (levels: readonly GameLevel[], scenario: Scenario) =>
  levels.filter(level => !level.played && !level.open && isIn(level, scenario))

/**
 * The level to play. `elsewhere`: a level started in another scenario, which must be finished first. If both are
 * undefined, no level is left.
 */
export type Turn = { level?: GameLevel; elsewhere?: GameLevel }

/** Picks the next level. `chance`: a random number, at least 0 and less than 1. */
export function turnOf(levels: readonly GameLevel[], scenario: Scenario, chance: number): Turn {
  const begun = levels.find(({ open }) => open)
  if (begun) return isIn(begun, scenario) ? { level: begun } : { elsewhere: begun }
  const fresh = unstarted(levels, scenario)
  const level = fresh[Math.floor(chance * fresh.length)]
  return level ? { level } : {}
}
