import type { Day } from '@finlist/domain/calendar'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import { trading } from '@finlist/domain/trading'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { UpTo } from '../../../db/tables/alerts.ts'
import { fire } from './fired.ts'
import { firstDay, type Look } from './looked-at.ts'

/** SQL: whether the alert `a` covers this stock, either by name or through its owner's watchlists. */
const watches = (stock: string) =>
  sql.raw(`(a.stock_code = ${stock} or a.stock_code is null and exists (
    select from watchlist_stock w where w.user_id = a.user_id and w.exchange = a.exchange and w.stock_code = ${stock}))`)

/** Finds announcements released after the alert was set. */
export async function matchProfitAlerts(tx: Tx, look: Look): Promise<UpTo> {
  const { exchange } = look
  const day = sql`(n.released_at at time zone ${trading[exchange].timeZone})::date`
  const moment = sql`to_char(n.released_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  await fire(
    tx,
    sql`select a.alert_id, n.stock_code, ${moment}, null::jsonb,
        jsonb_build_object('reportType', n.report_type, 'releasedAt', ${moment}, 'date', ${day})
      from profit_alert n join alert a on a.exchange = n.exchange and a.kind = 'profit-alert' and not a.paused and ${watches('n.stock_code')}
      where n.exchange = ${exchange} and ${day} >= ${firstDay(look)} and n.released_at > a.changed_at`,
  )
  const { rows } = await sql<{ day: Day | null }>`
    select max(${day}) as day from profit_alert n where n.exchange = ${exchange}`.execute(tx)
  return rows[0]?.day ? { day: rows[0].day } : {}
}

/**
 * Finds alerts on stocks with one of the largest shareholding changes of the newest settlement date. If a stock has
 * several, only its largest change counts.
 */
export async function matchShareholding(tx: Tx, look: Look): Promise<UpTo> {
  const { rows } = await sql<{ day: Day | null }>`
    select max(shareholding_date) as day from settlement_date where counted_at is not null`.execute(tx)
  const day = rows[0]?.day
  if (!day) return {}
  if (day >= firstDay(look))
    await fire(
      tx,
      sql`select distinct on (a.alert_id, c.stock_code) a.alert_id, c.stock_code, ${day}::text, null::jsonb,
          jsonb_build_object('participant', participant_name, 'change', change, 'span', span, 'date', ${day}::text)
        from shareholding_change c
        join alert a on a.exchange = ${look.exchange} and a.kind = 'shareholding' and not a.paused and ${watches('c.stock_code')}
        where c.shareholding_date = ${day} and ${day}::date > coalesce(a.known_to, '-infinity')
        order by a.alert_id, c.stock_code, abs(change) desc, span, participant_id`,
    )
  return { day }
}

/** The maximum number of stocks named in one notification. */
const mostNamed = 10

/** Evaluates every list published since the last evaluation, oldest first, with the stocks that entered and left. */
export async function matchLists(tx: Tx, look: Look): Promise<UpTo> {
  const { exchange } = look
  const { rows } = await sql<{ date: Day; before: Day | null }>`
    select issue_date as date, lag(issue_date) over (order by issue_date) as before
    from finlist_issue where exchange = ${exchange} order by issue_date desc limit ${mostLists}`.execute(tx)
  for (const { date, before } of rows.toReversed()) if (date >= firstDay(look)) await matchList(tx, look, date, before)
  return rows[0] ? { day: rows[0].date } : {}
}

/** A safety limit, higher than the number of lists that can be published within `newsDays`. */
const mostLists = 50

async function matchList(tx: Tx, { exchange }: Look, date: Day, before: Day | null) {
  const isNews = sql`a.exchange = ${exchange} and not a.paused and ${date}::date > coalesce(a.known_to, '-infinity')`
  await fire(
    tx,
    sql`select a.alert_id, '', ${date}::text, null::jsonb, jsonb_build_object('date', ${date}::text, 'count',
        (select count(*) from finlist_pick where exchange = ${exchange} and issue_date = ${date}))
      from alert a where a.kind = 'issue' and ${isNews}`,
  )
  if (before === null) return
  const difference = (of: Day, from: Day) => sql`
    select stock_code from finlist_pick where exchange = ${exchange} and issue_date = ${of}
    except select stock_code from finlist_pick where exchange = ${exchange} and issue_date = ${from}`
  for (const [kind, changed] of [
    ['entered', difference(date, before)],
    ['left', difference(before, date)],
  ] as const)
    await fire(
      tx,
      sql`with changed as materialized (${changed}),
        told as (select count(*) as count, array_to_string((array_agg(stock_code order by stock_code))[1:${sql.lit(mostNamed)}], ', ')
          || case when count(*) > ${sql.lit(mostNamed)} then ' …' else '' end as list from changed)
        select a.alert_id, '', ${date}::text, null::jsonb, jsonb_build_object('date', ${date}::text, 'count', told.count, 'list', told.list)
        from told join alert a on a.stock_code is null where told.count > 0 and a.kind = ${kind} and ${isNews}
        union all
        select a.alert_id, changed.stock_code, ${date}::text, null::jsonb, jsonb_build_object('date', ${date}::text)
        from changed join alert a on a.stock_code = changed.stock_code where a.kind = ${kind} and ${isNews}`,
    )
}

type State = { term: 'short' | 'long'; trend: MarketTrend; date: Day; set_at: Date; before: MarketTrend | null }

/** Finds market trends that differ from the last evaluated one or, the first time, from the previous entry. */
export async function matchStates(tx: Tx, { exchange, upTo }: Look): Promise<UpTo> {
  const { rows } = await sql<State>`
    select distinct on (short_term) case when short_term then 'short' else 'long' end as term, trend, start_date as date, set_at,
      lead(trend) over (partition by short_term order by start_date desc) as before
    from market_state where exchange = ${exchange} order by short_term, start_date desc`.execute(tx)
  for (const { term, trend, date, set_at, before } of rows) {
    const known = upTo.states ? upTo.states[term] : before
    if (known === trend) continue
    const facts = { term, trend, date, before: known ?? '' }
    await fire(
      tx,
      sql`select a.alert_id, '', ${`${term} ${date} ${trend}`}, null::jsonb, ${JSON.stringify(facts)}::jsonb
        from alert a where a.exchange = ${exchange} and a.kind = 'state' and not a.paused and ${set_at}::timestamptz > a.changed_at`,
    )
  }
  return { states: Object.fromEntries(rows.map(({ term, trend }) => [term, trend])) }
}
