import type { Resolution } from './spans.ts'

/** Mean number of seconds between bars, for times beyond the first or last bar. */
const stepSeconds: Record<Resolution, number> = { '1D': 1.4 * 86_400, '1W': 7 * 86_400, '1M': 30.4375 * 86_400 }

/**
 * The position of a time among the bars: the index of the bar at that time, a fraction if it is between two bars, or a
 * number of mean steps if it is beyond the first or last bar. A point that is set at one resolution therefore keeps its
 * time at another.
 */
export function placeOf(seconds: number, times: readonly number[], resolution: Resolution): number {
  const step = stepSeconds[resolution]
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined) return 0
  if (seconds <= first) return (seconds - first) / step
  if (seconds >= last) return times.length - 1 + (seconds - last) / step
  const before = lastAtOrBefore(times, seconds)
  const [from, to] = [times[before]!, times[before + 1]!]
  return before + (seconds - from) / (to - from)
}

/** The time, in whole seconds, at a position among the bars; the inverse of `placeOf`. */
export function momentAt(place: number, times: readonly number[], resolution: Resolution): number {
  const step = stepSeconds[resolution]
  const last = times.length - 1
  if (last < 0) return 0
  if (place <= 0) return Math.round(times[0]! + place * step)
  if (place >= last) return Math.round(times[last]! + (place - last) * step)
  const before = Math.floor(place)
  return Math.round(times[before]! + (place - before) * (times[before + 1]! - times[before]!))
}

function lastAtOrBefore(times: readonly number[], seconds: number): number {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (times[middle]! <= seconds) low = middle
    else high = middle - 1
  }
  return low
}
