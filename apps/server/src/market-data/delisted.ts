import type { Delisted } from '@finlist/contract/chart'
import { type ChartSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The stocks that are listed no more, by symbol ('HKEX:0700'). A code that was listed anew is listed. */
export async function readDelisted(db: Db): Promise<Map<string, Delisted>> {
  const { rows } = await sql<Delisted & ChartSymbol>`
    select * from (
      select distinct on (exchange, stock_code) exchange, stock_code as "stockCode", delisted_on as "on", reason,
        last_value as "lastValue"
      from listing order by exchange, stock_code, listed_on desc
    ) newest where "on" <= (product_now() at time zone 'UTC')::date`.execute(db)
  return new Map(rows.map(({ on, reason, lastValue, ...symbol }) => [symbolOf(symbol), { on, reason, lastValue }]))
}
