import { type Game, openReturn, play, startGame, type Trade } from '@finlist/domain/fintrainer/play'
import { everyPlaylist, type PlaylistId, playlistIds, type ScenarioId } from '@finlist/domain/fintrainer/playlists'
import { randomRate } from '@finlist/domain/fintrainer/skill'
import { Random } from '@finlist/domain/random'
import { findByEmail } from '../commands/make-account.ts'
import type { Database, Tx } from '../db/database.ts'
import { knownLevels, type Level, type LoadedLevel } from '../features/fintrainer/levels.ts'
import { insertPlace } from '../features/fintrainer/store.ts'

const part = 'game players'
const version = 1

/**
 * The players and the playlists that each has finished; `most` limits the number of levels. The demo's other accounts
 * have not played.
 */
const players: { name: string; playlists: PlaylistId[]; most?: number }[] = [
  { name: 'hk-yearly', playlists: [1], most: 2 },
  { name: 'hk-quarterly', playlists: [1, 2, 3] },
  { name: 'credit', playlists: [1, 2, 3] },
  { name: 'us-yearly', playlists: [1, 2, 3] },
  { name: 'sunday-club', playlists: [1, 2, 3] },
  { name: 'affiliate', playlists: [1, 3] },
  { name: 'friend', playlists: [1] },
  { name: 'expired-card', playlists: [1, 3] },
  { name: 'hk-no-renew', playlists: [1] },
]

/** Time, in ms, between the ends of a player's successive levels. The last level ends now. */
const pauseMs = 36 * 3_600_000

/** Plays the game once for some demo accounts, so that its leaderboards are not empty. */
export async function playDemoGame(database: Database, now: number): Promise<void> {
  const loaded = await database.db.selectFrom('demo_part').select('name').where('name', 'in', ['game', part]).execute()
  // Only once, and only if the demo's own levels were loaded.
  if (loaded.length !== 1 || loaded[0]!.name !== 'game') return
  const levels = knownLevels(database)
  const all = await Promise.all((await levels.of(everyPlaylist)).map(it => levels.load(nameOf(it))))
  const playable = all.filter(level => level !== undefined)
  await database.write(async tx => {
    for (const { name, playlists, most = Number.POSITIVE_INFINITY } of players) {
      const userId = await findByEmail(database, `${name}@demo.example`)
      if (userId === undefined || (await hasPlayed(tx, userId))) continue
      // Alternates between the playlists, so that each has levels played this month.
      const mine = playable
        .filter(level => playlists.includes(level.playlist_id))
        .sort((a, b) => a.level_id - b.level_id)
        .slice(0, most)
      const played = mine.map((level, at) =>
        playLevel(userId, level, {
          at: new Date(now - (mine.length - 1 - at) * pauseMs),
          random: new Random(name, level.alias),
        }),
      )
      await tx
        .insertInto('game_play')
        .values(played.map(({ row }) => row))
        .execute()
      await tx
        .insertInto('game_trade')
        .values(played.flatMap(({ trades }) => trades))
        .execute()
      if (most < Number.POSITIVE_INFINITY) continue
      const scenarios: ScenarioId[] =
        playlists.length === playlistIds.length ? [...playlists, everyPlaylist] : playlists
      for (const scenario of scenarios) await insertPlace(tx, userId, scenario, new Date(now))
    }
    await tx.insertInto('demo_part').values({ name: part, version }).execute()
  })
}

const nameOf = ({ playlist_id, level_id }: Level) => ({ playlistId: playlist_id, levelId: level_id })

async function hasPlayed(tx: Tx, userId: number): Promise<boolean> {
  const play = await tx.selectFrom('game_play').select('level_id').where('user_id', '=', userId).executeTakeFirst()
  return play !== undefined
}

function playLevel(userId: number, level: LoadedLevel, { at, random }: { at: Date; random: Random }) {
  const of = { user_id: userId, playlist_id: level.playlist_id, level_id: level.level_id }
  const { trades, steps, day } = playThrough(level, random)
  return {
    row: { ...of, day, steps, last_action: 'week' as const, previous_day: day - 1, started_at: at, finished_at: at },
    trades: trades.map(({ step, ...trade }) => ({
      ...of,
      step,
      buy_day: trade.buyDay,
      buy_price: trade.buyPrice,
      sell_day: trade.sellDay,
      sell_price: trade.sellPrice,
      return_rate: trade.returnRate,
      sold_at: at,
      random_rate: randomRate(level.days, trade),
    })),
  }
}

/** Buys at random, and sells at a loss of 8%, at a gain of 12%, or at random. */
function playThrough({ days }: LoadedLevel, random: Random) {
  const trades: (Trade & { step: number })[] = []
  let game: Game = startGame(days)
  let steps = 1
  while (!game.finished) {
    const open = openReturn(days, game) ?? 0
    const acts = open < -0.08 || open > 0.12 || random.uniform() < 0.2
    const action = acts ? (game.bought ? 'sell' : 'buy') : random.uniform() < 0.5 ? 'week' : 'day'
    const played = play(days, game, action)!
    game = played.game
    steps++
    if (played.trade) trades.push({ ...played.trade, step: steps })
  }
  return { trades, steps, day: game.day }
}
