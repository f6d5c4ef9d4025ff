import { addDays, type Day } from '@finlist/domain/calendar'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import { fewestStocks } from './fewest-stocks.ts'

export type HeldDay = { date: Day; stocks: number; before: number }

/** A day with less than this share of the previous day's stocks is quarantined. */
const enoughPart = 0.8
/**
 * Checks only days after the market's last one, and only the newest of a load: older days were checked before, or are
 * history that is loaded stock by stock.
 */
const mostNewDays = 250
const judgedDays = 10
const judgedBackDays = 30

const isListed = `s.exchange = $1 and not s.is_index and s.stock_code <> $2`
const listed = `array(select s.stock_code from stock s where ${isListed})`
/** The number of recent days searched for the market's last day, before falling back to a slower query per stock. */
const lookedBackDays = 5

/** The newest staged days with too few stocks, each with the last complete day before it. */
export async function findHeldDays(tx: Tx, exchange: ExchangeId, days: readonly { date: Day }[]): Promise<HeldDay[]> {
  const newest = days.at(-1)?.date
  if (newest === undefined) return []
  const last = await lastDayBefore(tx, exchange, addDays(newest, 1))
  const judged = days
    .slice(-mostNewDays)
    .map(({ date }) => date)
    .filter(
      (date, at, { length }) =>
        (last.stocks >= fewestStocks && date > last.date) ||
        (at >= length - judgedDays && date >= addDays(newest, -judgedBackDays)),
    )
  const before = judged[0]! > last.date ? last : await lastDayBefore(tx, exchange, judged[0]!)
  const { rows } = await tx.query<{ date: Day; stocks: number }>(
    `select date, count(*) as stocks from (
       select i.stock_code, i.date from incoming_bar i left join stock s on s.exchange = $1 and s.stock_code = i.stock_code
       where i.date = any($3) and i.stock_code <> $2 and s.is_index is not true
       union
       select stock_code, date from bar where exchange = $1 and stock_code = any(${listed}) and date = any($3)) it
     group by date order by date`,
    [exchange, marketIndex[exchange], judged],
  )
  const released = await tx.query<{ date: Day }>(
    'select date from held_day where exchange = $1 and released_at is not null',
    [exchange],
  )
  const isReleased = (day: Day) => released.rows.some(({ date }) => date === day)
  const held: HeldDay[] = []
  let enough = before.stocks
  for (const { date, stocks } of rows)
    if (enough >= fewestStocks && stocks < enough * enoughPart && !isReleased(date))
      held.push({ date, stocks, before: enough })
    else enough = stocks
  return held
}

/** The market's quarantined days, hidden from users until staff release them. */
export async function readHeldDays(tx: Pick<Tx, 'query'>, exchange: ExchangeId): Promise<Set<Day>> {
  const { rows } = await tx.query<{ date: Day }>(
    'select date from held_day where exchange = $1 and released_at is null',
    [exchange],
  )
  return new Set(rows.map(({ date }) => date))
}

/** The market's last day before `day` that is not quarantined, and the number of stocks with a bar on it. */
async function lastDayBefore(tx: Tx, exchange: ExchangeId, day: Day): Promise<{ date: Day; stocks: number }> {
  const held = [...(await readHeldDays(tx, exchange))]
  const near = Array.from({ length: lookedBackDays }, (_, back) => addDays(day, -1 - back))
  const { rows: found } = await tx.query<{ date: Day; stocks: number }>(
    `select date, count(*) as stocks from bar where exchange = $1 and stock_code = any(${listed}) and date = any($3)
     group by date order by date desc limit 1`,
    [exchange, marketIndex[exchange], near.filter(one => !held.includes(one))],
  )
  if (found[0]) return found[0]
  const { rows } = await tx.query<{ date: Day; stocks: number }>(
    `select date, count(*) as stocks from (
       select max(b.date) as date from stock s cross join lateral bars_before($1, s.stock_code, $3, $4) b
       where ${isListed} and b.date <> all($5::date[]) group by s.stock_code) last
     group by date order by date desc limit 1`,
    [exchange, marketIndex[exchange], day, held.length + 1, held],
  )
  return rows[0] ?? { date: '', stocks: 0 }
}

export async function holdDays(tx: Tx, exchange: ExchangeId, days: readonly HeldDay[]): Promise<void> {
  await tx.query(
    `insert into held_day as known (exchange, date, stocks, stocks_before)
     select $1, * from unnest($2::date[], $3::int[], $4::int[])
     on conflict (exchange, date) do update set stocks = excluded.stocks, stocks_before = excluded.stocks_before
     where known.released_at is null`,
    [exchange, days.map(({ date }) => date), days.map(({ stocks }) => stocks), days.map(({ before }) => before)],
  )
}

/**
 * Recounts the stocks of quarantined days and releases those that now have enough, or none at all. Returns the first
 * released day.
 */
export async function settleHeldDays(tx: Tx, exchange: ExchangeId): Promise<Day | undefined> {
  const { rows } = await tx.query<{ first: Day | null }>(
    `with counted as (
       select date, (select count(*) from stock s where ${isListed}
         and exists (select from bars_between($1, s.stock_code, h.date, h.date))) as stocks
       from held_day h where exchange = $1 and released_at is null),
     gone as (delete from held_day h using counted c where h.exchange = $1 and h.date = c.date
       and (c.stocks = 0 or c.stocks >= h.stocks_before * $3::double precision) returning h.date),
     changed as (update held_day h set stocks = c.stocks from counted c where h.exchange = $1 and h.date = c.date
       and h.stocks <> c.stocks and c.stocks > 0 and c.stocks < h.stocks_before * $3::double precision)
     select min(date) as first from gone`,
    [exchange, marketIndex[exchange], enoughPart],
  )
  return rows[0]!.first ?? undefined
}
