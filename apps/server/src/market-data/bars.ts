import type { ChartSymbol } from '@finlist/domain/chart/symbol'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export type Bar = { date: string; open: number; high: number; low: number; close: number; volume: number }

/** Numbers as JSON, separated by commas, oldest first; times in seconds. Empty strings without bars. */
export type BarColumns = Record<'t' | 'o' | 'h' | 'l' | 'c' | 'v', string>

type Days = { from: string; to: string; last?: number | undefined }

const most = 20_000

/**
 * Daily bars of a stock or an index, oldest first: from the day `from` until before `to`, or the `last` newest before
 * `to`, which beats `from`. Dates are YYYY-MM-DD. At most 20,000: eighty years.
 */
export async function readBars(db: Db, symbol: ChartSymbol, days: Days): Promise<Bar[]> {
  const { rows } = await sql<Bar>`${barsOf(symbol, days)}`.execute(db)
  return rows
}

/** The same bars, formatted by the database: one row instead of thousands, and no number is parsed here. */
export async function readBarColumns(db: Db, symbol: ChartSymbol, days: Days): Promise<BarColumns> {
  const { rows } = await sql<{ [name in keyof BarColumns]: string | null }>`
    select
      array_agg((date - date '1970-01-01') * 86400::bigint)::text as t,
      array_agg(open)::text as o,
      array_agg(high)::text as h,
      array_agg(low)::text as l,
      array_agg(close)::text as c,
      array_agg(volume)::text as v
    from (${barsOf(symbol, days)}) bars`.execute(db)
  const columns = Object.entries(rows[0]!).map(([name, values]) => [name, values?.slice(1, -1) ?? ''])
  return Object.fromEntries(columns) as BarColumns
}

function barsOf({ exchange, stockCode }: ChartSymbol, { from, to, last }: Days) {
  const before = sql`
    select date, open, high, low, close, volume from bar
    where exchange = ${exchange} and stock_code = ${stockCode} and date < ${to}`
  if (last === undefined) return sql`${before} and date >= ${from} order by date limit ${most}`
  return sql`select * from (${before} order by date desc limit ${Math.min(last, most)}) newest order by date`
}
