import { closingsAreKnown, type Day, isTradingDay, weekday } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import { readClosings } from '../closings.ts'
import type { Reason } from '../import/import-errors.ts'

/** A day of the staged bars. `idle` counts stocks without volume and with four equal prices. */
export type StagedDay = { date: Day; stocks: number; idle: number }

/** The minimum number of stocks for detecting a closed day by the lack of trading. */
const enough = 20
const idlePart = 0.95

/**
 * Removes staged bars of days on which the market was closed. Stored closings take precedence over the built-in
 * calendar. For years without a calendar, a day on which hardly any stock traded counts as closed. Keeps Saturdays with
 * trading, which Tokyo and Taipei used to have. Returns the remaining days.
 */
export async function leaveOutClosedDays(
  tx: Tx,
  exchange: ExchangeId,
): Promise<{ days: StagedDay[]; notes: Reason[] }> {
  const told = await readClosings(tx)
  const { rows } = await tx.query<StagedDay>(
    `select date, count(*) as stocks, count(*) filter (where volume = 0 and high = low) as idle
     from incoming_bar group by date order by date`,
  )
  const isClosed = ({ date, stocks, idle }: StagedDay) => {
    const kind = told.get(`${exchange} ${date}`)
    if (kind) return kind === 'full'
    if (stocks >= enough && idle >= stocks * idlePart) return true
    if (closingsAreKnown(exchange, date, told)) return !isTradingDay(exchange, date, told)
    return weekday(date) === 0 || (!isTradingDay(exchange, date) && idle === stocks)
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
