import type { Database } from '../../../apps/server/src/db/database.ts'
import { restatedOn } from './faults.ts'

type Row = { key: string; value: string; exchange: string; stock_code: string; date: string }
/** A list that leaves out stocks whose prices are in doubt. */
type List = { exchange: string; date: string }
type Doubt = { exchange: string; stock_code: string; date: string; held_until: string }

/**
 * SQL that selects the rows of each kind. `key` identifies a row, `value` is its content; `exchange`, `stock_code` and
 * `date` are the stock and the day that it is about.
 */
const kinds = {
  bars: `select concat_ws(' ', exchange, stock_code, date) as key, concat_ws(' ', open, high, low, close, volume) as value,
      exchange, stock_code, date::text from bar`,
  actions: `select concat_ws(' ', exchange, stock_code, ex_date, kind) as key,
      concat_ws(' ', numerator, denominator, amount, currency, cancelled) as value, exchange, stock_code, ex_date::text as date
    from corporate_action`,
  stocks: `select concat_ws(' ', exchange, stock_code) as key, concat_ws('/', stock_name, stock_name_zh) as value,
      exchange, stock_code, '' as date from stock`,
  delistings: `select concat_ws(' ', exchange, stock_code, listed_on) as key, coalesce(delisted_on::text, '') as value,
      exchange, stock_code, listed_on::text as date from listing`,
  closings: `select concat_ws(' ', exchange, date) as key, kind as value, exchange, '' as stock_code, date::text
    from market_closing`,
  figures: `select concat_ws(' ', stock_code, period_end, figure, known_on) as key, concat_ws(' ', value, currency) as value,
      exchange, stock_code, known_on::text as date from reported_figure`,
  rates: `select concat_ws(' ', currency, date) as key, hkd::text as value, '' as exchange, '' as stock_code, date::text
    from exchange_rate`,
  holdings: `select concat_ws(' ', stock_code, shareholding_date, participant_id) as key,
      concat_ws(' ', shareholding, shareholding_percent) as value, 'HKEX' as exchange, stock_code,
      shareholding_date::text as date from shareholding`,
  alerts: `select concat_ws(' ', stock_code, released_at at time zone 'UTC') as key, concat_ws(' ', report_type, link) as value,
      exchange, stock_code, '' as date from profit_alert`,
  movers: `select concat_ws(' ', stock_code, taken_at at time zone 'UTC') as key, concat_ws(' ', price, volume) as value,
      exchange, stock_code, '' as date from market_snapshot_price`,
  picks: `select concat_ws(' ', exchange, issue_date, pick ->> 'code') as key, '' as value, exchange,
      pick ->> 'code' as stock_code, issue_date::text as date
    from proposal, jsonb_array_elements(body::jsonb -> 'picks') pick`,
} as const
type Kind = keyof typeof kinds

/**
 * `explained`: differences that are explained by a doubt or a restatement. `unexplained`: all others, including rows
 * that were stored twice.
 */
export type Compared = { kind: Kind; rows: number; explained: string[]; unexplained: string[] }

/**
 * Compares what both weeks stored, kind by kind. A list that leaves out stocks in doubt may have other picks, because
 * fewer stocks are ranked.
 */
export async function compareWeeks(good: Database, faulty: Database): Promise<Compared[]> {
  const { rows: doubts } = await faulty.pool.query<Doubt>(
    `select exchange, stock_code, date::text, held_until::text from doubt where ended_at is null`,
  )
  const { rows: lists } = await faulty.pool.query<List>(
    `select exchange, issue_date::text as date from proposal where jsonb_array_length(left_out::jsonb) > 0`,
  )
  const compared: Compared[] = []
  for (const kind of Object.keys(kinds) as Kind[]) {
    const [before, after] = [await read(good, kind), await read(faulty, kind)]
    compared.push({ kind, rows: before.length, ...differencesOf(kind, { before, after, doubts, lists }) })
  }
  return compared
}

const read = async ({ pool }: Database, kind: Kind) => (await pool.query<Row>(kinds[kind])).rows

type Both = { before: Row[]; after: Row[]; doubts: readonly Doubt[]; lists: readonly List[] }

function differencesOf(kind: Kind, { before, after, doubts, lists }: Both) {
  const [good, faulty] = [byKey(before), byKey(after)]
  const explained: string[] = []
  const unexplained: string[] = []
  if (faulty.size < after.length) unexplained.push(`${after.length - faulty.size} rows came twice`)
  for (const [key, row] of new Map([...good, ...faulty])) {
    const [is, was] = [faulty.get(key)?.value, good.get(key)?.value]
    if (is === was) continue
    const what =
      is === undefined ? `${key}: lost` : was === undefined ? `${key}: only here` : `${key}: ${was}, here ${is}`
    const isAdded = was === undefined
    const isRestated = kind === 'figures' && isAdded && row.date === restatedOn
    const isReranked = kind === 'picks' && lists.some(list => list.exchange === row.exchange && list.date === row.date)
    // Bars in doubt are held back from lists, but they are stored.
    const isDoubted = doubts.some(doubt => isAbout(doubt, row)) && !(kind === 'bars' && is === undefined)
    if (isRestated || isReranked || isDoubted) explained.push(what)
    else unexplained.push(what)
  }
  return { explained, unexplained }
}

const byKey = (rows: readonly Row[]) => new Map(rows.map(row => [row.key, row]))

const isAbout = ({ exchange, stock_code, date, held_until }: Doubt, row: Row) =>
  exchange === row.exchange && stock_code === row.stock_code && row.date >= date && row.date <= held_until
