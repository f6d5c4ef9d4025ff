import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Split, Stock } from '@finlist/domain/picking/bars'
import { escapeLiteral } from 'pg'
import type { Tx } from '../../db/database.ts'
import { moment } from '../quality/doubts.ts'
import { copyStocks, ofPickingStocks, readPickingStocks, withSplits } from './read-picking-stocks.ts'

/**
 * The stocks that the published list of the day was made from: bars, splits, doubts and decisions as known when it was
 * made, so that nothing found, decided or corrected later changes them. For a day without a published list, as known
 * now.
 */
export async function readPublishedStocks(tx: Pick<Tx, 'query'>, exchange: ExchangeId, day: Day): Promise<Stock[]> {
  const at = await knownAt(tx, exchange, day)
  return at === undefined ? await readPickingStocks(tx, exchange, day) : await readStocks(tx, { exchange, day, at })
}

/** One of the stocks of `readPublishedStocks`; undefined if it is not among them. */
export async function readPublishedStock(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  day: Day,
  code: string,
): Promise<Stock | undefined> {
  const at = (await knownAt(tx, exchange, day)) ?? (await moment(tx))
  const [stock] = await readStocks(tx, { exchange, day, at, code })
  return stock
}

/**
 * The moment as of which the published list was made. For the method's own list, that of its proposal; for an uploaded
 * list, the time of its entry in the record, because its twins were drawn in the same transaction.
 */
async function knownAt(tx: Pick<Tx, 'query'>, exchange: ExchangeId, day: Day): Promise<string | undefined> {
  const { rows } = await tx.query<{ at: string }>(
    `select coalesce(
       (select coalesce(known_at, made_at) from proposal p
         where p.exchange = issue.exchange and p.issue_date = issue.issue_date and p.method_id = issue.method_id),
       (select made_at from record where kind = 'issue' and market = $1 and body::jsonb -> 'list' ->> 'date' = $2::text
         order by seq desc limit 1),
       published_at)::text as at
     from finlist_issue issue where exchange = $1 and issue_date = $2::date`,
    [exchange, day],
  )
  return rows[0]?.at
}

/** `at`: an instant as the database writes it. */
type Asked = { exchange: ExchangeId; day: Day; at: string; code?: string | undefined }

async function readStocks(tx: Pick<Tx, 'query'>, asked: Asked): Promise<Stock[]> {
  const splits = await splitsAt(tx, asked)
  const stocks = await copyStocks(tx, await barsAt(tx, asked))
  return stocks.map(stock => withSplits(stock, splits.get(stock.code)))
}

/**
 * SQL: the bars as they were at the moment. A bar replaced or deleted since then is the version that was current at
 * that time; one loaded or restored since then is left out. A bar whose load is unknown counts as always known. A stock
 * renamed since then has its former code, because the history has its bars under that code.
 */
async function barsAt(tx: Pick<Tx, 'query'>, { exchange, day, at, code }: Asked): Promise<string> {
  const moment = `${escapeLiteral(at)}::timestamptz`
  const later = `array(select upload_id from upload where kind = 'prices' and uploaded_at > ${moment})`
  const only = code === undefined ? '' : `and stock_code = ${escapeLiteral(code)}`
  const rows = `${ofPickingStocks(exchange, day)} ${only}`
  const wasThen = `until > ${moment} and (brought_by is null or brought_by <> all(${later}))`
  const columns = 'stock_code, date, high, low, close, volume'
  const { codes, days } = await heldAt(tx, { exchange, day, at })
  const renamed = await renamedSince(tx, { exchange, at })
  const deleted = await deletedAt(tx, { exchange, at })
  const remained = (broughtBy: string) => deleted.map(of => `and not (${of(broughtBy)})`).join(' ')
  const without = (held: readonly string[]) =>
    held.length === 0 ? '' : `and stock_code not in (${held.map(escapeLiteral).join(', ')})`
  return `(
    select ${columns} from bar
    where ${rows} and volume > 0 ${without([...codes, ...renamed])} and (upload_id is null or upload_id <> all(${later}))
      ${remained('upload_id')}
      and not exists (select from bar_history h where h.exchange = bar.exchange and h.stock_code = bar.stock_code
        and h.date = bar.date and ${wasThen})
    union all
    select ${columns} from (
      select distinct on (stock_code, date) * from bar_history
      where ${rows} ${without(codes)} and ${wasThen} ${remained('brought_by')} order by stock_code, date, until) version
    where volume > 0) bar
    where ${days.length === 0 ? 'true' : `(stock_code, date) not in (${days.join(', ')})`}`
}

/**
 * What undecided doubts held back at the moment: whole stocks on the list's day (`codes`), and single days of other
 * stocks (`days`). A stock renamed since then is also named by its former code, which may belong to another stock
 * today.
 */
async function heldAt(
  tx: Pick<Tx, 'query'>,
  { exchange, day, at }: Asked,
): Promise<{ codes: string[]; days: string[] }> {
  const { rows } = await tx.query<{ code: string; date: Day; is_whole: boolean }>(
    `select code, date, $2 between date and held_until as is_whole from doubt
       cross join lateral (select stock_code as code union select from_code from stock_rename r
         where r.exchange = doubt.exchange and r.to_code = doubt.stock_code and not exists (
           select from renamed_rows moved join upload using (upload_id)
           where moved.place = 'stock' and uploaded_at <= $3::timestamptz
             and (moved.exchange, moved.from_code, moved.to_code) = (r.exchange, r.from_code, r.to_code))) known_as
     where exchange = $1 and date <= $2 and found_at <= $3::timestamptz and coalesce(ended_at, 'infinity') > $3::timestamptz`,
    [exchange, day, at],
  )
  return {
    codes: rows.flatMap(({ code, is_whole }) => (is_whole ? [code] : [])),
    days: rows.flatMap(({ code, date, is_whole }) =>
      is_whole ? [] : [`(${escapeLiteral(code)}, ${escapeLiteral(date)}::date)`],
    ),
  }
}

/**
 * One function for each deletion in effect at the moment. It takes the column with a bar's upload, and returns SQL for
 * whether the bar was deleted.
 */
async function deletedAt(
  tx: Pick<Tx, 'query'>,
  { exchange, at }: Pick<Asked, 'exchange' | 'at'>,
): Promise<((broughtBy: string) => string)[]> {
  const { rows } = await tx.query<{ code: string | null; date: Day | null; deleted: string }>(
    `select stock_code as code, date, deleted_at::text as deleted from bar_deletion
     where exchange = $1 and deleted_at <= $2::timestamptz and restored_at > $2::timestamptz`,
    [exchange, at],
  )
  return rows.map(({ code, date, deleted }) => broughtBy => {
    const loadedAfter = `array(select upload_id from upload where kind = 'prices' and uploaded_at > ${escapeLiteral(deleted)}::timestamptz)`
    return [
      code === null ? 'true' : `stock_code = ${escapeLiteral(code)}`,
      date === null ? 'true' : `date = ${escapeLiteral(date)}`,
      `coalesce(${broughtBy} <> all(${loadedAfter}), true)`,
    ].join(' and ')
  })
}

/** The codes that stocks have received by a rename since the moment. */
async function renamedSince(
  tx: Pick<Tx, 'query'>,
  { exchange, at }: Pick<Asked, 'exchange' | 'at'>,
): Promise<string[]> {
  const { rows } = await tx.query<{ code: string }>(
    `select distinct to_code as code from stock_rename r where exchange = $1
       and from_code = any(array(select distinct stock_code from bar_history where exchange = $1 and until > $2::timestamptz
         and stock_code = any(array(select from_code from stock_rename where exchange = $1))))`,
    [exchange, at],
  )
  return rows.map(({ code }) => code)
}

/** The splits known at the moment; empty if the market's source had adjusted its prices for them. */
async function splitsAt(tx: Pick<Tx, 'query'>, { exchange, day, at }: Asked): Promise<Map<string, Split[]>> {
  const { rows: loads } = await tx.query<{ prices: string }>(
    `select files ->> 'prices' as prices from upload
     where kind = 'prices' and files ->> 'exchange' = $1 and files ? 'prices' and uploaded_at <= $2::timestamptz
       and coalesce(rolled_back_at, 'infinity') > $2::timestamptz
     order by upload_id desc limit 1`,
    [exchange, at],
  )
  if ((loads[0]?.prices ?? 'as-traded') !== 'as-traded') return new Map()
  const { rows } = await tx.query<Split & { code: string }>(
    `select stock_code as code, ex_date - date '1970-01-01' as "exDay", numerator, denominator from (
       select distinct on (stock_code, ex_date, kind) * from (
         select stock_code, ex_date, kind, numerator, denominator, cancelled, until from corporate_action_history
         where exchange = $1 and until > $3::timestamptz and known_at <= $3::timestamptz
         union all
         select stock_code, ex_date, kind, numerator, denominator, cancelled, 'infinity' from corporate_action
         where exchange = $1 and known_at <= $3::timestamptz) version
       order by stock_code, ex_date, kind, until) known
     where not cancelled and ex_date <= $2 and kind in ('split', 'consolidation', 'bonus')
     order by stock_code, ex_date, kind`,
    [exchange, day, at],
  )
  const splits = new Map<string, Split[]>()
  for (const { code, ...split } of rows) splits.set(code, [...(splits.get(code) ?? []), split])
  return splits
}
