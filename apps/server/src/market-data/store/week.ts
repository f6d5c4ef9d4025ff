import {
  addDays,
  type Closings,
  type Day,
  dayAt,
  isTradingDay,
  nextTradingDay,
  weekday,
} from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import { momentAt } from '../../background/daily-at.ts'

const hoursAfterClose = 2
/** Time of the automatic publication, on Saturdays in Hong Kong. */
const publishingTime = '12:00'

/** The last trading day of the newest completed week: the date of that week's list. */
export function newestWeek(exchange: ExchangeId, now: number, told: Closings): Day {
  let day = dayAt(exchange, now)
  while (!endsItsWeek(exchange, day, told) || readyAt(exchange, day) > now) day = addDays(day, -1)
  return day
}

/** The last trading day of the newest week that is complete by the end of `day`. */
export function weekUntil(exchange: ExchangeId, day: Day, told: Closings): Day {
  let last = day
  while (!endsItsWeek(exchange, last, told)) last = addDays(last, -1)
  return last
}

/** The date of the first list that needs data newer than `day`: the last trading day of its week. */
export function nextListAfter(exchange: ExchangeId, day: Day, told: Closings): Day {
  let next = addDays(day, 1)
  while (!endsItsWeek(exchange, next, told)) next = addDays(next, 1)
  return next
}

/** Time at which the next week's list is made, in ms. */
export function nextWeekAt(exchange: ExchangeId, now: number, told: Closings): number {
  let day = dayAt(exchange, now)
  while (!endsItsWeek(exchange, day, told) || readyAt(exchange, day) <= now) day = addDays(day, 1)
  return readyAt(exchange, day)
}

/** The morning after `day`, when staff can first react; in ms. */
export const morningAfter = (exchange: ExchangeId, day: Day): number => momentAt(exchange, addDays(day, 1), '08:30')

/** Time, in ms, at which the list of the week of `day` is published automatically, if it has been made by then. */
export const publishesAt = (day: Day): number => momentAt('HKEX', addDays(sundayOf(day), -1), publishingTime)

/** The next Saturday noon in Hong Kong after an instant, in ms. */
export function saturdayNoonAfter(instant: number): number {
  const next = publishesAt(dayAt('HKEX', instant))
  return next > instant ? next : publishesAt(addDays(dayAt('HKEX', instant), 7))
}

const endsItsWeek = (exchange: ExchangeId, day: Day, told: Closings) =>
  isTradingDay(exchange, day, told) && nextTradingDay(exchange, day, told) > sundayOf(day)

const sundayOf = (day: Day) => addDays(day, (7 - weekday(day)) % 7)

/** Time, in ms, at which the day's prices are expected: two hours after the regular close, even on half days. */
function readyAt(exchange: ExchangeId, day: Day): number {
  const close = trading[exchange].session.slice(-4)
  const hour = String(Number(close.slice(0, 2)) + hoursAfterClose).padStart(2, '0')
  return momentAt(exchange, day, `${hour}:${close.slice(2)}`)
}
