import { addDays } from '@finlist/domain/calendar'
import type { Resolution } from '@finlist/domain/chart/spans'

const dayMs = 86_400_000
export const firstDay = '1900-01-01'
const earliest = Date.parse(firstDay)
const lastDay = Date.UTC(2200, 0, 1)

/**
 * The UTC date (YYYY-MM-DD) of an instant; daily bars are at 00:00 UTC. Instants outside the supported years are
 * clamped.
 */
export const dayOf = (ms: number) => new Date(Math.min(Math.max(ms, earliest), lastDay)).toISOString().slice(0, 10)

/** 00:00 UTC of the day, in ms. */
export const timeOf = (day: string) => Date.parse(day)

/**
 * The days from `from` (inclusive) to `to` (exclusive), both in seconds. A day counts if its 00:00 UTC is in the range
 * and it is not after `asOf`.
 */
export const daysOf = (
  { from, to, asOf }: { from?: number | undefined; to?: number | undefined; asOf?: string | undefined },
  now: number,
) => {
  const end = to === undefined ? dayOf(now + 2 * dayMs) : dayOf(Math.ceil((to * 1_000) / dayMs) * dayMs)
  const afterAsOf = asOf === undefined ? end : addDays(asOf, 1)
  return { from: dayOf(Math.ceil(((from ?? 0) * 1_000) / dayMs) * dayMs), to: end < afterAsOf ? end : afterAsOf }
}

/** Maps the protocol's two names for each resolution to one. */
export const resolutionOf = (name: 'D' | '1D' | 'W' | '1W' | 'M' | '1M'): Resolution =>
  name === 'W' || name === '1W' ? '1W' : name === 'M' || name === '1M' ? '1M' : '1D'
