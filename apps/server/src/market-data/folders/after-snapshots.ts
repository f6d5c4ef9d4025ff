import { addDays, type Closings, dayAt } from '@finlist/domain/calendar'
import { snapshotTimes } from '@finlist/domain/movers/snapshot-times'

/** Time in ms that suppliers have after each half hour to deliver a snapshot. */
const usualMs = 5 * 60_000
/** Number of days to search for the next session, longer than any closure of the exchange. */
const mostDays = 30

/** Schedules a job `afterMs` after every half hour of trading in Hong Kong, or immediately if it has never run. */
export function afterSnapshots(last: number | undefined, now: number, told?: Closings, afterMs = usualMs): number {
  if (last === undefined) return now
  let day = dayAt('HKEX', last)
  for (let days = 0; days < mostDays; days++, day = addDays(day, 1)) {
    const next = snapshotTimes(day, told).find(time => time + afterMs > last)
    if (next !== undefined) return next + afterMs
  }
  return last + mostDays * 86_400_000
}
