import { barsOf, demoMarket } from '@finlist/demo-market/market'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Database } from '../../apps/server/src/db/database.ts'

export const day = '2026-07-17'
/** The number of invented stocks. All other stocks are copies of these under other codes. */
const originals = 150

/** Inserts `count` stocks, each with 520 bars that end on `day`. */
export async function fillBars(database: Database, exchange: ExchangeId, count: number) {
  const market = demoMarket({ seed: 'bench', exchange, startDate: '2024-06-03', asOf: day, stocks: originals })
  for (const { listing, series } of market.stocks) {
    const bars = [...barsOf(market.days, series)].slice(-520)
    const columns = (['date', 'open', 'high', 'low', 'close', 'volume'] as const).map(name =>
      bars.map(bar => bar[name]),
    )
    await database.pool.query(
      `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
       select $1, $2::text || case when copy = 0 then '' else '-' || copy end, b.*
       from generate_series(0, $3::int - 1) copy, unnest($4::date[], $5::float8[], $6::float8[], $7::float8[],
         $8::float8[], $9::bigint[]) as b(date, open, high, low, close, volume)`,
      [exchange, listing.stockCode, Math.ceil(count / originals), ...columns],
    )
  }
}
