import { daysListed, type MarketDay, movesListed } from '@finlist/contract/data'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Ratio } from '@finlist/domain/prices/likely-ratio'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** The newest days with data, and every held day (too few stocks) since the oldest of them, newest first. */
export async function readDays(db: Db, exchange: ExchangeId): Promise<MarketDay[]> {
  const { rows } = await sql<MarketDay>`
    with told as (select date, stocks from breadth where exchange = ${exchange} order by date desc limit ${daysListed + 1}),
    days as (
      select date, coalesce(h.stocks, told.stocks) as stocks, h.stocks_before, h.date is not null and h.released_at is null as held,
        coalesce(h.released_by, '') as "releasedBy"
      from told full join (select * from held_day where exchange = ${exchange}
        and (released_at is null or date >= (select min(date) from told))) h using (date))
    select date, stocks, coalesce(stocks_before, lag(stocks) over (order by date)) as before, held, "releasedBy"
    from days order by date desc limit ${daysListed * 2}`.execute(db)
  return rows
}

export type MoveRow = {
  stock_code: string
  stock_name: string
  stock_name_zh: string
  date: Day
  previous_close: number
  close: number
  is_spike: boolean
  in_all: number
}

export async function readMoves(db: Db, exchange: ExchangeId): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select m.*, stock_name, stock_name_zh, count(*) over () as in_all
    from unconfirmed_bar m join stock using (exchange, stock_code)
    where exchange = ${exchange} and released_at is null order by date desc, stock_code limit ${movesListed}`.execute(
    db,
  )
  return rows
}

export const named = (userId: number) =>
  sql`(select coalesce(nullif(name, ''), email, user_id::text) from users where user_id = ${userId})`

/** Returns whether the day was held. */
export async function releaseHeldDay(tx: Tx, by: number, exchange: ExchangeId, date: Day): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update held_day set released_at = product_now(), released_by = ${named(by)}
    where exchange = ${exchange} and date = ${date} and released_at is null`.execute(tx)
  return numAffectedRows === 1n
}

/** Returns whether there was such a mark. */
export async function releaseMarkedMove(
  tx: Tx,
  by: number,
  { exchange, stockCode, date }: { exchange: ExchangeId; stockCode: string; date: Day },
  as: 'looked-at' | 'action',
): Promise<boolean> {
  const { rows } = await sql`
    with by as materialized (select ${named(by)} as name),
    released as (
      update unconfirmed_bar set released_at = product_now(), released_as = ${as}, released_by = by.name from by
      where exchange = ${exchange} and stock_code = ${stockCode} and date = ${date} and released_at is null returning 1)
    select * from released`.execute(tx)
  return rows.length === 1
}

export async function addAction(
  tx: Tx,
  { exchange, stockCode, date }: { exchange: ExchangeId; stockCode: string; date: Day },
  { numerator, denominator }: Ratio,
) {
  await tx
    .insertInto('corporate_action')
    .values({
      exchange,
      stock_code: stockCode,
      ex_date: date,
      kind: numerator > denominator ? 'split' : 'consolidation',
      numerator,
      denominator,
      source: 'staff',
    })
    .onConflict(conflict =>
      conflict
        .columns(['exchange', 'stock_code', 'ex_date', 'kind'])
        .doUpdateSet({ numerator, denominator, source: 'staff', known_at: sql`product_now()` }),
    )
    .execute()
}
