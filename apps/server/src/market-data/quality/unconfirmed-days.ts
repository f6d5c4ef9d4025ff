import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** `isHeld`: the stock is left out of lists and breadth until staff decide, however long ago the day was. */
export type UnconfirmedDay = { date: Day; isHeld: boolean }
export type UnconfirmedDays = ReadonlyMap<string, readonly UnconfirmedDay[]>

/** A safety limit above any market's number of rows; the oldest rows beyond it are ignored. */
const most = 10_000

/** The days of the market's undecided doubts, by stock, oldest first. */
export async function readUnconfirmedDays(db: Db, exchange: ExchangeId): Promise<UnconfirmedDays> {
  const rows = await db
    .selectFrom('doubt')
    .select(['stock_code', 'date', sql<boolean>`held_until = 'infinity'`.as('isHeld')])
    .where('exchange', '=', exchange)
    .where('ended_at', 'is', null)
    .orderBy('date', 'desc')
    .limit(most)
    .execute()
  const byStock = Map.groupBy(rows.toReversed(), row => row.stock_code)
  return new Map([...byStock].map(([code, own]) => [code, own.map(({ date, isHeld }) => ({ date, isHeld }))]))
}
