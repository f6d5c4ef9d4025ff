import { addDays, type Closings, type Day, dayAt, isTradingDay, tradingDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import { momentAt } from '../../background/daily-at.ts'
import type { Database } from '../../db/database.ts'
import { readClosings } from '../closings.ts'
import { daysTaken, firstDayTaken, lastBarDay } from './store.ts'

/** How many hours after the close suppliers need to have the day. */
const hoursAfterClose = 3
/** In days: how far back missed days are loaded; `finlist backfill` loads older ones. */
const mostDaysBack = 60
/** A day is requested again after this many trading days, for late corrections and announcements. */
const againAfter = 5

/** When the exchange's day is requested, HH:mm in the exchange's time zone. */
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
 * The days to load now, oldest first: those missing since the first day ever loaded or else since the market's last
 * bar, or else only the newest; and one of last week to load again.
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
