import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import type { LeftOut } from './source.ts'

/** Maximum number of rejected rows stored per response; further ones are only counted. */
const refusalsKept = 100

type Of = { exchange: ExchangeId; source: string }

/** The last day with a bar of any stock in the market. */
export async function lastBarDay(db: Db, exchange: ExchangeId): Promise<Day | undefined> {
  const { rows } = await sql<{ last: Day | null }>`
    select max(date) as last from stock s cross join lateral bars_before(s.exchange, s.stock_code, 'infinity', 1) newest
    where s.exchange = ${exchange}`.execute(db)
  return rows[0]?.last ?? undefined
}

/** The number of bars that the last complete day before `day` had when it was imported. */
export async function rowsBefore(db: Db, exchange: ExchangeId, day: Day): Promise<number | undefined> {
  const before = await db
    .selectFrom('source_day')
    .select('rows')
    .where('exchange', '=', exchange)
    .where('date', '<', day)
    .where('is_whole', '=', true)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return before?.rows
}

/** Maximum number of readings of a source that begin in a row without ending. Stopping the server can cause one. */
const mostBegun = 3

/**
 * Notes that a reading of the source begins. Returns false if too many have begun without ending, because the source's
 * responses then crash its readers.
 */
export async function noteReading(db: Db, { exchange, source }: Of): Promise<boolean> {
  const { rows } = await sql`
    insert into source_reading (exchange, source) values (${exchange}, ${source})
    on conflict (exchange, source) do update set times = source_reading.times + 1
      where source_reading.times < ${mostBegun}
    returning times`.execute(db)
  return rows.length > 0
}

/** Notes that a response of the source has crashed its reader, so that the source is not read again. */
export async function noteCrash(db: Db, { exchange, source }: Of): Promise<void> {
  await db
    .updateTable('source_reading')
    .set({ times: mostBegun })
    .where('exchange', '=', exchange)
    .where('source', '=', source)
    .execute()
}

export async function forgetReading(db: Db, { exchange, source }: Of): Promise<void> {
  await db.deleteFrom('source_reading').where('exchange', '=', exchange).where('source', '=', source).execute()
}

type Taken = Of & { day: Day; rows: number; refused: number; isWhole: boolean; at: number }

export async function keepDay(tx: Tx, { exchange, source, day, rows, refused, isWhole, at }: Taken) {
  const told = { source, rows, refused, is_whole: isWhole, taken_at: new Date(at) }
  await tx
    .insertInto('source_day')
    .values({ exchange, date: day, ...told })
    .onConflict(conflict => conflict.columns(['exchange', 'date']).doUpdateSet(told))
    .execute()
}

/** Stores the rejected rows of a day's response, replacing those of an earlier response for the day. */
export async function keepRefusals(tx: Tx, of: Of & { day: Day; at: number }, refused: readonly LeftOut[]) {
  const { exchange, source, day, at } = of
  await tx.deleteFrom('source_refusal').where('exchange', '=', exchange).where('asked_for', '=', day).execute()
  if (refused.length === 0) return
  const rows = refused.slice(0, refusalsKept).map(({ reason, stockCode, date = null }) => ({
    exchange,
    source,
    asked_for: day,
    date: date || null,
    stock_code: stockCode?.slice(0, 20) ?? null,
    reason: JSON.stringify(reason),
    refused_at: new Date(at),
  }))
  await tx.insertInto('source_refusal').values(rows).execute()
}

/** Days that were loaded completely, from the given day on. */
export async function daysTaken(db: Db, exchange: ExchangeId, from: Day): Promise<Set<Day>> {
  const rows = await db
    .selectFrom('source_day')
    .select('date')
    .where('exchange', '=', exchange)
    .where('date', '>=', from)
    .where('is_whole', '=', true)
    .execute()
  return new Set(rows.map(({ date }) => date))
}

/** The market's first day that was ever imported from a source. */
export async function firstDayTaken(db: Db, exchange: ExchangeId): Promise<Day | undefined> {
  const { first } = await db
    .selectFrom('source_day')
    .select(({ fn }) => fn.min('date').as('first'))
    .where('exchange', '=', exchange)
    .executeTakeFirstOrThrow()
  return first ?? undefined
}

/** The codes of the market's stocks. */
export async function knownCodes(db: Db, exchange: ExchangeId): Promise<Set<string>> {
  const rows = await db.selectFrom('stock').select('stock_code').where('exchange', '=', exchange).execute()
  return new Set(rows.map(({ stock_code }) => stock_code))
}

/** The days of the first and last bars of the given stocks. Omits stocks that are recorded as delisted. */
export async function barsOfGone(db: Db, exchange: ExchangeId, codes: readonly string[]) {
  const { rows } = await sql<{ stock_code: string; first: Day; last: Day }>`
    select code as stock_code, first.date as first, last.date as last from unnest(${codes}::text[]) code
      cross join lateral bars_after(${exchange}, code, '-infinity', 1) first
      cross join lateral bars_before(${exchange}, code, 'infinity', 1) last
    where not exists
      (select from listing l where l.exchange = ${exchange} and l.stock_code = code and l.delisted_on is not null)
    order by code`.execute(db)
  return rows
}
