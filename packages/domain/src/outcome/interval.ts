import { drawsOf } from './random.ts'

/** A difference of returns as a fraction, and the number of its issue's week, from 0. */
export type Difference = { week: number; value: number }

/** The mean with the bounds that hold it in 95 of 100 draws; `p`: how often draws lie on the other side of zero, twice. */
export type Interval = { count: number; mean: number; low: number; high: number; p: number }

/** Picks of weeks that follow each other share their markets: weeks are drawn in blocks as long as a pick is held. */
export const blockWeeks = 13
const draws = 2_000

/**
 * The mean of the differences with its interval by moving blocks of weeks; undefined without a difference. `weeks`: how many weeks there were, with and without picks. `seed`: a SHA-256 in hex.
 */
export function intervalOf(
  differences: readonly Difference[],
  { weeks, seed }: { weeks: number; seed: string },
): Interval | undefined {
  if (differences.length === 0) return undefined
  const sums = new Float64Array(weeks)
  const counts = new Float64Array(weeks)
  for (const { week, value } of differences) {
    sums[week]! += value
    counts[week]! += 1
  }
  const mean = total(sums) / total(counts)
  const draw = drawsOf(seed)
  const means = Float64Array.from({ length: draws }, () => meanOfBlocks(sums, counts, draw) ?? mean).sort()
  const at = (share: number) => means[Math.floor(draws * share)]!
  const below = means.findIndex(value => value > 0)
  const share = (below === -1 ? draws : below) / draws
  return {
    count: differences.length,
    mean,
    low: at(0.025),
    high: at(0.975),
    p: Math.min(1, 2 * Math.max(1 / draws, Math.min(share, 1 - share))),
  }
}

function meanOfBlocks(sums: Float64Array, counts: Float64Array, draw: () => number): number | undefined {
  const weeks = sums.length
  let [sum, count] = [0, 0]
  for (let filled = 0; filled < weeks; filled += blockWeeks) {
    const from = Math.floor(draw() * weeks)
    for (let step = 0; step < blockWeeks && filled + step < weeks; step++) {
      const week = (from + step) % weeks
      sum += sums[week]!
      count += counts[week]!
    }
  }
  return count === 0 ? undefined : sum / count
}

/**
 * Probabilities corrected for how many were looked at, by Holm's steps: in the order of `ps`, none smaller than it was.
 */
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

const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)
