import type { Day } from '../calendar.ts'

export type DayBar = {
  date: Day
  /** The last trading day; set only if the week or month has several. */
  until?: Day
  open: number
  high: number
  low: number
  close: number
  volume: number
}
export const resolutions = ['1D', '1W', '1M'] as const
export type Resolution = (typeof resolutions)[number]

/**
 * Daily bars, oldest first, combined into weeks (Monday to Sunday) or months. A bar is dated with its first trading
 * day; the newest one may still be incomplete.
 */
export function inSpans(bars: readonly DayBar[], resolution: Resolution): DayBar[] {
  if (resolution === '1D') return [...bars]
  const spanOf = resolution === '1W' ? weekOf : (date: Day) => date.slice(0, 7)
  const spans: DayBar[] = []
  let current = ''
  for (const bar of bars) {
    const span = spanOf(bar.date)
    const last = spans.at(-1)
    if (last === undefined || span !== current) {
      spans.push({ ...bar })
      current = span
      continue
    }
    last.high = Math.max(last.high, bar.high)
    last.low = Math.min(last.low, bar.low)
    last.close = bar.close
    last.volume += bar.volume
    last.until = bar.date
  }
  return spans
}

const dayMs = 86_400_000

/** The first day of the week or month that contains the day; for daily bars, the day itself. */
export function startOfSpan(date: Day, resolution: Resolution): Day {
  if (resolution === '1M') return `${date.slice(0, 7)}-01`
  return resolution === '1W' ? weekOf(date) : date
}

function weekOf(date: Day): Day {
  const ms = Date.parse(`${date}T00:00:00Z`)
  const sinceMonday = (new Date(ms).getUTCDay() + 6) % 7
  return new Date(ms - sinceMonday * dayMs).toISOString().slice(0, 10)
}
