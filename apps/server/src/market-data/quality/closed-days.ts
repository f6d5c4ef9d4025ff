import { closingsAreKnown, type Day, isTradingDay, weekday } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'
import { readClosings } from '../store/closings.ts'

/**
 * A day of the staged bars. `idle`: the number of stocks without volume whose four prices all equal the previous close.
 */
export type StagedDay = { date: Day; stocks: number; idle: number }

/** The minimum number of stocks for detecting a closed day by the lack of trading. */
const enough = 20
const idlePart = 0.95
/**
 * A day whose stocks are all idle counts as closed if it has at most this share of the stocks of the days around it.
 */
const fewPart = 0.2

/**
 * Removes staged bars of days on which the market was closed. Stored closings take precedence over the built-in
 * calendar. For years without a calendar, a day on which hardly any stock traded counts as closed, as does a day with a
 * few idle stocks between days with many stocks. Keeps days whose prices moved, even if no volume is known, and
 * Saturdays with trading, which Tokyo and Taipei used to have. Returns the remaining days.
 */
export async function leaveOutClosedDays(
  tx: Tx,
  exchange: ExchangeId,
): Promise<{ days: StagedDay[]; notes: Reason[] }> {
  const told = await readClosings(tx)
  const { rows: staged } = await tx.query<StagedDay>(
    `select date, count(*) as stocks, count(*) filter (where volume = 0 and high = low) as idle
     from incoming_bar group by date order by date`,
  )
  const few = fewAmongMany(staged)
  const rows = await withoutMoved(tx, exchange, staged, few)
  const traded = await storedTrading(tx, exchange, [...few])
  const isClosed = ({ date, stocks, idle }: StagedDay) => {
    const kind = told.get(`${exchange} ${date}`)
    if (kind) return kind === 'full'
    if (stocks >= enough && idle >= stocks * idlePart) return true
    if (closingsAreKnown(exchange, date, told)) return !isTradingDay(exchange, date, told)
    if (weekday(date) === 0) return true
    return idle === stocks && (!isTradingDay(exchange, date) || (few.has(date) && !traded.has(date)))
  }
  const closed = rows.filter(isClosed)
  if (closed.length === 0) return { days: rows, notes: [] }
  const dates = closed.map(({ date }) => date)
  await tx.query('delete from incoming_bar where date = any($1)', [dates])
  const count = closed.reduce((sum, { stocks }) => sum + stocks, 0)
  const list = dates.slice(0, 5).join(', ') + (dates.length > 5 ? ' …' : '')
  return {
    days: rows.filter(day => !closed.includes(day)),
    notes: [{ text: 'import.gate.closed', values: { count, days: dates.length, list } }],
  }
}

const isIdle = ({ stocks, idle }: StagedDay) => idle >= stocks * idlePart

/** The idle days with far fewer stocks than the days with trading before and after them in the load. */
function fewAmongMany(days: readonly StagedDay[]): Set<Day> {
  const few = new Set<Day>()
  let before = 0
  let quiet: StagedDay[] = []
  const addFew = (after: number) => {
    for (const { date, stocks } of quiet) if (stocks <= Math.min(before, after) * fewPart) few.add(date)
    quiet = []
  }
  for (const day of days)
    if (isIdle(day)) quiet.push(day)
    else {
      addFew(day.stocks)
      before = day.stocks < enough ? 0 : day.stocks
    }
  addFew(before)
  return few
}

/** Subtracts from `idle` the stocks whose close differs from that of the last day with trading, staged or stored. */
async function withoutMoved(
  tx: Tx,
  exchange: ExchangeId,
  days: readonly StagedDay[],
  few: ReadonlySet<Day>,
): Promise<StagedDay[]> {
  let last: Day | null = null
  const asked: { date: Day; before: Day | null }[] = []
  for (const day of days)
    if (!isIdle(day)) last = day.date
    else if (day.stocks >= enough || few.has(day.date)) asked.push({ date: day.date, before: last })
  if (asked.length === 0) return [...days]
  const { rows } = await tx.query<{ date: Day; moved: number }>(
    `with idle as (
       select it.stock_code, it.date, it.close, asked.before
       from incoming_bar it join unnest($2::date[], $3::date[]) asked (date, before) using (date)
       where volume = 0 and high = low)
     select idle.date, count(*) as moved
     from idle
       left join incoming_bar staged on staged.stock_code = idle.stock_code and staged.date = idle.before
       left join lateral bars_before($1, case when idle.before is null then idle.stock_code end, idle.date, 1) stored on true
     where idle.close <> coalesce(staged.close, stored.close) group by idle.date`,
    [exchange, asked.map(({ date }) => date), asked.map(({ before }) => before)],
  )
  const moved = new Map(rows.map(day => [day.date, day.moved]))
  return days.map(day => ({ ...day, idle: day.idle - (moved.get(day.date) ?? 0) }))
}

/** Those of the given days on which a stored bar of the market has a volume. */
async function storedTrading(tx: Tx, exchange: ExchangeId, days: readonly Day[]): Promise<Set<Day>> {
  if (days.length === 0) return new Set()
  const { rows } = await tx.query<{ date: Day }>(
    `select distinct date from bar
     where exchange = $1 and stock_code = any(array(select stock_code from stock where exchange = $1))
       and date = any($2) and volume > 0`,
    [exchange, days],
  )
  return new Set(rows.map(({ date }) => date))
}
