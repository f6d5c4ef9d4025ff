import type { GameBar } from '@finlist/contract/fintrainer'
import { addDays, type Day, isTradingDay } from '@finlist/domain/calendar'
import { aliasOf, type LevelName, playlistsOf, type ScenarioId } from '@finlist/domain/fintrainer/playlists'
import { shownPrice, shownTimes, shownVolume } from '@finlist/domain/fintrainer/scale'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { type Bar, readBars } from '../../market-data/store/bars.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { type LevelRow, readLevels } from './store.ts'

/** The number of days shown before day 1, and the maximum number of days played; together they fit in a chart. */
const pastDays = 400
const mostDays = 2_500

export type Level = LevelRow & { alias: string }
/**
 * A level with its bars as its chart shows them. `dates` are the real dates of `days`, the trading days that are
 * played.
 */
export type LoadedLevel = Level & { past: GameBar[]; days: GameBar[]; dates: Day[]; shownTime: (day: Day) => number }

export type Levels = {
  of(scenario: ScenarioId): Promise<Level[]>
  /** Undefined if the level does not exist or has too few prices to play. */
  load(name: LevelName): Promise<LoadedLevel | undefined>
}

const keptLevels = 300
const fewestDays = 2

/** The game's levels, cached until levels or prices are published. */
export function knownLevels({ db, changes }: Database): Levels {
  const dependsOn = { game: 'all', prices: 'all' } as const
  const all = new Cache<'all', Map<string, Level>>({
    changes,
    maxEntries: 1,
    dependsOn,
    load: async () => {
      const named = (row: LevelRow): Level => ({ ...row, alias: aliasOf(row.playlist_id, row.level_id) })
      return new Map((await readLevels(db)).map(named).map(level => [level.alias, level]))
    },
  })
  const loaded = new Cache<string, LoadedLevel | undefined>({
    changes,
    maxEntries: keptLevels,
    dependsOn: { ...dependsOn, closings: 'all' },
    load: async alias => {
      const level = (await all.get('all')).get(alias)
      const known = level && (await withBars(db, level))
      return known && known.days.length >= fewestDays ? known : undefined
    },
  })
  return {
    async of(scenario) {
      const playlists = playlistsOf(scenario)
      return [...(await all.get('all')).values()].filter(level => playlists.includes(level.playlist_id))
    },
    load: async ({ playlistId, levelId }) => await loaded.get(aliasOf(playlistId, levelId)),
  }
}

async function withBars(db: Db, level: Level): Promise<LoadedLevel> {
  const told = await readClosings(db)
  const { exchange, stock_code: stockCode, start_date, end_date, multiplier } = level
  const symbol = { exchange, stockCode }
  const calendar = exchange === 'GAME' ? 'HKEX' : exchange
  const traded = ({ date }: Bar) => isTradingDay(calendar, date, told)
  const before = await readBars(db, symbol, { from: '1900-01-01', to: start_date, last: pastDays })
  const played = await readBars(db, symbol, { from: start_date, to: addDays(end_date, 1) })
  const days = played.filter(traded).slice(0, mostDays)
  const shownTime = shownTimes(days[0]?.date ?? start_date)
  const shown = ({ date, open, high, low, close, volume }: Bar): GameBar => ({
    time: shownTime(date),
    open: shownPrice(open, multiplier),
    high: shownPrice(high, multiplier),
    low: shownPrice(low, multiplier),
    close: shownPrice(close, multiplier),
    volume: shownVolume(volume, multiplier),
  })
  return {
    ...level,
    past: before.filter(traded).map(shown),
    days: days.map(shown),
    dates: days.map(({ date }) => date),
    shownTime,
  }
}
