import type { ChartSymbol } from '@finlist/domain/chart/symbol'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type Bar = { date: string; open: number; high: number; low: number; close: number; volume: number }

const most = 20_000

/**
 * Daily bars of a stock or an index, oldest first: of the days from `from` until before `to`, or the `last` newest before
 * `to`, which beats `from`. Dates are YYYY-MM-DD. At most 20,000, the newest.
 */
export async function readBars(
  db: Db,
  { exchange, stockCode }: ChartSymbol,
  { from, to, last }: { from: string; to: string; last?: number },
): Promise<Bar[]> {
  const { rows } = await sql<Bar>`
    select date, open, high, low, close, volume from bar
    where exchange = ${exchange} and stock_code = ${stockCode} and date < ${to}
      and (${last !== undefined} or date >= ${from})
    order by date desc limit ${Math.min(last ?? most, most)}`.execute(db)
  return rows.toReversed()
}
