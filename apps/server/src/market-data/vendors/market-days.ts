import { addDays, type Closings, type Day, dayAt, isTradingDay, tradingDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import { momentAt } from '../../background/daily-at.ts'
import type { Database } from '../../db/database.ts'
import { readClosings } from '../store/closings.ts'
import { daysTaken, firstDayTaken, lastBarDay } from './store.ts'

/** Hours after the close by which suppliers usually have the day's data. */
const hoursAfterClose = 3
/** Number of days back for which missing days are imported automatically; `finlist backfill` imports older ones. */
const mostDaysBack = 60
/** Number of trading days after which a day is requested again, for late corrections and announcements. */
const againAfter = 5

/** The time at which to request the exchange's day, HH:mm in its time zone. */
export function readyTime(exchange: ExchangeId): string {
  const close = trading[exchange].session.slice(-4)
  return `${String(Number(close.slice(0, 2)) + hoursAfterClose).padStart(2, '0')}:${close.slice(2)}`
}

/** The newest trading day that suppliers should have by now. */
export function newestReadyDay(exchange: ExchangeId, now: number, told?: Closings): Day {
  const today = dayAt(exchange, now)
  let day = now >= momentAt(exchange, today, readyTime(exchange)) ? today : addDays(today, -1)
  while (!isTradingDay(exchange, day, told)) day = addDays(day, -1)
  return day
}

/**
 * The days to import now. `missing`: days not imported yet, oldest first, since the first imported day or, without one,
 * since the market's last bar; only the newest day if there is neither. `again`: the day `againAfter` trading days
 * before the newest, to import a second time.
 */
export async function daysToTake({ db }: Database, exchange: ExchangeId, now: number) {
  const told = await readClosings(db)
  const newest = newestReadyDay(exchange, now, told)
  const earliest = addDays(newest, -mostDaysBack)
  const lastBar = await lastBarDay(db, exchange)
  const begun = (await firstDayTaken(db, exchange)) ?? (lastBar ? addDays(lastBar, 1) : newest)
  const from = begun > earliest ? begun : earliest
  const taken = await daysTaken(db, exchange, from)
  const open = tradingDays(exchange, from, newest, told)
  const again = open.at(-1 - againAfter)
  return {
    newest,
    missing: open.filter(day => !taken.has(day)),
    again: again !== undefined && taken.has(again) ? again : undefined,
  }
}
