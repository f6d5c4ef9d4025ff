import type { GameLevel } from '@finlist/contract/fintrainer'
import { playlistsOf, type ScenarioId } from '@finlist/domain/fintrainer/playlists'

/** The scenarios in display order, as named in the address. */
export const scenarios = ['all', 'easy', 'normal', 'hard'] as const
export type Scenario = (typeof scenarios)[number]

/** The scenario's id in the calls: all is every playlist. */
export const scenarioIdOf: Record<Scenario, ScenarioId> = { all: 0, easy: 1, normal: 2, hard: 3 }

export const isIn = ({ playlistId }: Pick<GameLevel, 'playlistId'>, scenario: Scenario) =>
  playlistsOf(scenarioIdOf[scenario]).some(id => id === playlistId)

/** The scenario of a level's own playlist. */
export const scenarioOf = (level: Pick<GameLevel, 'playlistId'>): Scenario =>
  scenarios.find(one => one !== 'all' && isIn(level, one)) ?? 'all'

/** Levels that can be started. */
export const unstarted = (levels: readonly GameLevel[], scenario: Scenario) =>
  levels.filter(level => !level.played && !level.open && isIn(level, scenario))

/** The level to play: `elsewhere` was begun in another scenario and comes first; without either nothing is left. */
export type Turn = { level?: GameLevel; elsewhere?: GameLevel }

/** `chance` is at least 0 and less than 1. */
export function turnOf(levels: readonly GameLevel[], scenario: Scenario, chance: number): Turn {
  const begun = levels.find(({ open }) => open)
  if (begun) return isIn(begun, scenario) ? { level: begun } : { elsewhere: begun }
  const fresh = unstarted(levels, scenario)
  const level = fresh[Math.floor(chance * fresh.length)]
  return level ? { level } : {}
}
