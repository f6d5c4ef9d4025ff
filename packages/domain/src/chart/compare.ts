import { type Compared, comparedColours } from './price-scale.ts'
import { type DayBar, type Resolution, startOfSpan } from './spans.ts'

/** Adds a symbol. Returns the list unchanged if it is full or already contains the symbol. */
export function withCompared(compared: readonly Compared[], symbol: string): readonly Compared[] {
  const colour = comparedColours.find(it => compared.every(other => other.colour !== it))
  return !colour || compared.some(other => other.symbol === symbol) ? compared : [...compared, { symbol, colour }]
}

/**
 * Maximum number of days for which a symbol's last close is carried forward while its market is closed. This covers the
 * longest holidays, or two bars of a longer interval.
 */
const carriedDays: Record<Resolution, number> = { '1D': 12, '1W': 21, '1M': 62 }
const dayMs = 86_400_000

/**
 * The compared symbol's close at each bar, oldest first: the close of the same day, week or month, or else the symbol's
 * previous close. Null before the symbol's first bar, and once its previous close is too old to be carried forward.
 */
export function closesAt(
  bars: readonly Pick<DayBar, 'date'>[],
  other: readonly Pick<DayBar, 'date' | 'close'>[],
  resolution: Resolution,
): (number | null)[] {
  const longest = carriedDays[resolution] * dayMs
  let at = -1
  let found = ''
  return bars.map(({ date }) => {
    const span = startOfSpan(date, resolution)
    while (at + 1 < other.length) {
      const next = startOfSpan(other[at + 1]!.date, resolution)
      if (next > span) break
      found = next
      at++
    }
    return at < 0 || Date.parse(span) - Date.parse(found) > longest ? null : other[at]!.close
  })
}

/** The first value at or after index `first`, which is the base of a relative scale; undefined if there is none. */
export function baseOf(values: readonly (number | null)[], first: number): number | undefined {
  for (let at = Math.max(first, 0); at < values.length; at++) if (values[at] !== null) return values[at]!
  return undefined
}

/**
 * The change of each value, in percent, from the first value at or after index `first`; null where there is no value.
 */
export function changesSince(values: readonly (number | null)[], first: number): (number | null)[] {
  const base = baseOf(values, first)
  return values.map(value => (value === null || !base ? null : (value / base - 1) * 100))
}
