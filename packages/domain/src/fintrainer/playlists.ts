/** The playlists, by difficulty: 1 easy, 2 normal, 3 hard. */
export const playlistIds = [1, 2, 3] as const
export type PlaylistId = (typeof playlistIds)[number]

/** The scenario “All”, which contains the levels of every playlist. */
export const everyPlaylist = 0
export const scenarioIds = [everyPlaylist, ...playlistIds] as const
export type ScenarioId = (typeof scenarioIds)[number]

export const playlistsOf = (scenario: ScenarioId): readonly PlaylistId[] =>
  scenario === everyPlaylist ? playlistIds : [scenario]

/** Maximum number of levels in a playlist. */
export const mostLevels = 1_000

/** A level's name until it is finished. The symbol of its chart is `GAME:` followed by this name. */
export const aliasOf = (playlistId: PlaylistId, levelId: number) => `${playlistId}-${levelId}`

export type LevelName = { playlistId: PlaylistId; levelId: number }

/**
 * Parses the symbol of a level's chart: 'GAME:1-7' or 'GAME:1:7', with or without `GAME:`. Undefined for any other
 * text.
 */
export function parseAlias(symbol: string): LevelName | undefined {
  const [, playlist, level] = /^(?:GAME:)?([1-3])[-:]([1-9]\d{0,6})$/i.exec(symbol.trim()) ?? []
  const playlistId = playlistIds.find(id => String(id) === playlist)
  return playlistId && { playlistId, levelId: Number(level) }
}
