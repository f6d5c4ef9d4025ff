import { type Day, isTradingDay, previousTradingDay } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'
import { readClosings } from '../store/closings.ts'
import { mostlyStrangers, zerosApart } from './confirmation.ts'
import { countListed, fewestStocks } from './fewest-stocks.ts'

/**
 * Plausibility checks of uploaded data against the market's existing days, number of stocks, lists and prices. Each
 * question to staff states both figures.
 */

/** A total is implausible if it is under half or over twice the known one. */
const farOff = 2
/** Below this number of picks, a list's size does not predict the next one's. */
const fewestPicks = 10
/** The largest plausible ratio between closes: of the same day, and of different days. */
const sameDay = 1.2
const daysBefore = 1.5
const barsBackDays = 10
/** Largest plausible change of an exchange rate from the previous one. */
const rateStep = 0.2
const named = 5

async function askedOfDays(tx: Tx, exchange: ExchangeId, days: readonly Day[]): Promise<Reason[]> {
  const told = await readClosings(tx)
  const closed = days.filter(day => !isTradingDay(exchange, day, told)).toSorted()
  if (closed.length === 0) return []
  const [first = '', last = ''] = [closed[0], closed.at(-1)]
  const list = shortened(closed)
  return [
    closed.length === 1
      ? {
          text: 'import.gate.no-session',
          values: { exchange, date: first, before: previousTradingDay(exchange, last, told) },
        }
      : { text: 'import.gate.no-sessions', values: { exchange, count: closed.length, list } },
  ]
}

type StagedList = { exchange: ExchangeId; issueDate: Day }

/**
 * Checks the staged picks against the market's calendar and stocks, the issue they replace or the previous one, and the
 * stored closes.
 */
export async function askedOfList(tx: Tx, { exchange, issueDate }: StagedList, created: string[]): Promise<Reason[]> {
  const { rows: sizes } = await tx.query<{ stocks: number; before: number; date: Day | null; shared: number }>(
    `with known as (select issue_date from finlist_issue where exchange = $1 and issue_date <= $2
       order by issue_date desc limit 1)
     select (select count(*) from incoming_pick) as stocks, known.issue_date as date,
       (select count(*) from finlist_pick where exchange = $1 and issue_date = known.issue_date) as before,
       (select count(*) from finlist_pick join incoming_pick using (stock_code)
         where exchange = $1 and issue_date = known.issue_date) as shared
     from (select 1) one left join known on true`,
    [exchange, issueDate],
  )
  const { stocks, before, date, shared } = sizes[0]!
  const values = { exchange, stocks, before, date: date ?? '' }
  const isComparable = before >= fewestPicks
  return [
    ...(await askedOfDays(tx, exchange, [issueDate])),
    ...(isComparable && isFarOff(stocks, before)
      ? [{ text: date === issueDate ? 'import.gate.replaces-list' : 'import.gate.list-size', values } as const]
      : []),
    ...(isComparable && shared === 0 ? [{ text: 'import.gate.list-strangers', values } as const] : []),
    ...((await countListed(tx, exchange)) < fewestStocks
      ? []
      : await mostlyStrangers(tx, exchange, { codes: stocks, created }, 1)),
    ...(await zerosApart(tx, exchange, { staged: 'incoming_pick', created })),
    ...(await pricesApart(tx, { exchange, issueDate })),
  ]
}

type Apart = { stock_code: string; close: number; bar_close: number; date: Day }

/** Staged picks whose close is far from the stock's newest close up to the issue's day. */
async function pricesApart(tx: Tx, { exchange, issueDate }: StagedList): Promise<Reason[]> {
  const { rows } = await tx.query<Apart>(
    `select pick.stock_code, pick.close, bar.close as bar_close, bar.date
     from incoming_pick pick
       cross join lateral bars_before($1, pick.stock_code, $2::date + 1, 1) bar
       cross join lateral (select case when bar.date = $2 then $3::float8 else $4::float8 end as factor) far
     where pick.close > 0 and bar.close > 0 and bar.date >= $2::date - $5::integer
       and (pick.close > bar.close * far.factor or pick.close < bar.close / far.factor)
     order by line`,
    [exchange, issueDate, sameDay, daysBefore, barsBackDays],
  )
  if (rows.length === 0) return []
  const list = shortened(rows.map(row => `${row.stock_code} ${row.close} / ${row.bar_close} (${row.date})`))
  return [{ text: 'import.gate.closes-apart', values: { count: rows.length, list } }]
}

/** Questions staged quarters whose report date is after the list's day. */
export async function askedOfFundamentals(tx: Tx, { issueDate }: StagedList): Promise<Reason[]> {
  const { rows } = await tx.query<{ stock_code: string; quarter: number; at: number }>(
    `select stock_code, quarter, this_report_date as at from incoming_fundamental
     where this_report_date > replace($1, '-', '')::integer order by line`,
    [issueDate],
  )
  if (rows.length === 0) return []
  const list = shortened(rows.map(row => `${row.stock_code} q${row.quarter} ${row.at}`))
  return [{ text: 'import.gate.report-later', values: { issueDate, count: rows.length, list } }]
}

/** Compares the totals of the staged breadth with the breadth counted from the market's prices. */
export async function askedOfBreadth(tx: Tx, exchange: ExchangeId, days: readonly Day[]): Promise<Reason[]> {
  const { rows } = await tx.query<{ date: Day; total: number; known: number; of: Day }>(
    `select it.date, it.up + it.down + it.no_change as total, known.stocks as known, known.date as of
     from incoming_breadth it cross join lateral (
       select date, stocks from breadth where exchange = $1 and breadth.date <= it.date and stocks >= $2
       order by breadth.date desc limit 1) known
     order by it.date`,
    [exchange, fewestStocks],
  )
  const apart = rows.filter(({ total, known }) => total !== null && isFarOff(total, known))
  const first = apart[0]
  return [
    ...(await askedOfDays(tx, exchange, days)),
    ...(first ? [{ text: 'import.gate.breadth-total', values: { count: apart.length, ...first } } as const] : []),
  ]
}

/**
 * Staged exchange rates that differ by more than a fifth from the previous rate, or from the rate that they replace,
 * such as those of a file with the inverse rates.
 */
export async function askedOfRates(tx: Tx): Promise<Reason[]> {
  const { rows } = await tx.query<{ currency: string; date: Day; rate: number; known: number; of: Day }>(
    `with together as (
       select currency, date, hkd, true as came from incoming_rate
       union all
       select currency, date, hkd, false from exchange_rate known
       where currency in (select currency from incoming_rate)
         and not exists (select from incoming_rate came where came.currency = known.currency and came.date = known.date)),
     beside as (
       select *, lag(hkd) over place as before, lag(date) over place as before_on, lag(came) over place as before_came
       from together window place as (partition by currency order by date)),
     compared as (
       select currency, date, hkd, before as known, before_on as of from beside where came or before_came
       union all
       select came.currency, came.date, came.hkd, known.hkd, known.date
       from incoming_rate came join exchange_rate known using (currency, date))
     select currency, date, hkd as rate, known, of from compared where abs(hkd / known - 1) > $1 order by date, currency`,
    [rateStep],
  )
  const first = rows[0]
  if (!first) return []
  return [{ text: 'import.gate.rates-apart', values: { count: rows.length, ...first, times: timesOf(first) } }]
}

/** The ratio of the rate to the known one, as text such as 395 or 1/61. */
function timesOf({ rate, known }: { rate: number; known: number }): string {
  const ratio = rate / known
  const short = (times: number) => String(Number(times.toPrecision(times < 10 ? 2 : 3)))
  return ratio < 1 ? `1/${short(1 / ratio)}` : short(ratio)
}

const isFarOff = (figure: number, known: number) => figure * farOff < known || figure > known * farOff

export const shortened = (items: readonly string[]) =>
  items.slice(0, named).join(', ') + (items.length > named ? ' …' : '')
