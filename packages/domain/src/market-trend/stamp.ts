import { addDays, type Day, dayAt } from '../calendar.ts'
import type { ExchangeId } from '../markets.ts'

const minutes = 9

/**
 * The time shown as the last update of the short-term state: the latest update at or before `now` (ms). There is one
 * update a day in Hong Kong, at a minute from 23:00 to 23:08 that depends only on market and day.
 */
export function trendStamp(exchange: ExchangeId, now: number): { date: Day; time: string } {
  const today = dayAt('HKEX', now)
  const time = timeOn(exchange, today)
  if (Date.parse(`${today}T${time}:00+08:00`) <= now) return { date: today, time }
  const yesterday = addDays(today, -1)
  return { date: yesterday, time: timeOn(exchange, yesterday) }
}

function timeOn(exchange: ExchangeId, day: Day): string {
  let hash = 0
  for (const sign of `${day} ${exchange}`) hash = (Math.imul(hash, 31) + sign.charCodeAt(0)) >>> 0
  return `23:0${hash % minutes}`
}
