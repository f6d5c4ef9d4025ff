import type { TriedKind } from '@finlist/domain/alerts/kinds'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { sharesBy } from '../../../market-data/store/adjustments.ts'
import { fire } from './fired.ts'
import { barFacts, halfDaysOf, inSharesOfBar, isNews, type Look, stepsOf } from './looked-at.ts'

const averageDays = 50

/** Finds price, move, volume and buy point alerts that the new bars trigger. */
export async function matchBars(tx: Tx, look: Look): Promise<void> {
  const rule = { exchange: look.exchange, which: isNews, notCounted: await halfDaysOf(tx, look) }
  for (const matches of [priceMatches, moveMatches, volumeMatches]) await fire(tx, matches(rule))
  await matchBuyPoints(tx, look)
}

/**
 * What a query for matching alerts depends on. The query reads the relations `alert`, `looked_at`, `step_of_value` and
 * `step_of_bar`, and returns what `fire` takes.
 */
type Rule = {
  exchange: ExchangeId
  /** SQL: which bars `b` may fire the alert `a`. */
  which: RawBuilder<unknown>
  /** Days left out of average volumes. */
  notCounted: readonly Day[]
}

/** Fires on a bar whose close reaches the alert's price, if the close before it had not. */
const priceMatches = ({ exchange, which }: Rule) => sql`
  select a.alert_id, b.stock_code, b.date::text, ${barFacts(exchange)}, jsonb_build_object('value', v.value)
  from alert a join looked_at b on b.stock_code = a.stock_code ${stepsOf('a.stock_code', 'a.value_on')}
  cross join lateral (select ${inSharesOfBar(sql`a.value`)} as value, ${sql.raw(rounded('b.close_before'))} as before) v
  where a.exchange = ${exchange} and not a.paused and ${which}
    and (a.kind = 'price-above' and b.close >= v.value and (v.before < v.value or v.before is null)
      or a.kind = 'price-below' and b.close <= v.value and (v.before > v.value or v.before is null))
  order by case a.kind when 'price-above' then -v.value else v.value end`

const moveMatches = ({ exchange, which }: Rule) => sql`
  select a.alert_id, b.stock_code, b.date::text, ${barFacts(exchange)},
    jsonb_build_object('value', a.value, 'change', v.change, 'before', ${sql.raw(rounded('b.close_before'))})
  from alert a join looked_at b on b.stock_code = a.stock_code
  cross join lateral (select ${sql.raw(percent('b.close', 'b.close_before'))} as change) v
  where a.exchange = ${exchange} and a.kind = 'move' and not a.paused and ${which} and abs(v.change) >= a.value
  order by a.value desc`

/**
 * Compares a bar's volume with the average of the last 50 days, both in the share terms of the bar's day. The average
 * leaves out half days and days without trades.
 */
const volumeMatches = ({ exchange, which, notCounted }: Rule) => sql`
  with usual as materialized (
    select b.stock_code, b.date, counted.volume / coalesce(n.shares, 1) as volume
    from (select distinct stock_code, date from looked_at where stock_code in (
      select stock_code from alert where exchange = ${exchange} and kind = 'volume' and not paused)) b
    left join step_of_bar n on n.stock_code = b.stock_code and b.date >= n.since and b.date < n.before
    cross join lateral (select avg(volume)::double precision as volume from (
      select ${sharesBy(sql`bar.volume`, sql`coalesce(step.shares, 1)`)} as volume
      from trades_before(${exchange}, b.stock_code, b.date, ${averageDays}, ${notCounted}::date[]) bar
      left join step_of_bar step on step.stock_code = b.stock_code and bar.date >= step.since and bar.date < step.before
    ) last_50) counted
    where counted.volume > 0)
  select a.alert_id, b.stock_code, b.date::text, ${barFacts(exchange)},
    jsonb_build_object('value', a.value, 'multiple', v.multiple)
  from alert a join looked_at b on b.stock_code = a.stock_code join usual u on u.stock_code = b.stock_code and u.date = b.date
  cross join lateral (select ${sql.raw(rounded('b.volume / u.volume'))} as multiple) v
  where a.exchange = ${exchange} and a.kind = 'volume' and not a.paused and ${which} and v.multiple >= a.value
  order by a.value desc`

/** The rules of the alerts that can be tried on past bars. */
export const matchesOf: Record<TriedKind, (rule: Rule) => RawBuilder<unknown>> = {
  'price-above': priceMatches,
  'price-below': priceMatches,
  move: moveMatches,
  volume: volumeMatches,
}

/**
 * Fires on the first bar after the newest list's day that reaches a pick's buy point. Skips picks that had already
 * closed at or above their buy point on the list's day.
 */
const matchBuyPoints = (tx: Tx, { exchange }: Look) =>
  fire(
    tx,
    sql`with list as (
        select date, (select max(issue_date) from finlist_issue i where i.exchange = ${exchange} and i.issue_date < d.date) as issue_date
        from (select distinct date from looked_at) d),
      passed as materialized (
        select b.*, p.issue_date, v.buy_point
        from looked_at b join list using (date)
        join finlist_pick p on p.exchange = ${exchange} and p.issue_date = list.issue_date and p.stock_code = b.stock_code
        ${stepsOf('p.stock_code', 'p.issue_date')}
        left join step_of_bar now on now.stock_code = b.stock_code and b.date >= now.since and b.date < now.before
        cross join lateral (select ${inSharesOfBar(sql`p.buy_point`)} as buy_point) v
        where p.buy_point > 0 and p.close < p.buy_point and b.high >= v.buy_point and not exists (
          select from bars_between(${exchange}, b.stock_code, p.issue_date, b.date) earlier
          left join step_of_bar past on past.stock_code = b.stock_code and earlier.date >= past.since and earlier.date < past.before
          where earlier.date > p.issue_date and earlier.date < b.date
            and earlier.high * coalesce(past.prices, 1) / coalesce(now.prices, 1) >= v.buy_point))
      select a.alert_id, b.stock_code, b.date::text, ${barFacts(exchange)},
        jsonb_build_object('buyPoint', b.buy_point, 'issueDate', b.issue_date)
      from passed b join alert a on a.exchange = ${exchange} and a.kind = 'buy-point' and not a.paused
        and (a.stock_code is null or a.stock_code = b.stock_code)
      where ${isNews}`,
  )

/** SQL: a figure rounded to remove floating-point noise. */
const rounded = (figure: string) => `(round(((${figure}) * 1e6)::double precision) / 1e6)`

/** SQL: the difference between two prices in percent, rounded as in the watchlist's position guidance. */
export const percent = (price: string, from: string) =>
  `(round(((${price} / nullif(${from}, 0) - 1) * 1e8)::double precision) / 1e6)`
