import { addDays, type Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { method } from '@finlist/domain/picking/method'
import { baseDays } from '@finlist/domain/screener/period-changes'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isHeldBar } from '../../market-data/quality/doubts.ts'

/**
 * The closes, as traded and oldest first, from which the changes over all periods that end on `day` are computed, by
 * stock code. They include each stock's newest close up to that day.
 */
export async function readBases(db: Db, exchange: ExchangeId, day: Day) {
  const days = [...Object.values(baseDays(day)), { from: addDays(day, -method.eligible.newestDays), until: day }]
  const { rows } = await sql<{ stock_code: string; date: Day; close: number }>`
    select distinct board.stock_code, bar.date, bar.close
    from board_stock board
    cross join unnest(${days.map(({ from }) => from)}::date[], ${days.map(({ until }) => until)}::date[])
      as base(since, until)
    cross join lateral (
      select date, close from bars_between(board.exchange, board.stock_code, base.since, base.until) bar
      where volume > 0 and not ${sql.raw(isHeldBar)} order by date desc limit 1
    ) bar
    where board.exchange = ${exchange}
    order by bar.date`.execute(db)
  return Map.groupBy(rows, ({ stock_code }) => stock_code)
}
