import type { Day } from '@finlist/domain/calendar'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type MarketState = { trend: MarketTrend; startDate: Day }

/** The market's short-term and long-term trends in force on the day; by default the latest. */
export async function readStates(db: Db, exchange: ExchangeId, day?: Day) {
  const { rows } = await sql<MarketState & { shortTerm: boolean }>`
    select distinct on (short_term) short_term as "shortTerm", trend, start_date as "startDate" from market_state
    where exchange = ${exchange} and (${day ?? null}::date is null or start_date <= ${day ?? null}::date)
    order by short_term, start_date desc`.execute(db)
  const of = (term: boolean): MarketState | null => {
    const found = rows.find(({ shortTerm }) => shortTerm === term)
    return found ? { trend: found.trend, startDate: found.startDate } : null
  }
  return { short: of(true), long: of(false) }
}
