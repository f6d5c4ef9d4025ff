import { addDays, type Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'

/** A move from the previous close to the bar's close that no corporate action explains. */
export type Move = { stock_code: string; date: Day; previous_close: number; close: number; is_spike: boolean }
export type Moves = { found: Move[]; compared: number; apart: number }

const mostFound = 10_000
/** The number of bars read around a move: those before it for comparison, those after it to see whether it lasted. */
const around = { before: 400, after: 40 }

/** SQL: more than 50% in either direction. */
const isApart = (close: string, from: string) =>
  `(${close} not between ${from} * 0.5::float8 and ${from} * 1.5::float8)`

/**
 * Price ratios that more often come from a split than from a fall. Splits of three for one or more exceed 50% anyway.
 */
const ratios = [1 / 2, 2 / 3, 3 / 5]

/**
 * SQL: whether it is such a move, or one with both open and close near a split's ratio. Evaluated for every loaded bar.
 */
const isMove = (close: string, open: string, from: string) =>
  `(${isApart(close, from)} or ${ratios
    .map(ratio => `${isNear(close, from, ratio, 0.04)} and ${isNear(open, from, ratio, 0.02)}`)
    .join(' or ')})`

const isNear = (price: string, from: string, ratio: number, by: number) =>
  `${price} between ${from} * ${ratio * (1 - by)}::float8 and ${from} * ${ratio * (1 + by)}::float8`

/**
 * SQL, for a row with `open`, `close`, two closes before it (`one_before`, `two_before`) and after (`one_after`,
 * `two_after`), and the effect of corporate actions on a share (`factor`, `paid`): 'none' if there is no move or it
 * only reverses a spike; 'stayed' if the next two closes are nearer to the new level than to the old; 'spike' if one is
 * not.
 */
const verdict = `case
  when one_before is null or not ${isMove('(close * factor + paid)', '(open * factor + paid)', 'one_before')} then 'none'
  when ${isApart('one_before', 'two_before')} and not ${isApart('close', 'two_before')} then 'none'
  when ${goesBack('one_after')} or ${goesBack('two_after')} then 'spike'
  when two_after is not null then 'stayed'
  else 'open' end`

function goesBack(close: string): string {
  return `coalesce(abs(ln(${close} / close)) >= abs(ln(${close} / one_before)), false)`
}

/** SQL: the effect on a share of corporate actions after `previous_date` up to `date`, where prices are unadjusted. */
const actions = `cross join lateral (
  select coalesce(exp(sum(ln(numerator::double precision / denominator))), 1) as factor, coalesce(sum(amount), 0) as paid
  from corporate_action a where $2 and not cancelled and a.exchange = $1 and a.stock_code = bars.stock_code
    and a.ex_date > bars.previous_date and a.ex_date <= bars.date) known`

/** The moves that the load leaves unexplained, and the number of stocks far from their last stored price. */
export async function findMoves(
  tx: Tx,
  exchange: ExchangeId,
  { asTraded, ascending, first, last }: { asTraded: boolean; ascending: boolean; first: Day; last: Day },
): Promise<Moves> {
  const { rows } = await tx.query<{ codes: string[] | null; compared: number; apart: number }>(
    `with placed as (
       select stock_code, date, open, close, lag(stock_code) over place as code_before,
         lag(close) over place as close_before, lead(stock_code) over place as code_after
       from incoming_bar window place as (${ascending ? '' : 'order by stock_code, date'})),
     edges as (
       select *, code_before is distinct from stock_code as is_first from placed
       where code_before is distinct from stock_code or code_after is distinct from stock_code
         or ${isMove('close', 'open', 'close_before')}),
     seen as (
       select edges.stock_code, is_first, case when is_first then before.close else close_before end as one_before, after.close as one_after,
         edges.open, edges.close, after.open as open_after
       from edges
         left join lateral bars_before($1, case when is_first then edges.stock_code end, edges.date, 1) before on true
         left join lateral bars_after($1, case when code_after is distinct from edges.stock_code then edges.stock_code end,
           edges.date, 1) after on true)
     select array_agg(distinct stock_code) filter (where ${isMove('close', 'open', 'one_before')}
         or ${isMove('one_after', 'open_after', 'close')}) as codes,
       count(one_before) filter (where is_first) as compared,
       count(*) filter (where is_first and ${isApart('close', 'one_before')}) as apart
     from seen`,
    [exchange],
  )
  const { codes, compared, apart } = rows[0]!
  if (!codes) return { found: [], compared, apart }
  const judged = await tx.query<Move>(
    `with came as (select stock_code, date, open, close from incoming_bar where stock_code = any($3)),
     together as (
       select *, true as came from came
       union all
       select stock_code, date, open, close, false from bar
       where exchange = $1 and stock_code = any($3) and date between $4 and $5
         and (stock_code, date) not in (select stock_code, date from came)),
     bars as (
       select *, lag(close) over place as one_before, lag(date) over place as previous_date, lag(came) over place as came_before,
         lag(close, 2) over place as two_before, lead(close) over place as one_after, lead(close, 2) over place as two_after
       from together window place as (partition by stock_code order by date)),
     told as (select *, ${verdict} as verdict from bars ${actions}
       where (came or came_before) and ${isMove('close', 'open', 'one_before')})
     select stock_code, date, one_before as previous_close, close, verdict = 'spike' as is_spike from told
     where verdict in ('spike', 'open') order by date desc, stock_code limit ${mostFound}`,
    [exchange, asTraded, codes, addDays(first, -around.before), addDays(last, around.after)],
  )
  return { found: judged.rows, compared, apart }
}

/** Stores the moves as unconfirmed. A move released by staff stays released while it is unchanged. */
export async function markMoves(tx: Tx, exchange: ExchangeId, moves: readonly Move[]): Promise<void> {
  const column = <Name extends keyof Move>(name: Name) => moves.map(move => move[name])
  await tx.query(
    `insert into unconfirmed_bar as known (exchange, stock_code, date, previous_close, close, is_spike)
     select $1, * from unnest($2::text[], $3::date[], $4::double precision[], $5::double precision[], $6::boolean[])
     on conflict (exchange, stock_code, date) do update set previous_close = excluded.previous_close, close = excluded.close,
       is_spike = excluded.is_spike, found_at = excluded.found_at, released_at = null, released_as = null, released_by = null
     where (known.previous_close, known.close) is distinct from (excluded.previous_close, excluded.close)`,
    [exchange, column('stock_code'), column('date'), column('previous_close'), column('close'), column('is_spike')],
  )
}

/**
 * Rechecks the market's unconfirmed moves against current bars and actions. Deletes those that no longer exist, and
 * releases those whose new level lasted. Returns the first day that changed.
 */
export async function settleMoves(
  tx: Tx,
  exchange: ExchangeId,
  { asTraded }: { asTraded: boolean },
): Promise<Day | undefined> {
  const { rows } = await tx.query<{ first: Day | null }>(
    `with marked as (
       select m.stock_code, m.date, m.is_spike, b.open, b.close,
         array(select p.close from bars_before($1, m.stock_code, m.date, 2) p order by p.date desc) as before,
         array(select n.close from bars_after($1, m.stock_code, m.date, 2) n order by n.date) as after,
         (select p.date from bars_before($1, m.stock_code, m.date, 1) p) as previous_date
       from unconfirmed_bar m left join lateral bars_between($1, m.stock_code, m.date, m.date) b on true
       where m.exchange = $1 and m.released_at is null),
     bars as (select *, before[1] as one_before, before[2] as two_before, after[1] as one_after, after[2] as two_after from marked),
     told as (select stock_code, date, is_spike, case when close is null then 'none' else ${verdict} end as verdict, product_now() as now
       from bars ${actions}),
     forgotten as (delete from unconfirmed_bar m using told t where m.exchange = $1 and m.stock_code = t.stock_code
       and m.date = t.date and t.verdict = 'none'),
     changed as (update unconfirmed_bar m set is_spike = t.verdict = 'spike',
         released_at = case when t.verdict = 'stayed' then t.now end,
         released_as = case when t.verdict = 'stayed' then 'stayed' end
       from told t where m.exchange = $1 and m.stock_code = t.stock_code and m.date = t.date
         and (t.verdict = 'stayed' or t.is_spike <> (t.verdict = 'spike')) and t.verdict <> 'none')
     select min(date) as first from told where verdict in ('none', 'stayed') or is_spike <> (verdict = 'spike')`,
    [exchange, asTraded],
  )
  return rows[0]!.first ?? undefined
}

/** SQL: whether an unconfirmed move excludes this stock's bar of the day from computed figures. */
export const isHeld = ({ exchange, stockCode, date }: Record<'exchange' | 'stockCode' | 'date', string>) =>
  `exists (select from unconfirmed_bar m where m.exchange = ${exchange} and m.stock_code = ${stockCode}
  and m.released_at is null and (m.date = ${date} or not m.is_spike and m.date < ${date}))`

/** SQL, for the table `bar`: whether an unconfirmed move excludes the bar from computed figures. */
export const isHeldBar = isHeld({ exchange: 'bar.exchange', stockCode: 'bar.stock_code', date: 'bar.date' })
