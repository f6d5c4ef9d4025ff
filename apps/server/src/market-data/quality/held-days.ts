import { addDays, type Day } from '@finlist/domain/calendar'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import { fewestStocks } from './fewest-stocks.ts'

export type HeldDay = { date: Day; stocks: number; before: number }
export type CountedDay = { date: Day; stocks: number }

/** A day with less than this share of the last full day's stocks is quarantined. */
const enoughPart = 0.8
/**
 * Which days of a load are compared with the stored days before them: days after the market's last day, if they are
 * among the load's `mostNewDays` newest, and the load's `judgedDays` newest days, if they are within `judgedBackDays`
 * of its last. Other days are history that may be loaded stock by stock, so they are compared only with each other.
 */
const mostNewDays = 250
const judgedDays = 10
const judgedBackDays = 30

const isListed = `s.exchange = $1 and not s.is_index and s.stock_code <> $2`
const listed = `array(select s.stock_code from stock s where ${isListed})`
const storedOn = `select stock_code, date from bar where exchange = $1 and stock_code = any(${listed}) and date = any($3)`
/** The number of recent days searched for the market's last day, before falling back to a slower query per stock. */
const lookedBackDays = 5

/** The staged days with too few stocks, each with the number of stocks on the last full day before it. */
export async function findHeldDays(tx: Tx, exchange: ExchangeId, days: readonly CountedDay[]): Promise<HeldDay[]> {
  const newest = days.at(-1)?.date
  if (newest === undefined) return []
  const last = await lastDayBefore(tx, exchange, addDays(newest, 1))
  const near = days
    .slice(-mostNewDays)
    .map(({ date }) => date)
    .filter(
      (date, at, { length }) =>
        (last.stocks >= fewestStocks && date > last.date) ||
        (at >= length - judgedDays && date >= addDays(newest, -judgedBackDays)),
    )
  const first = near[0]!
  const before = first > last.date ? last : await lastDayBefore(tx, exchange, first)
  const released = await readReleasedDays(tx, exchange)
  const thin = thinDays(days, released)
  const { rows } = await tx.query<CountedDay>(
    `select date, count(*) as stocks from (
       select i.stock_code, i.date from incoming_bar i left join stock s on s.exchange = $1 and s.stock_code = i.stock_code
       where i.date = any($3) and i.stock_code <> $2 and s.is_index is not true
       union ${storedOn}) it
     group by date order by date`,
    [exchange, marketIndex[exchange], [...new Set([...near, ...thin.keys()])]],
  )
  const isNear = new Set(near)
  const held: HeldDay[] = []
  let enough = Math.max(before.stocks, thin.get(first) ?? 0)
  for (const { date, stocks } of rows) {
    const expected = isNear.has(date) ? enough : thin.get(date)!
    if (isThin(stocks, expected) && !released.has(date)) held.push({ date, stocks, before: expected })
    else if (isNear.has(date)) enough = stocks
  }
  return held
}

const isThin = (stocks: number, expected: number) => expected >= fewestStocks && stocks < expected * enoughPart

/** The days with too few stocks, each with the number of stocks on the last full day before it. */
function thinDays(days: readonly CountedDay[], released: ReadonlySet<Day>): Map<Day, number> {
  const thin = new Map<Day, number>()
  let full = 0
  for (const { date, stocks } of days)
    if (isThin(stocks, full) && !released.has(date)) thin.set(date, full)
    else full = stocks
  return thin
}

/** Quarantines the market's stored days that have too few stocks according to its breadth. Returns the first one. */
export async function holdStoredDays(tx: Tx, exchange: ExchangeId): Promise<Day | undefined> {
  const { rows } = await tx.query<CountedDay>('select date, stocks from breadth where exchange = $1 order by date', [
    exchange,
  ])
  const thin = thinDays(rows, await readReleasedDays(tx, exchange))
  const counted = await countStored(tx, exchange, [...thin.keys()])
  const held = counted
    .map(day => ({ ...day, before: thin.get(day.date)! }))
    .filter(({ stocks, before }) => isThin(stocks, before))
  await holdDays(tx, exchange, held)
  return held[0]?.date
}

async function countStored(tx: Tx, exchange: ExchangeId, days: readonly Day[]): Promise<CountedDay[]> {
  if (days.length === 0) return []
  const { rows } = await tx.query<CountedDay>(
    `select date, count(*) as stocks from (${storedOn}) it group by date order by date`,
    [exchange, marketIndex[exchange], days],
  )
  return rows
}

async function readReleasedDays(tx: Tx, exchange: ExchangeId): Promise<Set<Day>> {
  const { rows } = await tx.query<{ date: Day }>(
    'select date from held_day where exchange = $1 and released_at is not null',
    [exchange],
  )
  return new Set(rows.map(({ date }) => date))
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
 * Recounts the stocks of each held day. Releases the days that now have enough stocks, or none at all. Returns the
 * first released day.
 */
export async function settleHeldDays(tx: Tx, exchange: ExchangeId): Promise<Day | undefined> {
  const held = await tx.query<HeldDay>(
    `select date, stocks, stocks_before as before from held_day
     where exchange = $1 and released_at is null order by date`,
    [exchange],
  )
  const days = held.rows.map(({ date }) => date)
  const counts = new Map((await countStored(tx, exchange, days)).map(({ date, stocks }) => [date, stocks]))
  const counted = held.rows.map(day => ({ ...day, now: counts.get(day.date) ?? 0 }))
  const gone = counted.filter(({ now, before }) => now === 0 || now >= before * enoughPart).map(({ date }) => date)
  await tx.query('delete from held_day where exchange = $1 and released_at is null and date = any($2)', [
    exchange,
    gone,
  ])
  const changed = counted.filter(({ date, stocks, now }) => now !== stocks && !gone.includes(date))
  await holdDays(
    tx,
    exchange,
    changed.map(({ now, ...day }) => ({ ...day, stocks: now })),
  )
  return gone[0]
}
