import type { Day } from '@finlist/domain/calendar'
import type { Breadth } from '@finlist/domain/market-trend/breadth'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

type Known = { [Count in Exclude<keyof Breadth, 'stocks'>]: number | null }
export type BreadthRow = Known & { date: Day; stocks: number | null; uploaded: boolean }

const counts = sql.raw(`date, up, down, no_change, on_ten_week_ma, under_ten_week_ma, on_forty_week_ma,
  under_forty_week_ma, fifty_two_week_high, fifty_two_week_low`)

/**
 * The last `most` days, oldest first. Uploaded figures take precedence over computed ones. If a day was uploaded
 * several times, the last upload counts.
 */
export async function readBreadth(db: Db, exchange: ExchangeId, most: number): Promise<BreadthRow[]> {
  const { rows } = await sql<BreadthRow>`
    select distinct on (date) date, uploaded, stocks, up, down, no_change as "noChange",
      on_ten_week_ma as "onTenWeekMa", under_ten_week_ma as "underTenWeekMa",
      on_forty_week_ma as "onFortyWeekMa", under_forty_week_ma as "underFortyWeekMa",
      fifty_two_week_high as "fiftyTwoWeekHigh", fifty_two_week_low as "fiftyTwoWeekLow"
    from (
      select ${counts}, up + down + no_change as stocks, true as uploaded, loaded_at
        from uploaded_breadth where exchange = ${exchange}
      union all
      (select ${counts}, stocks, false, '-infinity' from breadth where exchange = ${exchange}
        order by date desc limit ${most})
    ) told
    order by date desc, loaded_at desc, uploaded desc limit ${most}`.execute(db)
  return rows.toReversed()
}

export type StateRow = { short_term: boolean; start_date: Day; trend: MarketTrend }

/** The states of both terms by start date: those in force on `since` or later, or all if `since` is undefined. */
export async function readStatesSince(db: Db, exchange: ExchangeId, since: Day | undefined): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`
    select short_term, start_date, trend from market_state state
    where exchange = ${exchange} and start_date >= coalesce(
      (select max(start_date) from market_state before where before.exchange = ${exchange}
        and before.short_term = state.short_term and before.start_date <= ${since ?? null}::date), '-infinity')
    order by start_date desc, short_term limit 500`.execute(db)
  return rows.toReversed()
}

type NewState = { exchange: ExchangeId; shortTerm: boolean; marketTrend: MarketTrend; byUserId: number }

/** Adds a market state; replaces one that began on the same day. */
export async function addState(
  tx: Tx,
  { exchange, shortTerm, marketTrend, byUserId, startDate }: NewState & { startDate: Day },
) {
  const set = { trend: marketTrend, by_user_id: byUserId }
  await tx
    .insertInto('market_state')
    .values({ exchange, short_term: shortTerm, start_date: startDate, ...set })
    .onConflict(conflict =>
      conflict.columns(['exchange', 'short_term', 'start_date']).doUpdateSet({ ...set, set_at: sql`product_now()` }),
    )
    .execute()
}

/** Corrects the newest state and keeps its start date. Returns that date, or undefined if there is no state. */
export async function amendState(
  tx: Tx,
  { exchange, shortTerm, marketTrend, byUserId }: NewState,
): Promise<Day | undefined> {
  const { rows } = await sql<{ start_date: Day }>`
    update market_state set trend = ${marketTrend}, by_user_id = ${byUserId}, set_at = product_now()
    where (exchange, short_term, start_date) = (
      select exchange, short_term, start_date from market_state
      where exchange = ${exchange} and short_term = ${shortTerm} order by start_date desc limit 1 for update)
    returning start_date`.execute(tx)
  return rows[0]?.start_date
}
