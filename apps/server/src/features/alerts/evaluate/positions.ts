import { trading } from '@finlist/domain/trading'
import { guidance } from '@finlist/domain/watchlist/figures'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { percent } from './bar-kinds.ts'
import { fire } from './fired.ts'
import { barFacts, inSharesOfBar, isNews, type Look } from './looked-at.ts'

/** SQL: the number of stop limits that a price has reached, as defined by the domain's `disciplineOf`. */
const [cut, lastCut] = guidance.stop
const stopLevel = (price: string) =>
  `((${percent(price, 'v.buy_price')} <= ${-cut})::int + (${percent(price, 'v.buy_price')} <= ${-lastCut})::int)`
const chaseLevel = (price: string) => `(${percent(price, 'v.buy_price')} > ${guidance.chase})::int`
const level = (price: string) => `(case a.kind when 'stop' then ${stopLevel(price)} else ${chaseLevel(price)} end)`

/**
 * Finds positions in which a new bar reaches a stop or chase limit that the previous bar since entry had not reached.
 * If the user has several positions in a stock, reports only the one with the highest buy price.
 */
export const matchPositions = (tx: Tx, { exchange }: Look) =>
  fire(
    tx,
    sql`select distinct on (a.alert_id, b.stock_code, b.date, b.taken_at)
        a.alert_id, b.stock_code, b.date::text, ${barFacts(exchange)},
        jsonb_build_object('buyPrice', v.buy_price, 'change', ${sql.raw(percent('b.close', 'v.buy_price'))})
      from alert a
      join watchlist_stock p on p.user_id = a.user_id and p.exchange = a.exchange
        and (a.stock_code is null or p.stock_code = a.stock_code) and p.buy_price > 0
      cross join lateral (
        select (coalesce(p.changed_at, p.created_at) at time zone ${trading[exchange].timeZone})::date as day) entered
      join looked_at b on b.stock_code = p.stock_code and b.date >= entered.day
      left join step_of_value s on p.follows_actions and s.stock_code = p.stock_code and entered.day >= s.since and entered.day < s.before
      left join step_of_value n on p.follows_actions and n.stock_code = p.stock_code and b.date >= n.since and b.date < n.before
      cross join lateral (select ${inSharesOfBar(sql`p.buy_price::double precision`)} as buy_price) v
      where a.exchange = ${exchange} and a.kind in ('stop', 'chase') and not a.paused and ${isNews} and v.buy_price > 0
        and ${sql.raw(level('b.close'))} > case when b.date_before >= entered.day then ${sql.raw(level('b.close_before'))} else 0 end
      order by a.alert_id, b.stock_code, b.date, b.taken_at, v.buy_price desc`,
  )
