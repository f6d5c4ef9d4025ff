import { addDays, dayAt } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'

/**
 * Schedules a job daily at `time` (HH:mm in the exchange's time zone). A job that has never run, or whose run is
 * overdue, runs immediately. If daylight saving skips the time, the job runs an hour earlier.
 */
export function dailyAt(exchange: ExchangeId, time: string) {
  return (last: number | undefined, now: number): number => {
    if (last === undefined) return now
    const today = momentAt(exchange, dayAt(exchange, last), time)
    return today > last ? today : momentAt(exchange, addDays(dayAt(exchange, last), 1), time)
  }
}

/** The instant, in ms, at which the exchange's local time reaches `time` on the day. */
export function momentAt(exchange: ExchangeId, day: string, time: string): number {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  // Computed twice, in case daylight saving changes between the first guess and the result.
  const guess = wanted - aheadOfUtcMs(exchange, wanted)
  return wanted - aheadOfUtcMs(exchange, guess)
}

function aheadOfUtcMs(exchange: ExchangeId, instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: trading[exchange].timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find(found => found.type === type)!.value)
  const there = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return there - Math.floor(instant / 1_000) * 1_000
}
