import { drawsOf } from './random.ts'

/** A difference between returns, as a fraction. `week`: the number of its issue's week, counted from 0. */
export type Difference = { week: number; value: number }

/**
 * A figure with its 95% confidence interval. `p` is twice the share of draws on the other side of zero. It is below
 * 0.05 if and only if the interval excludes zero.
 */
export type Interval = { count: number; mean: number; low: number; high: number; p: number }

/**
 * Weeks are drawn in blocks as long as a pick is held at most, because picks of neighbouring weeks share the same
 * market.
 */
export const blockWeeks = 13
const draws = 2_000
/** The number of draws cut off at each end of the interval. */
const outside = draws * 0.025

/**
 * `weeks`: the number of weeks, with and without picks. `seed`: a SHA-256 in hex. `widen`: the factor that multiplies
 * the distance of each draw from the figure.
 */
export type Drawing = { weeks: number; seed: string; widen?: number }

/** The mean of the differences with its interval; undefined without a difference. */
export function intervalOf(differences: readonly Difference[], drawing: Drawing): Interval | undefined {
  const sums = new Float64Array(drawing.weeks)
  const counts = new Float64Array(drawing.weeks)
  for (const { week, value } of differences) {
    sums[week]! += value
    counts[week]! += 1
  }
  return intervalByBlocks(differences.length, drawing, weeks => {
    let [sum, count] = [0, 0]
    for (const week of weeks) {
      sum += sums[week]!
      count += counts[week]!
    }
    return count === 0 ? undefined : sum / count
  })
}

/**
 * A figure with its confidence interval, from draws of blocks of weeks. `figureOf` computes the figure from weeks given
 * by number. The result is undefined if `figureOf` returns undefined for all weeks together; a draw for which it
 * returns undefined counts as the figure itself.
 */
export function intervalByBlocks(
  count: number,
  { weeks, seed, widen = 1 }: Drawing,
  figureOf: (weeks: Int32Array) => number | undefined,
): Interval | undefined {
  const drawn = Int32Array.from({ length: weeks }, (_, week) => week)
  const mean = figureOf(drawn)
  if (mean === undefined) return undefined
  const draw = drawsOf(seed)
  const values = Float64Array.from({ length: draws }, () => {
    drawBlocks(drawn, draw)
    return mean + widen * ((figureOf(drawn) ?? mean) - mean)
  }).sort()
  const under = values.findLastIndex(value => value <= 0) + 1
  const firstOver = values.findIndex(value => value >= 0)
  const over = firstOver === -1 ? 0 : draws - firstOver
  return {
    count,
    mean,
    low: values[outside - 1]!,
    high: values[draws - outside]!,
    p: Math.min(1, (2 * Math.max(1, Math.min(under, over))) / draws),
  }
}

/** Fills `drawn` with blocks of consecutive weeks that begin at random; the last week is followed by the first. */
function drawBlocks(drawn: Int32Array, draw: () => number): void {
  const weeks = drawn.length
  for (let filled = 0; filled < weeks; filled += blockWeeks) {
    const from = Math.floor(draw() * weeks)
    for (let step = 0; step < blockWeeks && filled + step < weeks; step++) drawn[filled + step] = (from + step) % weeks
  }
}

export const holdsZero = ({ low, high }: Pick<Interval, 'low' | 'high'>) => low <= 0 && high >= 0

/** The p-values corrected for their number by Holm's method, in the order of `ps`. No p-value becomes smaller. */
export function holm(ps: readonly number[]): number[] {
  const order = ps.map((p, at) => ({ p, at })).sort((one, other) => one.p - other.p)
  const corrected = [...ps]
  let before = 0
  for (const [place, { p, at }] of order.entries()) {
    before = Math.max(before, Math.min(1, p * (ps.length - place)))
    corrected[at] = before
  }
  return corrected
}
