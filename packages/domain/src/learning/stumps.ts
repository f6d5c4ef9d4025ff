import { binCount } from './bins.ts'
import { parts, sigmoid } from './exact.ts'

/** Points by feature and bin, which are added to a row's offset. They are log odds in units of 1 / `parts`. */
export type Points = number[][]

const rounds = 200
const rate = 0.1
/** Minimum number of rows on either side of a split. */
const leastRows = 400
const shrink = 20

type Split = { feature: number; bin: number; gain: number; left: number; right: number }

/**
 * Boosted stumps: each round splits the rows once, by one feature, at the bin that reduces the remaining error most.
 * Gradients are whole numbers, so the order of the rows makes no difference. Of equally good splits, the first feature
 * and its lowest bin are taken. `columns`: the bins of each feature. `offset`: log odds in units of 1 / `parts`.
 */
export function stumpsOf(columns: readonly Uint8Array[], came: Uint8Array, offset: Float64Array): Points {
  const points = columns.map(() => Array.from({ length: binCount }, () => 0))
  const score = offset.slice()
  const [slopes, weights] = [new Float64Array(score.length), new Float64Array(score.length)]
  const counts = columns.map(countsOf)
  for (let round = 0; round < rounds; round++) {
    for (let row = 0; row < score.length; row++) {
      const probability = sigmoid(score[row]! / parts)
      slopes[row] = Math.round((probability - came[row]!) * parts)
      weights[row] = Math.round(probability * (1 - probability) * parts)
    }
    const split = bestSplit(columns, counts, { slopes, weights })
    if (!split) break
    const { feature, bin, left, right } = split
    const own = points[feature]!
    for (let at = 0; at < binCount; at++) own[at]! += at <= bin ? left : right
    const column = columns[feature]!
    for (let row = 0; row < score.length; row++) score[row]! += column[row]! <= bin ? left : right
  }
  return points
}

/** The number of rows in each bin. */
function countsOf(column: Uint8Array): Float64Array {
  const counts = new Float64Array(binCount)
  for (const bin of column) counts[bin]! += 1
  return counts
}

type Gradients = { slopes: Float64Array; weights: Float64Array }

function bestSplit(
  columns: readonly Uint8Array[],
  counts: readonly Float64Array[],
  gradients: Gradients,
): Split | undefined {
  let best: Split | undefined
  for (const [feature, column] of columns.entries()) {
    const split = bestOfFeature(column, counts[feature]!, gradients)
    if (split && (!best || split.gain > best.gain)) best = { feature, ...split }
  }
  return best
}

function bestOfFeature(
  column: Uint8Array,
  count: Float64Array,
  { slopes, weights }: Gradients,
): Omit<Split, 'feature'> | undefined {
  const [slope, weight] = [new Float64Array(binCount), new Float64Array(binCount)]
  for (let row = 0; row < column.length; row++) {
    const bin = column[row]!
    slope[bin]! += slopes[row]!
    weight[bin]! += weights[row]!
  }
  const total = (of: Float64Array) => of.reduce((sum, value) => sum + value, 0)
  const [allSlope, allWeight] = [total(slope), total(weight)]
  const gainOf = (own: number, by: number) => (own * own) / (by + shrink * parts)
  const whole = gainOf(allSlope, allWeight)
  let best: Omit<Split, 'feature'> | undefined
  let [leftSlope, leftWeight, leftCount] = [0, 0, 0]
  for (let bin = 0; bin < binCount - 1; bin++) {
    leftSlope += slope[bin]!
    leftWeight += weight[bin]!
    leftCount += count[bin]!
    if (leftCount < leastRows) continue
    if (column.length - leftCount < leastRows) break
    const gain = gainOf(leftSlope, leftWeight) + gainOf(allSlope - leftSlope, allWeight - leftWeight) - whole
    if (gain <= (best?.gain ?? 0)) continue
    best = {
      bin,
      gain,
      left: stepOf(leftSlope, leftWeight),
      right: stepOf(allSlope - leftSlope, allWeight - leftWeight),
    }
  }
  return best
}

const stepOf = (slope: number, weight: number) => Math.round((-rate * slope * parts) / (weight + shrink * parts))

/** The sum of the points of a row's bins. Added to the row's offset, it gives the row's log odds. */
export const pointsOf = (points: Points, bins: ArrayLike<number>): number =>
  points.reduce((sum, own, feature) => sum + own[bins[feature]!]!, 0)
