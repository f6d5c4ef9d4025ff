import { aliasOf, type LevelName } from '@finlist/domain/fintrainer/playlists'
import type { Database } from '../../db/database.ts'
import type { Bar } from '../../market-data/store/bars.ts'
import type { Levels } from './levels.ts'
import { atScale } from './show-play.ts'
import { readPlay } from './store.ts'

/**
 * What charts may show of the game: the levels that exist, and each level's bars that the user has seen, dated as on
 * the level's chart. Undefined if the level does not exist; empty until it is started.
 */
export function visibleBars({ db }: Database, levels: Levels) {
  return {
    async alias(name: LevelName): Promise<string | undefined> {
      return (await levels.load(name)) && aliasOf(name.playlistId, name.levelId)
    },
    async bars(userId: number, name: LevelName): Promise<Bar[] | undefined> {
      const level = await levels.load(name)
      if (!level) return undefined
      const play = await readPlay(db, { userId, ...name })
      if (!play) return []
      return [...level.past, ...level.days.slice(0, play.day)].map(atScale(play.scale)).map(({ time, ...bar }) => ({
        date: new Date(time).toISOString().slice(0, 10),
        ...bar,
      }))
    },
  }
}
