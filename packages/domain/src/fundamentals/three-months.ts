import type { Day } from '../calendar.ts'

/** A figure of a period that ended on the day. The length of the period is unknown. */
export type Ended = { end: Day; value: number }

/**
 * Minimum and maximum number of days between the ends of two consecutive quarters. They allow for companies that divide
 * their year into 12, 12, 12 and 16 weeks.
 */
const [shortestQuarter, longestQuarter] = [80, 120]
const quartersPerYear = 4
const dayMs = 86_400_000

/**
 * The end days of those periods that lasted three months, for sources that give a period's end but not its start. Some
 * companies report half-years, or the total since the year began, and some sources divide a half-year or a year evenly
 * into quarters. A fiscal year's four periods therefore count only if they end a quarter apart, no two consecutive ones
 * have exactly the same value, and their sum is the year's figure. The sum may differ by `tolerance` times the sum of
 * their absolute values. Up to three periods after the newest year count if that year's periods do.
 *
 * With `mayRepeat`, consecutive periods may have the same value, because earnings per share are often the same in two
 * quarters.
 */
export function threeMonthEnds(
  periods: readonly Ended[],
  years: readonly Ended[],
  { tolerance, mayRepeat }: { tolerance: number; mayRepeat: boolean },
): Set<Day> {
  const ordered = inOrder(periods)
  const found = new Set<Day>()
  const follows = (one: Ended, next: Ended) => {
    const days = (Date.parse(next.end) - Date.parse(one.end)) / dayMs
    return days >= shortestQuarter && days <= longestQuarter && (mayRepeat || one.value !== next.value)
  }
  let last = -1
  for (const year of inOrder(years)) {
    last = ordered.findIndex(({ end }) => end === year.end)
    const four = last < 0 ? [] : ordered.slice(Math.max(0, last - quartersPerYear + 1), last + 1)
    const isYear =
      four.length === quartersPerYear &&
      four.every((period, at) => at === 0 || follows(four[at - 1]!, period)) &&
      Math.abs(sum(four, Number) - year.value) <= tolerance * sum(four, Math.abs)
    if (!isYear) last = -1
    else for (const { end } of four) found.add(end)
  }
  for (let after = last + 1; last >= 0 && after < Math.min(ordered.length, last + quartersPerYear); after++) {
    if (!follows(ordered[after - 1]!, ordered[after]!)) break
    found.add(ordered[after]!.end)
  }
  return found
}

const inOrder = (ended: readonly Ended[]) => ended.toSorted((one, other) => (one.end < other.end ? -1 : 1))

const sum = (periods: readonly Ended[], of: (value: number) => number) =>
  periods.reduce((total, { value }) => total + of(value), 0)
