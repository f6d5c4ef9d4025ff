import { barsBeside, type DoubtEffect, doubtEffects, type UnconfirmedMove } from '@finlist/contract/staff/data'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { method } from '@finlist/domain/picking/method'
import type { DoubtKind } from '@finlist/domain/prices/doubt-kinds'
import { likelyRatio } from '@finlist/domain/prices/likely-ratio'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type Row = Pick<UnconfirmedMove, 'stockCode' | 'stockName' | 'stockNameZh' | 'doubted' | 'bars' | 'actions'> & {
  date: Day
  kind: DoubtKind
  changes: DoubtEffect[]
  previous_close: number
  close: number
  volume_before: number | null
  volume_after: number | null
}

/**
 * A page of the market's undecided doubts, sorted by their first effect in `doubtEffects` and then newest first, and
 * their total number.
 */
export async function readDoubts(
  db: Db,
  exchange: ExchangeId,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ doubts: UnconfirmedMove[]; inAll: number }> {
  const { rows } = await sql<Row>`
    with proposed as (select body from proposal where exchange = ${exchange} order by issue_date desc limit 1),
    listed as (
      select stock_code from finlist_pick where exchange = ${exchange}
        and issue_date = (select max(issue_date) from finlist_issue where exchange = ${exchange})
      union
      select pick ->> 'code' from proposed, jsonb_array_elements(body::jsonb -> 'picks') pick),
    followed as (
      select stock_code from watchlist_stock where exchange = ${exchange}
      union
      select stock_code from alert where exchange = ${exchange} and deleted_at is null and stock_code is not null),
    newest as (select coalesce(max(date), 'infinity') as day from breadth where exchange = ${exchange}),
    found as (
      select stock_code, stock_name, stock_name_zh, date, kind, evidence, array_remove(array[
        case when stock_code in (select stock_code from listed) then 'list' end,
        case when held_until >= newest.day and exists (
          select from bars_between(${exchange}, stock_code, newest.day - ${method.eligible.newestDays}::integer, newest.day))
          then 'ranks' end,
        case when stock_code in (select stock_code from followed) then 'people' end,
        'charts'], null) as changes
      from doubt join stock using (exchange, stock_code) cross join newest
      where exchange = ${exchange} and ended_at is null),
    shown as (
      select *, row_number() over place as place from found
      window place as (order by array_position(${doubtEffects}::text[], changes[1]), date desc, stock_code, kind)
      order by place limit ${perPage} offset ${(page - 1) * perPage})
    select stock_code as "stockCode", stock_name as "stockName", stock_name_zh as "stockNameZh", date, kind, changes,
      (evidence -> 'previousClose')::float8 as previous_close, (coalesce(evidence -> 'close', evidence -> 'previousClose'))::float8 as close,
      coalesce(evidence -> 'actions', '[]') as doubted,
      (evidence -> 'volumeBefore')::float8 as volume_before, (evidence -> 'volumeAfter')::float8 as volume_after,
      beside.bars, acted.actions
    from shown
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('date', bar.date, 'open', open, 'high', high, 'low', low, 'close', close,
          'volume', volume) order by bar.date), '[]') as bars, min(bar.date) as first, max(bar.date) as last
        from (
          select * from bars_before(${exchange}, shown.stock_code, shown.date, ${barsBeside})
          union all
          select * from bars_after(${exchange}, shown.stock_code, shown.date - 1, ${barsBeside + 1})) bar) beside
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('exDate', ex_date, 'kind', a.kind, 'numerator', numerator,
          'denominator', denominator, 'amount', amount, 'currency', currency) order by ex_date, a.kind), '[]') as actions
        from corporate_action a
        where a.exchange = ${exchange} and a.stock_code = shown.stock_code and not cancelled
          and ex_date between beside.first and beside.last) acted
    order by place`.execute(db)
  const { inAll } = await db
    .selectFrom('doubt')
    .select(({ fn }) => fn.countAll<number>().as('inAll'))
    .where('exchange', '=', exchange)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { doubts: rows.map(doubtOf), inAll }
}

const doubtOf = ({ previous_close, close, volume_before, volume_after, ...row }: Row): UnconfirmedMove => ({
  ...row,
  previousClose: previous_close,
  close,
  volumeBefore: volume_before,
  volumeAfter: volume_after,
  likely: (row.kind === 'move' || row.kind === 'split' ? likelyRatio(previous_close, close) : undefined) ?? null,
})
