import type { Delisted } from '@finlist/contract/charts/chart'
import { type ChartSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The delisted stocks, or only those among `only`, by symbol ('HKEX:0700'). Omits codes that are listed again. */
export async function readDelisted(
  db: Db,
  only?: readonly { exchange: ExchangeId; stock_code: string }[],
): Promise<Map<string, Delisted>> {
  const asked = only
    ? sql`join (select distinct * from unnest(${only.map(it => it.exchange)}::text[], ${only.map(it => it.stock_code)}::text[])
        as asked (exchange, stock_code)) asked using (exchange, stock_code)`
    : sql``
  const { rows } = await sql<Delisted & ChartSymbol>`
    select * from (
      select distinct on (exchange, stock_code) exchange, stock_code as "stockCode", delisted_on as "on", reason,
        last_value as "lastValue"
      from listing ${asked} order by exchange, stock_code, listed_on desc
    ) newest where "on" <= (product_now() at time zone 'UTC')::date`.execute(db)
  return new Map(rows.map(({ on, reason, lastValue, ...symbol }) => [symbolOf(symbol), { on, reason, lastValue }]))
}
