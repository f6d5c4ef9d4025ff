import { method } from '../method.ts'

/**
 * The fit of a bowl. `ofLines`: the bowl's residual in thousandths of the residual of straight lines; the lower, the
 * better the bowl fits. `lowAt`: the place of the bowl's low, in thousandths of its length.
 */
export type Bowl = { ofLines: number; lowAt: number }

/**
 * Fits parabolas and straight lines to the heights on both sides of each candidate low, with a common floor and free
 * rims. Heights and distances are whole numbers, so every sum is exact, whatever the order of its terms.
 */
export function bowlOf(heights: readonly number[]): Bowl {
  const { lows, step } = method.cup.bowl
  const end = heights.length - 1
  const moments = momentsOf(heights)
  let [bowl, lines, lowAt] = [Infinity, Infinity, 0]
  for (let share = lows[0]; share <= lows[1]; share += step) {
    const low = Math.floor((end * share + 500) / 1_000)
    if (low < 2 || low > end - 2) continue
    const sides = [moments.left(low), moments.right(low)] as const
    const ofSquares = residual(moments, sides[0].squares, sides[1].squares)
    if (ofSquares < bowl) [bowl, lowAt] = [ofSquares, share]
    lines = Math.min(lines, residual(moments, sides[0].lines, sides[1].lines))
  }
  return { ofLines: Math.floor((1_000 * bowl) / lines), lowAt }
}

/** The sums for one side of the low: of the regressor, of its square, and of its product with the height. */
type Side = { sum: number; squares: number; heights: number }
type Moments = ReturnType<typeof momentsOf>

/**
 * Cumulative sums of the heights, of the heights times their place, and of the heights times the square of their place.
 * The sums on either side of any candidate low follow from them.
 */
function momentsOf(heights: readonly number[]) {
  const count = heights.length
  const plain = new Float64Array(count + 1)
  const placed = new Float64Array(count + 1)
  const squared = new Float64Array(count + 1)
  let squares = 0
  for (let at = 0; at < count; at++) {
    const height = heights[at]!
    plain[at + 1] = plain[at]! + height
    placed[at + 1] = placed[at]! + at * height
    squared[at + 1] = squared[at]! + at * at * height
    squares += height * height
  }
  const side = (from: number, to: number, low: number, sign: 1 | -1) => {
    const [zero, one, two] = [plain, placed, squared].map(sums => sums[to]! - sums[from]!) as [number, number, number]
    const days = to - from
    const ofDays = days * (days + 1)
    const byDistance = sign * (one - low * zero)
    const bySquare = two - 2 * low * one + low * low * zero
    const sumOfSquares = (ofDays * (2 * days + 1)) / 6
    return {
      lines: { sum: ofDays / 2, squares: sumOfSquares, heights: byDistance },
      squares: {
        sum: sumOfSquares,
        squares: (ofDays * (2 * days + 1) * (3 * days * days + 3 * days - 1)) / 30,
        heights: bySquare,
      },
    }
  }
  return {
    count,
    sum: plain[count]!,
    squares,
    left: (low: number) => side(0, low, low, -1),
    right: (low: number) => side(low + 1, count, low, 1),
  }
}

/**
 * The residual sum of squares of the heights, with the best-fitting floor and the best-fitting factor for each side.
 */
function residual({ count, sum, squares }: Moments, left: Side, right: Side): number {
  const ofLeft = left.sum / left.squares
  const ofRight = right.sum / right.squares
  const floor =
    (sum - ofLeft * left.heights - ofRight * right.heights) / (count - ofLeft * left.sum - ofRight * right.sum)
  const leftFactor = (left.heights - floor * left.sum) / left.squares
  const rightFactor = (right.heights - floor * right.sum) / right.squares
  return squares - floor * sum - leftFactor * left.heights - rightFactor * right.heights
}
