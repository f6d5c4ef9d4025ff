import { addDays, type Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { DoubtKind } from '@finlist/domain/prices/doubt-kinds'
import type { Tx } from '../../db/database.ts'
import { type EndedDoubt, endDoubts, type FoundDoubt, openDoubts } from './doubts.ts'

/**
 * `found`: the doubts about moves that remain after the load. `compared`: the number of stocks with a stored price
 * before the load. `apart`: how many of them are far from that price. `hundredfold`: how many are at about a hundred
 * times or a hundredth of it, with an `example` as `code close before → close`.
 */
export type Moves = {
  found: FoundDoubt[]
  compared: number
  apart: number
  hundredfold: number
  example: string | null
  /** Stocks whose first bar comes months after their last stored one. */
  returned: string[]
}
export const noMoves: Moves = { found: [], compared: 0, apart: 0, hundredfold: 0, example: null, returned: [] }

const mostFound = 10_000
/** Days without a bar after which a stock counts as returned. */
const returnedDays = 60
/** The number of bars read around a move: those before it for comparison, those after it to see whether it lasted. */
const around = { before: 400, after: 40 }

/** SQL: whether the close is more than 50% above or below `from`. */
export const isApart = (close: string, from: string) =>
  `(${close} not between ${from} * 0.5::float8 and ${from} * 1.5::float8)`

/**
 * Price ratios that more often come from a split than from a fall. Splits of three for one or more exceed 50% anyway.
 */
const ratios = [1 / 2, 2 / 3, 3 / 5]

/** SQL: whether a move exceeds 50%, or has both open and close near a split's ratio. Evaluated for every loaded bar. */
const isMove = (close: string, open: string, from: string) =>
  `(${isApart(close, from)} or ${ratios
    .map(ratio => `${isNear(close, from, ratio, 0.04)} and ${isNear(open, from, ratio, 0.02)}`)
    .join(' or ')})`

const isNear = (price: string, from: string, ratio: number, by: number) =>
  `${price} between ${from} * ${ratio * (1 - by)}::float8 and ${from} * ${ratio * (1 + by)}::float8`

/** Numbers of new shares for one old share, and of old shares for one new share, that companies choose. */
const splitShares = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 30, 40, 50, 60, 75, 80, 100, 150, 200, 250, 500]
const splitRatios = [...splitShares.map(count => 1 / count), ...splitShares]
/** How far the first day's trading may take open and close from the ratio, in logarithms. */
const nearRatio = { open: 0.12, close: 0.2 }
/**
 * How much the turnover may differ between the bars before a split and the first ones after it, in logarithms. A split
 * leaves the turnover as it was; news does not. The limit grows with the ratio, so that an unchanged volume never
 * counts as a sign of news.
 */
const sameTurnover = { least: 1.25, overRatio: 0.2 }
const volumeBars = { before: 20, after: 3 }

/** SQL: whether the price is about a hundred times `from`, or a hundredth: it may be in another unit, such as pence. */
const isHundredfold = (price: string, from: string, by = 0.1) =>
  `abs(abs(ln(${price} / ${from})) - ln(100::float8)) <= ${by}`

/**
 * SQL: a hundredfold move whose volume is nearer to the volume before than to that after a split or consolidation. News
 * never moves a price that far, so unknown volumes do not rule it out.
 */
const isUnitLike = `(${isHundredfold('(close * factor + paid)', 'one_before', nearRatio.close)}
  and ${isHundredfold('(open * factor + paid)', 'one_before', nearRatio.open)}
  and coalesce(abs(volume_after - volume_before) <= abs(volume_after - volume_before + ln(close / one_before)), true))`

/**
 * SQL: a move that looks like a split or consolidation: open and close near a ratio of whole shares, and volumes that
 * changed the other way (`volume_before`, `volume_after`: mean logarithms; null if nothing was traded).
 */
const isSplitLike = `(exists (select from unnest(array[${splitRatios.join(', ')}]::float8[]) ratio
    where abs(ln((close * factor + paid) / one_before / ratio)) <= ${nearRatio.close}
      and abs(ln((open * factor + paid) / one_before / ratio)) <= ${nearRatio.open})
  and coalesce(abs(volume_after - volume_before + ln(close / one_before))
    <= greatest(${sameTurnover.least}::float8, abs(ln(close / one_before)) + ${sameTurnover.overRatio}::float8), true))`

/**
 * SQL, for a row with `open`, `close`, the closes before it (`one_before`, `two_before`, `three_before`) and after
 * (`one_after`, `two_after`), its volumes, and the effect of actions on a share (`factor`, `paid`): 'none' if there is
 * no move or it only reverses a spike; 'spike' if one of the next two closes is nearer to the old level than to the
 * new; 'unit', 'split' or 'stayed' if neither is; 'move' until both closes are known.
 */
const verdict = `case
  when one_before is null or not ${isMove('(close * factor + paid)', '(open * factor + paid)', 'one_before')} then 'none'
  when ${reverses('one_before', 'two_before')} or ${reverses('two_before', 'three_before')} then 'none'
  when ${goesBack('one_after')} or ${goesBack('two_after')} then 'spike'
  when two_after is null then 'move'
  when ${isUnitLike} then 'unit'
  when ${isSplitLike} then 'split'
  else 'stayed' end`

/** SQL: whether the close is back near `from`, after the bar `spike` was far from it. */
function reverses(spike: string, from: string): string {
  return `(${isApart(spike, from)} and not ${isApart('close', from)})`
}

function goesBack(close: string): string {
  return `coalesce(abs(ln(${close} / close)) >= abs(ln(${close} / one_before)), false)`
}

/**
 * SQL: the effect on a share of the corporate actions after `previous_date` up to `date`. None if prices are adjusted
 * ($2 is false).
 */
export const actions = `cross join lateral (
  select coalesce(exp(sum(ln(numerator::double precision / denominator))), 1) as factor, coalesce(sum(amount), 0) as paid
  from corporate_action a where $2 and not cancelled and a.exchange = $1 and a.stock_code = bars.stock_code
    and a.ex_date > bars.previous_date and a.ex_date <= bars.date) known`

/** SQL: the facts on which the verdict rests. Judging the same bars again gives the same facts. */
const evidence = `jsonb_strip_nulls(jsonb_build_object('previousDate', previous_date, 'previousClose', one_before,
  'open', open, 'close', close,
  'volumeBefore', case when verdict in ('split', 'unit') then round(exp(volume_before)) end,
  'volumeAfter', case when verdict in ('split', 'unit') then round(exp(volume_after)) end))`

/**
 * SQL: the mean logarithm of the volumes of days with trades. Null for a single day, because its volume may be unusual.
 */
const meanVolume = (over = '') =>
  `case when count(nullif(volume, 0)) ${over} > 1 then avg(ln(nullif(volume, 0)::float8)) ${over} end`

/**
 * SQL: the doubtful moves among the rows of `together`: bars of several stocks, each with `came`, whether to judge it.
 * Volumes are averaged only for bars near a move, because averaging at every bar takes longer than all the rest.
 */
const judgedAmong = (together: string) => `
  with placed as (
    select *, lag(close) over place as one_before, lag(date) over place as previous_date, lag(came) over place as came_before,
      lag(close, 2) over place as two_before, lag(close, 3) over place as three_before, lead(close) over place as one_after, lead(close, 2) over place as two_after
    from (${together}) together window place as (partition by stock_code order by date)),
  marked as (select *, coalesce((came or came_before) and ${isMove('close', 'open', 'one_before')}, false) as moved from placed),
  counted as (
    select *, count(*) filter (where moved) over (partition by stock_code order by date
      rows between ${volumeBars.after - 1} preceding and ${volumeBars.before} following) as moves_near
    from marked),
  bars as (
    select *, ${meanVolume(`over (place rows between ${volumeBars.before} preceding and 1 preceding)`)} as volume_before,
      ${meanVolume(`over (place rows between current row and ${volumeBars.after - 1} following)`)} as volume_after
    from counted where moves_near > 0 window place as (partition by stock_code order by date)),
  told as (select *, ${verdict} as verdict from bars ${actions} where moved)
  select stock_code as "stockCode", date, verdict as kind, ${evidence} as evidence from told
  where verdict in ('spike', 'move', 'split', 'unit') order by date desc, stock_code limit ${mostFound}`

export async function findMoves(
  tx: Tx,
  exchange: ExchangeId,
  { asTraded, ascending, first, last }: { asTraded: boolean; ascending: boolean; first: Day; last: Day },
): Promise<Moves> {
  const { rows } = await tx.query<Omit<Moves, 'found'> & { codes: string[] | null }>(
    `with placed as (
       select stock_code, date, open, close, lag(stock_code) over place as code_before,
         lag(close) over place as close_before, lead(stock_code) over place as code_after
       from incoming_bar window place as (${ascending ? '' : 'order by stock_code, date'})),
     edges as (
       select *, code_before is distinct from stock_code as is_first from placed
       where code_before is distinct from stock_code or code_after is distinct from stock_code
         or ${isMove('close', 'open', 'close_before')}),
     seen as (
       select edges.stock_code, is_first, edges.date - before.date as gap, case when is_first then before.close else close_before end as one_before, after.close as one_after,
         edges.open, edges.close, after.open as open_after
       from edges
         left join lateral bars_before($1, case when is_first then edges.stock_code end, edges.date, 1) before on true
         left join lateral bars_after($1, case when code_after is distinct from edges.stock_code then edges.stock_code end,
           edges.date, 1) after on true)
     select array_agg(distinct stock_code) filter (where ${isMove('close', 'open', 'one_before')}
         or ${isMove('one_after', 'open_after', 'close')}) as codes,
       count(one_before) filter (where is_first) as compared,
       count(*) filter (where is_first and ${isApart('close', 'one_before')}) as apart,
       count(*) filter (where is_first and ${isHundredfold('close', 'one_before')}) as hundredfold,
       min(stock_code || ' ' || one_before || ' → ' || close)
         filter (where is_first and ${isHundredfold('close', 'one_before')}) as example,
       coalesce(array_agg(stock_code) filter (where is_first and gap > ${returnedDays}), '{}') as returned
     from seen`,
    [exchange],
  )
  const { codes, ...counted } = rows[0]!
  if (!codes) return { found: [], ...counted }
  const columns = 'stock_code, date, open, close, volume'
  const judged = await tx.query<FoundDoubt>(
    judgedAmong(`
      select ${columns}, true as came from incoming_bar where stock_code = any($3)
      union all
      select ${columns}, false from bar
      where exchange = $1 and stock_code = any($3) and date between $4 and $5
        and not exists (select from incoming_bar i where i.stock_code = bar.stock_code and i.date = bar.date)`),
    [exchange, asTraded, codes, addDays(first, -around.before), addDays(last, around.after)],
  )
  return { found: judged.rows, ...counted }
}

/** The doubts about moves among all stored bars of these stocks. */
export async function findStoredMoves(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  { asTraded, codes }: { asTraded: boolean; codes: readonly string[] },
): Promise<FoundDoubt[]> {
  const { rows } = await tx.query<FoundDoubt>(
    judgedAmong(`
      select stock_code, date, open, close, volume, true as came from bar
      where exchange = $1 and stock_code = any($3)`),
    [exchange, asTraded, codes],
  )
  return rows
}

type Rejudged = { stockCode: string; date: Day; kind: DoubtKind | 'none' | 'stayed'; evidence: object }

/**
 * Rechecks the market's open doubts about moves against the current bars and actions. Returns the first day that is no
 * longer held back, or is held back differently. With `limit 1`, each bar is looked up by an index scan; a plain join
 * would be planned as a scan of the market for each doubt until PostgreSQL has statistics of a first load.
 */
export async function settleMoves(
  tx: Tx,
  exchange: ExchangeId,
  { asTraded }: { asTraded: boolean },
): Promise<Day | undefined> {
  const { rows } = await tx.query<Rejudged>(
    `with marked as (
       select m.stock_code, m.date, b.open, b.close,
         array(select p.close from bars_before($1, m.stock_code, m.date, 3) p order by p.date desc) as before,
         array(select n.close from bars_after($1, m.stock_code, m.date, 2) n order by n.date) as after,
         (select p.date from bars_before($1, m.stock_code, m.date, 1) p) as previous_date,
         (select ${meanVolume()} from bars_before($1, m.stock_code, m.date, ${volumeBars.before})) as volume_before,
         (select ${meanVolume()} from bars_after($1, m.stock_code, m.date - 1, ${volumeBars.after})) as volume_after
       from doubt m left join lateral (select open, close from bars_between($1, m.stock_code, m.date, m.date) limit 1) b on true
       where m.exchange = $1 and m.ended_at is null and m.kind <> 'action'),
     bars as (select *, before[1] as one_before, before[2] as two_before, before[3] as three_before, after[1] as one_after, after[2] as two_after from marked),
     told as (select *, case when close is null then 'none' else ${verdict} end as verdict from bars ${actions})
     select stock_code as "stockCode", date, verdict as kind, ${evidence} as evidence from told`,
    [exchange, asTraded],
  )
  const isOpen = (row: Rejudged): row is FoundDoubt => row.kind !== 'none' && row.kind !== 'stayed'
  const ended = rows.flatMap(({ stockCode, date, kind }): EndedDoubt[] =>
    kind === 'none' || kind === 'stayed' ? [{ stockCode, date, as: kind === 'none' ? 'gone' : kind }] : [],
  )
  const changed = [await endDoubts(tx, exchange, ended), await openDoubts(tx, exchange, rows.filter(isOpen))]
  return changed.filter(day => day !== undefined).toSorted()[0]
}
