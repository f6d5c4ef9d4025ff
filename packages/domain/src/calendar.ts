import type { Trading } from './markets/trading.ts'
import { type ExchangeId, exchangeIds } from './markets.ts'
import { trading } from './trading.ts'

/** A day as 'YYYY-MM-DD', on the exchange's own calendar. */
export type Day = string

/**
 * Closings loaded by the operator, by exchange and day. They take precedence over those in the code. `open`: the
 * exchange trades all day, although the code lists the day as closed.
 */
export type Closings = ReadonlyMap<`${ExchangeId} ${Day}`, 'full' | 'half' | 'open'>
const none: Closings = new Map()

const lastYear = ({ closings }: Trading) => Math.max(...Object.keys(closings).map(Number))

/**
 * A year counts as known once this many full-day closings have been loaded. Every exchange has more weekday holidays
 * than this.
 */
const closingsOfAYear = 5

/** The last day for which the market's closings are known, from the code and from those loaded since. */
export function closingsKnownUntil(exchange: ExchangeId, told: Closings = none): Day {
  let year = lastYear(trading[exchange])
  while (isTold(exchange, year + 1, told)) year++
  return `${year}-12-31`
}

function isTold(exchange: ExchangeId, year: number, told: Closings): boolean {
  const inYear = `${exchange} ${year}-`
  return [...told].filter(([day, kind]) => kind === 'full' && day.startsWith(inYear)).length >= closingsOfAYear
}

/** Years for which the code has only estimated closings, and for which none were loaded. */
export const guessedClosings = (told: Closings = none): { exchange: ExchangeId; year: number }[] =>
  exchangeIds.flatMap(exchange =>
    (trading[exchange].guessed ?? []).filter(year => !isTold(exchange, year, told)).map(year => ({ exchange, year })),
  )

const closed = Object.fromEntries(
  Object.entries(trading).map(([exchange, { closings }]) => [
    exchange,
    new Set(
      Object.entries(closings).flatMap(([year, list]) =>
        list.split(' ').map(mmdd => `${year}-${mmdd.slice(0, 2)}-${mmdd.slice(2)}`),
      ),
    ),
  ]),
) as Record<ExchangeId, Set<Day>>

export function isTradingDay(exchange: ExchangeId, day: Day, told: Closings = none): boolean {
  if (isWeekend(day)) return false
  const kind = told.get(`${exchange} ${day}`)
  return kind === undefined ? !closed[exchange].has(day) : kind !== 'full'
}

/**
 * Whether the closings of the day's year have been announced. If they have not, only weekends and estimates are known.
 */
export function closingsAreKnown(exchange: ExchangeId, day: Day, told: Closings = none): boolean {
  const year = Number(day.slice(0, 4))
  const { closings, guessed = [] } = trading[exchange]
  return (year in closings && !guessed.includes(year)) || isTold(exchange, year, told)
}

/** Whether the exchange trades only in the morning. The volume of such a day is left out of averages. */
export function isHalfDay(exchange: ExchangeId, day: Day, told: Closings = none): boolean {
  const kind = told.get(`${exchange} ${day}`)
  if (kind !== undefined) return kind === 'half' && !isWeekend(day)
  return (trading[exchange].isHalfDay?.(day) ?? false) && isTradingDay(exchange, day)
}

/** The half days from `from` to `to`, both inclusive. */
export function halfDays(exchange: ExchangeId, from: Day, to: Day, told: Closings = none): Day[] {
  return daysBetween(from, to).filter(day => isHalfDay(exchange, day, told))
}

/** The trading days from `from` to `to`, both inclusive. */
export function tradingDays(exchange: ExchangeId, from: Day, to: Day, told: Closings = none): Day[] {
  return daysBetween(from, to).filter(day => isTradingDay(exchange, day, told))
}

function daysBetween(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The first trading day after `day`. */
export function nextTradingDay(exchange: ExchangeId, day: Day, told: Closings = none): Day {
  return step(exchange, day, 1, told)
}

/** Whether no later day of the same week, Monday to Sunday, is a trading day. */
export const endsWeek = (exchange: ExchangeId, day: Day, told: Closings = none): boolean =>
  nextTradingDay(exchange, day, told) > addDays(day, (7 - weekday(day)) % 7)

/** The last trading day before `day`. */
export function previousTradingDay(exchange: ExchangeId, day: Day, told: Closings = none): Day {
  return step(exchange, day, -1, told)
}

/** The calendar day at the exchange at an instant, in ms since the epoch. */
export function dayAt(exchange: ExchangeId, instant: number): Day {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: trading[exchange].timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => parts.find(found => found.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The weekday, from 0 (Sunday) to 6 (Saturday). */
export function weekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

function isWeekend(day: Day): boolean {
  return weekday(day) % 6 === 0
}

function step(exchange: ExchangeId, day: Day, by: 1 | -1, told: Closings): Day {
  let next = addDays(day, by)
  while (!isTradingDay(exchange, next, told)) next = addDays(next, by)
  return next
}
