import type { GamePlay, gameStep } from '@finlist/contract/fintrainer'
import { type Played, play } from '@finlist/domain/fintrainer/play'
import { everyPlaylist, type LevelName, type ScenarioId } from '@finlist/domain/fintrainer/playlists'
import { randomRate } from '@finlist/domain/fintrainer/skill'
import type * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { BadRequest, NotFound, TooMany } from '../../http/client-errors.ts'
import type { Levels, LoadedLevel } from './levels.ts'
import { reviewLevel } from './review-level.ts'
import { gameOf, showPlay } from './show-play.ts'
import {
  closePlay,
  countStarted,
  insertPlace,
  insertPlay,
  insertTrade,
  lockPlay,
  lockPlayer,
  type OfPlayer,
  type PlayRow,
  readLastStart,
  readOpenLevel,
  readPlay,
  readPlays,
  readTrades,
  setRandomRate,
  updatePlay,
} from './store.ts'

type Asked = z.output<(typeof gameStep)['body']>
export type GameParts = {
  database: Database
  levels: Levels
  config: Pick<Config, 'GAME_AUTO_MOVE_DAYS'>
  /** Draws the random scale applied to a player's prices. */
  drawScale: () => number
  now: () => number
}

/** Minimum time between moves, in ms; the client uses the same. */
const paceMs = 1_000

/**
 * Performs one move of a player in one transaction, under the play's lock (to start a level, under the player's lock).
 * A move sent again with the same `steps` has no further effect. Throws NotFound if there is no such level, and
 * BadRequest (409) if the move is from an outdated state or not allowed in the current one. Throws TooMany for a second
 * move or start within a second: a program must not be able to explore levels faster than a person.
 */
export async function playOn(
  parts: GameParts,
  userId: number,
  { playlistId, levelId, action, steps }: Asked,
): Promise<GamePlay> {
  const { database, levels } = parts
  const level = await levels.load({ playlistId, levelId })
  if (!level) throw new NotFound()
  const of: OfPlayer = { userId, playlistId, levelId }
  const row = await database.write(async tx => {
    const at = new Date(parts.now())
    if (action === 'start') return await start(tx, parts, of, { steps, at })
    const before = await lockPlay(tx, of)
    if (!before) throw notNow()
    if (steps !== undefined && before.steps === steps + 1 && before.last_action === action) return before
    if (steps !== undefined && before.steps !== steps)
      throw new BadRequest('game-step', { httpStatus: 409, code: 'step' })
    const played = play(daysOf(level, before, parts.config.GAME_AUTO_MOVE_DAYS), gameOf(before, level), action)
    if (!played) throw notNow()
    keepPace(before.moved_at, at)
    return await keep(tx, { parts, level, of, before, played, action, at })
  })
  return await show(parts, level, of, row, row.last_action === 'start' ? 0 : row.previous_day)
}

/** Starts a level. Each level can be started once, and only while no other level is open. */
async function start(
  tx: Tx,
  { levels, drawScale }: GameParts,
  of: OfPlayer,
  { steps, at }: { steps: number | undefined; at: Date },
): Promise<PlayRow> {
  await lockPlayer(tx, of.userId)
  const before = await readPlay(tx, of)
  if (before?.steps === 1 && steps === 0) return before
  if (before) throw notNow()
  if (steps !== undefined && steps !== 0) throw new BadRequest('game-step', { httpStatus: 409, code: 'step' })
  const open = await readOpenLevel(tx, of.userId)
  if (open && (await levels.load(open)))
    throw new BadRequest('game-level-open', { httpStatus: 409, code: 'level-open' })
  // The open level's prices are gone, so it could never be finished.
  if (open) await closePlay(tx, { userId: of.userId, ...open }, at)
  keepPace(await readLastStart(tx, of.userId), at)
  return await insertPlay(tx, of, { at, scale: drawScale() })
}

/**
 * The days of a level that are played: the first `autoMoveDays`, or all if that is 0. If the player is already beyond
 * that limit, the level ends on the player's current day.
 */
const daysOf = ({ days }: LoadedLevel, { day }: PlayRow, autoMoveDays: number) =>
  autoMoveDays === 0 ? days : days.slice(0, Math.max(autoMoveDays, day))

function keepPace(last: Date | null, at: Date) {
  const sinceMs = last === null ? paceMs : at.getTime() - last.getTime()
  if (sinceMs >= 0 && sinceMs < paceMs) throw new TooMany(1)
}

const notNow = () => new BadRequest('game-not-now', { httpStatus: 409, code: 'not-now' })

type Step = {
  parts: GameParts
  level: LoadedLevel
  of: OfPlayer
  before: PlayRow
  played: Played
  action: Asked['action']
  at: Date
}

async function keep(tx: Tx, { parts, level, of, before, played: { game, trade }, action, at }: Step): Promise<PlayRow> {
  const change = {
    day: game.day,
    buy_day: game.bought?.day ?? null,
    buy_price: game.bought?.price ?? null,
    steps: before.steps + 1,
    last_action: action,
    previous_day: before.day,
    moved_at: at,
    finished_at: game.finished ? at : null,
  }
  await updatePlay(tx, of, change)
  if (trade) await insertTrade(tx, of, { ...trade, step: change.steps, soldAt: at })
  if (game.finished) {
    await rateTrades(tx, level, of)
    await takePlaces(tx, parts.levels, of, at)
  }
  return { ...before, ...change }
}

/**
 * Rates the level's trades. Called only when the level has ended, because a rating reveals all of the level's prices.
 */
async function rateTrades(tx: Tx, level: LoadedLevel, of: OfPlayer) {
  for (const it of await readTrades(tx, of)) {
    const trade = {
      buyDay: it.buy_day,
      buyPrice: it.buy_price,
      sellDay: it.sell_day,
      sellPrice: it.sell_price,
      returnRate: it.return_rate,
    }
    await setRandomRate(tx, of, it.step, randomRate(level.days, trade))
  }
}

/**
 * Adds the player to the playlist's leaderboard if all of its levels are finished, and to the overall one if all levels
 * of every playlist are.
 */
async function takePlaces(tx: Tx, levels: Levels, { userId, playlistId }: OfPlayer, at: Date) {
  const plays = await readPlays(tx, userId)
  const finished = new Set(plays.filter(it => it.finished_at).map(it => `${it.playlist_id}-${it.level_id}`))
  const scenarios: ScenarioId[] = [playlistId, everyPlaylist]
  for (const scenario of scenarios) {
    const wanted = await levels.of(scenario)
    if (wanted.every(({ alias }) => finished.has(alias))) await insertPlace(tx, userId, scenario, at)
  }
}

/** The state in which the player left the level; null if it was never started. */
export async function playSoFar(parts: GameParts, level: LoadedLevel, of: OfPlayer): Promise<GamePlay | null> {
  const row = await readPlay(parts.database.db, of)
  return row ? await show(parts, level, of, row, 0) : null
}

async function show(
  { database: { db }, levels }: GameParts,
  level: LoadedLevel,
  of: OfPlayer,
  row: PlayRow,
  since: number,
): Promise<GamePlay> {
  const trades = await readTrades(db, of)
  return showPlay(level, {
    row,
    trades,
    since,
    ...(await remaining(db, levels, of)),
    review: row.finished_at ? await reviewLevel(db, level, row, trades) : null,
  })
}

async function remaining(db: Db, levels: Levels, { userId, playlistId }: Pick<OfPlayer, 'userId'> & LevelName) {
  const started = await countStarted(db, userId, playlistId)
  const [ofPlaylist, ofAll] = [await levels.of(playlistId), await levels.of(everyPlaylist)]
  return {
    remaining: Math.max(0, ofPlaylist.length - started.playlist),
    remainingOfAll: Math.max(0, ofAll.length - started.all),
  }
}
