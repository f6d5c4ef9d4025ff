import { priceParts } from '@finlist/domain/adjust/adjustment'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isHeld } from '../../market-data/quality/doubts.ts'
import { priceBy, sharesBy, stepRows } from '../../market-data/store/adjustments.ts'
import type { StepsByMarket } from '../../market-data/store/positions-now.ts'
import type { OfPerson } from './store.ts'

export type PositionRow = {
  watchlist_stock_id: number
  exchange: ExchangeId
  stock_code: string
  stock_name: string | null
  stock_name_zh: string | null
  sector: string | null
  sector_zh: string | null
  sub_sector: string | null
  sub_sector_zh: string | null
  profile_info: string | null
  profile_info_zh: string | null
  buy_price: number
  shares: number
  follows_actions: boolean
  note: string
  created_at: Date
  changed_at: Date | null
  close: number | null
  volume: number | null
  date: string | null
  average_50: number | null
  is_held: boolean
}

/** The stocks of a list. */
export async function readStocksOf(db: Db, { userId, id }: OfPerson) {
  return await db
    .selectFrom('watchlist_stock')
    .select(['exchange', 'stock_code'])
    .distinct()
    .where('user_id', '=', userId)
    .where('watchlist_id', '=', id)
    .execute()
}

const isHeldPrice = isHeld({ exchange: 'w.exchange', stockCode: 'w.stock_code', date: 'newest.date' })

/**
 * The positions of a list as entered, in the user's order, each with its stock's newest day adjusted by the given
 * steps.
 */
export async function readPositions(db: Db, { userId, id }: OfPerson, steps: StepsByMarket): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    select w.watchlist_stock_id, w.exchange, w.stock_code, w.buy_price, w.shares, w.follows_actions, w.note,
      w.created_at, w.changed_at,
      s.stock_name, s.stock_name_zh, s.sector, s.sector_zh, s.sub_sector, s.sub_sector_zh, s.profile_info, s.profile_info_zh,
      newest.close, newest.volume, newest.date, newest.average_50, ${sql.raw(isHeldPrice)} as is_held
    from watchlist_stock w
    left join stock s using (exchange, stock_code)
    left join lateral (
      select (array_agg(close order by date desc))[1] as close, (array_agg(volume order by date desc))[1] as volume,
        max(date) as date, case when count(*) = 50 then avg(close) end as average_50
      from (
        select date, ${priceBy(sql`close`, sql`coalesce(prices, 1) * ${priceParts}::double precision`)} as close,
          ${sharesBy(sql`volume`, sql`coalesce(step.shares, 1)`)} as volume
        from bars_before(w.exchange, w.stock_code, 'infinity', 50) b left join ${stepRows(steps)} step
          on step.exchange = b.exchange and step.stock_code = b.stock_code and date >= since and date < before
      ) last_50
    ) newest on true
    where w.user_id = ${userId} and w.watchlist_id = ${id}
    order by w.place nulls last, w.watchlist_stock_id`.execute(db)
  return rows
}
