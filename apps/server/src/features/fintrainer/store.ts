import type { Trade } from '@finlist/domain/fintrainer/play'
import {
  type LevelName,
  mostLevels,
  type PlaylistId,
  playlistIds,
  type ScenarioId,
} from '@finlist/domain/fintrainer/playlists'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export type LevelRow = Selectable<Tables['game_level']>
export type PlayRow = Selectable<Tables['game_play']>
export type TradeRow = Selectable<Tables['game_trade']>
export type OfPlayer = LevelName & { userId: number }

/** Levels that can be played: those with prices on at least two days. */
export async function readLevels(db: Db): Promise<LevelRow[]> {
  const { rows } = await sql<LevelRow>`
    select l.* from game_level l
    where (select count(*) from (select from bars_between(l.exchange, l.stock_code, l.start_date, l.end_date) limit 2) two) = 2
    order by playlist_id, level_id limit ${playlistIds.length * mostLevels}`.execute(db)
  return rows
}

export async function readPlays(db: Db, userId: number) {
  return await db
    .selectFrom('game_play')
    .select(['playlist_id', 'level_id', 'finished_at', 'scale'])
    .where('user_id', '=', userId)
    .execute()
}

const ofLevel = ({ userId, playlistId, levelId }: OfPlayer) => ({
  user_id: userId,
  playlist_id: playlistId,
  level_id: levelId,
})

/** Locks the player, so that two concurrent starts run one after the other. */
export async function lockPlayer(tx: Tx, userId: number) {
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()
}

export async function readPlay(db: Db, of: OfPlayer): Promise<PlayRow | undefined> {
  return await playOf(db, of).executeTakeFirst()
}

/** Locks the play until the end of the transaction. */
export async function lockPlay(tx: Tx, of: OfPlayer): Promise<PlayRow | undefined> {
  return await playOf(tx, of).forUpdate().executeTakeFirst()
}

const playOf = (db: Db, of: OfPlayer) =>
  db
    .selectFrom('game_play')
    .selectAll()
    .where(({ and }) => and(ofLevel(of)))

export async function readOpenLevel(tx: Tx, userId: number): Promise<LevelName | undefined> {
  return await tx
    .selectFrom('game_play')
    .select(['playlist_id as playlistId', 'level_id as levelId'])
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
}

/** Time at which the user last started a level; null if never. */
export async function readLastStart(tx: Tx, userId: number): Promise<Date | null> {
  const last = await tx
    .selectFrom('game_play')
    .select(({ fn }) => fn.max('started_at').as('at'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return last?.at ?? null
}

/** Finishes a level on its current day; an open position is discarded. */
export async function closePlay(tx: Tx, of: OfPlayer, at: Date) {
  await tx
    .updateTable('game_play')
    .set({ finished_at: at, buy_day: null, buy_price: null })
    .where(({ and }) => and(ofLevel(of)))
    .execute()
}

export async function insertPlay(tx: Tx, of: OfPlayer, { at, scale }: { at: Date; scale: number }): Promise<PlayRow> {
  return await tx
    .insertInto('game_play')
    .values({ ...ofLevel(of), started_at: at, scale })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updatePlay(
  tx: Tx,
  of: OfPlayer,
  change: Omit<PlayRow, 'user_id' | 'playlist_id' | 'level_id' | 'started_at' | 'scale'>,
) {
  await tx
    .updateTable('game_play')
    .set(change)
    .where(({ and }) => and(ofLevel(of)))
    .execute()
}

/** The level's trades, oldest first. */
export async function readTrades(db: Db, of: OfPlayer): Promise<TradeRow[]> {
  return await db
    .selectFrom('game_trade')
    .selectAll()
    .where(({ and }) => and(ofLevel(of)))
    .orderBy('step')
    .execute()
}

export async function insertTrade(
  tx: Tx,
  of: OfPlayer,
  trade: Trade & { step: number; soldAt: Date },
): Promise<TradeRow> {
  return await tx
    .insertInto('game_trade')
    .values({
      ...ofLevel(of),
      step: trade.step,
      buy_day: trade.buyDay,
      buy_price: trade.buyPrice,
      sell_day: trade.sellDay,
      sell_price: trade.sellPrice,
      return_rate: trade.returnRate,
      sold_at: trade.soldAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setRandomRate(tx: Tx, of: OfPlayer, step: number, rate: number) {
  await tx
    .updateTable('game_trade')
    .set({ random_rate: rate })
    .where(({ and }) => and({ ...ofLevel(of), step }))
    .execute()
}

export async function acknowledge(db: Db, of: OfPlayer, step: number, at: Date) {
  await db
    .updateTable('game_trade')
    .set({ saved_at: at })
    .where(({ and }) => and({ ...ofLevel(of), step }))
    .where('saved_at', 'is', null)
    .execute()
}

export async function countStarted(db: Db, userId: number, playlistId: PlaylistId) {
  return await db
    .selectFrom('game_play')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('playlist_id', '=', playlistId).as('playlist'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function insertPlace(tx: Tx, userId: number, scenario: ScenarioId, at: Date) {
  await tx
    .insertInto('game_place')
    .values({ user_id: userId, playlist_id: scenario, earned_at: at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function isOffBoards(db: Db, userId: number): Promise<boolean> {
  const row = db.selectFrom('game_off_boards').select('user_id').where('user_id', '=', userId)
  return (await row.executeTakeFirst()) !== undefined
}

export async function hasPlace(db: Db, userId: number, scenario: ScenarioId): Promise<boolean> {
  const place = db.selectFrom('game_place').select('user_id').where('user_id', '=', userId)
  return (await place.where('playlist_id', '=', scenario).executeTakeFirst()) !== undefined
}

/** The stock's most recently completed base between two days. */
export async function readBase(
  db: Db,
  { exchange, stock_code }: Pick<LevelRow, 'exchange' | 'stock_code'>,
  { from, to }: { from: string; to: string },
) {
  return await db
    .selectFrom('chart_pattern')
    .select(['pattern_type', 'points', 'options'])
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stock_code)
    .where('to_date', '>=', from)
    .where('to_date', '<=', to)
    .orderBy('to_date', 'desc')
    .orderBy('pattern_id')
    .limit(1)
    .executeTakeFirst()
}

/** The index's return from the open of one day to the close of another; undefined without those bars. */
export async function readIndexReturn(
  db: Db,
  { exchange, index, from, to }: { exchange: ExchangeId | 'GAME'; index: string; from: string; to: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ rate: number }>`
    select last.close / first.open - 1 as rate from bar first join bar last using (exchange, stock_code)
    where exchange = ${exchange} and stock_code = ${index} and first.date = ${from} and last.date = ${to}`.execute(db)
  return rows[0]?.rate
}
