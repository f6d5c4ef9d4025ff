import { addDays, type Closings, type Day, dayAt, isTradingDay, tradingDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import { momentAt } from '../../background/daily-at.ts'
import type { Database } from '../../db/database.ts'
import { readClosings } from '../closings.ts'
import { daysTaken, firstDayTaken, lastBarDay } from './store.ts'

/** What suppliers take after a close to have the day. */
const hoursAfterClose = 3
/** How far back a missed day is caught up; what is longer ago is for `finlist backfill`. */
const mostDaysBack = 60
/** A day is looked at once more after so many trading days, for what was corrected or announced late. */
const againAfter = 5

/** When the exchange's day is asked for, HH:mm by its clock. */
export function readyTime(exchange: ExchangeId): string {
  const close = trading[exchange].session.slice(-4)
  return `${String(Number(close.slice(0, 2)) + hoursAfterClose).padStart(2, '0')}:${close.slice(2)}`
}

/** The newest trading day that a supplier can have by now. */
export function newestReadyDay(exchange: ExchangeId, now: number, told?: Closings): Day {
  const today = dayAt(exchange, now)
  let day = now >= momentAt(exchange, today, readyTime(exchange)) ? today : addDays(today, -1)
  while (!isTradingDay(exchange, day, told)) day = addDays(day, -1)
  return day
}

/**
 * The days to take by now, the oldest first: those since the first that was ever taken, or else since the market's last
 * bar, or else the newest alone; and one of last week once more.
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
