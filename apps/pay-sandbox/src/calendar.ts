export type Interval = { interval: string; interval_count: number }
export const daySeconds = 86_400

/**
 * The date `count` intervals after `anchor`, in UTC. If the month lacks the anchor's day, its last day is used: 31
 * January is followed by 28 February and then by 31 March.
 */
export function after(anchor: number, { interval, interval_count }: Interval, count: number): number {
  const steps = interval_count * count
  if (interval === 'day') return anchor + steps * daySeconds
  if (interval === 'week') return anchor + steps * 7 * daySeconds
  const from = new Date(anchor * 1000)
  const month = from.getUTCMonth() + (interval === 'year' ? 12 * steps : steps)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const midnight = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay)) / 1000
  return midnight + (((anchor % daySeconds) + daySeconds) % daySeconds)
}

/** The end of the period that begins at `start`: the first renewal date after it, counted from `anchor`. */
export function periodEnd(anchor: number, interval: Interval, start: number): number {
  let count = Math.floor((start - anchor) / longest(interval))
  while (after(anchor, interval, count) > start) count--
  while (after(anchor, interval, count) <= start) count++
  return after(anchor, interval, count)
}

function longest({ interval, interval_count }: Interval): number {
  const days = { day: 1, week: 7, month: 31, year: 366 }[interval] ?? 1
  return days * interval_count * daySeconds
}
