import { priceParts } from '@finlist/domain/adjust/adjustment'
import { barKinds } from '@finlist/domain/alerts/kinds'
import { addDays, type Day, halfDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { UpTo } from '../../../db/tables/alerts.ts'
import { isHeld } from '../../../market-data/quality/doubts.ts'
import { priceBy, readSteps, type StepsByStock, stepRows } from '../../../market-data/store/adjustments.ts'
import { readClosings } from '../../../market-data/store/closings.ts'

export type Look = { exchange: ExchangeId; upTo: UpTo; today: Day }

/** Age in days beyond which an event no longer fires alerts, even after a long downtime. */
const newsDays = 31
/** Number of days of volume history to convert into the share terms of the evaluated days. */
const volumeDays = 400

/** The first day whose data may fire an alert. */
export const firstDay = ({ upTo, today }: Look): Day => {
  const first = addDays(today, -newsDays)
  return upTo.day !== undefined && upTo.day > first ? upTo.day : first
}

/**
 * Fills the temporary table `looked_at` with the bars to evaluate: per stock those after its last evaluated bar, but
 * none older than the market's last evaluated day. Each bar has the previous close, in the share terms of its day.
 * Leaves out held days and returns a position before the first of them, so that they are evaluated after their release.
 */
export async function lookAtBars(tx: Tx, look: Look): Promise<UpTo> {
  const { exchange, upTo } = look
  const from = firstDay(look)
  const { rows } = await sql<{ date: Day }>`
    select date from held_day where exchange = ${exchange} and released_at is null and date >= ${from} order by date`.execute(
    tx,
  )
  const held = rows.map(({ date }) => date)
  await lookAt(
    tx,
    look,
    sql`select w.stock_code, b.date, null::timestamptz as taken_at, b.open, b.high, b.low, b.close, b.volume
      from wanted w cross join lateral bars_between(${exchange}, w.stock_code, ${from}, 'infinity') b
      where b.date <> all(${held}::date[]) and b.date > coalesce(w.seen, '-infinity')`,
  )
  const last = await sql<{ day: Day | null }>`select max(date) as day from looked_at`.execute(tx)
  const newest = [upTo.day, last.rows[0]?.day ?? undefined]
    .filter(day => day !== undefined)
    .toSorted()
    .at(-1)
  const beforeHeld = held[0] === undefined ? undefined : addDays(held[0], -1)
  const day = beforeHeld !== undefined && newest !== undefined && newest > beforeHeld ? beforeHeld : newest
  if (day === undefined) return {}
  await sql`
    insert into alert_bar_seen as known (exchange, stock_code, date)
    select ${exchange}, stock_code, max(date) from looked_at where ${beforeHeld === undefined ? sql`true` : sql`date <= ${beforeHeld}`}
    group by stock_code
    on conflict (exchange, stock_code) do update set date = greatest(known.date, excluded.date)`.execute(tx)
  return { day }
}

/**
 * Like `lookAtBars`, for snapshots of the newest trading day. Skips stocks whose bar of that day was already evaluated.
 */
export async function lookAtSnapshots(tx: Tx, look: Look): Promise<UpTo> {
  const { exchange, upTo, today } = look
  const since = upTo.takenAt ?? null
  await lookAt(
    tx,
    look,
    sql`select w.stock_code, s.date, s.taken_at, p.price as open, p.price as high, p.price as low, p.price as close, p.volume
      from market_snapshot s
      join market_snapshot_price p on p.exchange = s.exchange and p.taken_at = s.taken_at
      join wanted w on w.stock_code = p.stock_code
      where s.exchange = ${exchange} and s.date = (select max(date) from market_snapshot where exchange = ${exchange})
        and s.date > ${addDays(today, -newsDays)} and s.taken_at >= coalesce(${since}::timestamptz, '-infinity')
        and s.date > coalesce(w.seen, '-infinity')`,
  )
  const { rows } = await sql<{ at: Date | null }>`
    select max(taken_at) as at from market_snapshot where exchange = ${exchange}`.execute(tx)
  const newest = rows[0]?.at?.toISOString()
  return newest === undefined ? {} : { takenAt: newest }
}

async function lookAt(tx: Tx, { exchange, today }: Look, bars: RawBuilder<unknown>): Promise<void> {
  const [steps, ofBars] = [await readSteps(tx, exchange), await readSteps(tx, exchange, { ofBars: true })]
  const lately = new Map([...ofBars].filter(([, own]) => own.at(-1)!.before >= addDays(today, -volumeDays)))
  await keepSteps(tx, exchange, { step_of_value: steps, step_of_bar: lately })
  await sql`
    create temp table looked_at on commit drop as
    with wanted as (
      select asked.stock_code, seen.date as seen from (
        select stock_code from alert where exchange = ${exchange} and not paused and kind = any(${barKinds}) and stock_code is not null
        union
        select p.stock_code from watchlist_stock p where p.exchange = ${exchange} and p.user_id in (
          select user_id from alert where exchange = ${exchange} and not paused and kind in ('stop', 'chase') and stock_code is null)
        union
        select stock_code from finlist_pick where exchange = ${exchange} and issue_date > ${addDays(today, -2 * newsDays)}
          and exists (select from alert where exchange = ${exchange} and not paused and kind = 'buy-point' and stock_code is null)
      ) asked left join alert_bar_seen seen on seen.exchange = ${exchange} and seen.stock_code = asked.stock_code),
    bars as (${bars})
    ${withCloseBefore(exchange)}`.execute(tx)
  await tx.query('analyze looked_at')
}

/** SQL: the rows of `bars`, each with the previous close in the share terms of its day. */
export const withCloseBefore = (exchange: ExchangeId) => sql`
    select b.*, before.date as date_before,
      before.close * coalesce(past.prices, 1) / coalesce(now.prices, 1) as close_before
    from bars b
    left join lateral bars_before(${exchange}, b.stock_code, b.date, 1) before on true
    left join step_of_bar past on past.stock_code = b.stock_code and before.date >= past.since and before.date < past.before
    left join step_of_bar now on now.stock_code = b.stock_code and b.date >= now.since and b.date < now.before`

/**
 * Stores, in temporary tables, the factors that convert each day's prices into today's share terms. Days without a row
 * need no conversion.
 */
async function keepSteps(tx: Tx, exchange: ExchangeId, tables: Record<string, StepsByStock>): Promise<void> {
  for (const [name, byStock] of Object.entries(tables)) {
    const rows = stepRows(new Map([[exchange, byStock]]))
    await sql`create temp table ${sql.table(name)} on commit drop as select * from ${rows} step`.execute(tx)
    await sql`analyze ${sql.table(name)}`.execute(tx)
  }
}

/** SQL, for the evaluated bar `b`: whether its price move is unconfirmed. */
const isUnconfirmed = (exchange: ExchangeId) =>
  sql.raw(isHeld({ exchange: `'${exchange}'`, stockCode: 'b.stock_code', date: 'b.date' }))

/** SQL, for the evaluated bar `b`: the values that are stored with the firing and shown to the user. */
export const barFacts = (
  exchange: ExchangeId,
) => sql`jsonb_strip_nulls(jsonb_build_object('open', b.open, 'high', b.high,
  'low', b.low, 'close', b.close, 'volume', b.volume, 'unconfirmed', ${isUnconfirmed(exchange)}, 'takenAt', ${takenAt}))`

/** SQL: the time of a half-hourly snapshot, ISO 8601. */
const takenAt = sql`to_char(b.taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL, for the alert `a` and the bar `b`: whether the bar is newer than the alert. */
export const isNews = sql`(b.date > coalesce(a.known_to, '-infinity') and b.date >= a.value_on
  and (b.taken_at is null or b.taken_at > a.changed_at))`

/** SQL: converts a price from share terms of another day into those of the bar `b`, using the joins from `stepsOf`. */
export const inSharesOfBar = (price: RawBuilder<unknown>) =>
  priceBy(price, sql`coalesce(s.prices, 1) / coalesce(n.prices, 1) * ${sql.lit(priceParts)}::double precision`)

/** SQL: joins the conversion factors `s` of a price's day and `n` of the bar `b`. */
export const stepsOf = (stock: string, day: string) =>
  sql.raw(`
  left join step_of_value s on s.stock_code = ${stock} and ${day} >= s.since and ${day} < s.before
  left join step_of_value n on n.stock_code = ${stock} and b.date >= n.since and b.date < n.before`)

/** The market's half days during the days before today, which are left out of averages. */
export async function halfDaysOf(
  db: Db,
  { exchange, today }: Pick<Look, 'exchange' | 'today'>,
  days = volumeDays,
): Promise<Day[]> {
  return halfDays(exchange, addDays(today, -days), today, await readClosings(db))
}
