/** `numerator` new shares for `denominator` old ones: 7 and 1 are a split of 7 for 1, 1 and 10 a consolidation. */
export type Ratio = { numerator: number; denominator: number }

/**
 * The largest deviation of a move from a ratio that trading on the day can explain, in logarithms: `tolerance`, but at
 * most `partOfRatio` times the logarithm of the ratio.
 */
const tolerance = 0.1
const partOfRatio = 0.25
const most = 100

const simple: readonly Ratio[] = [
  ...Array.from({ length: most - 1 }, (_, at) => ({ numerator: at + 2, denominator: 1 })),
  { numerator: 3, denominator: 2 },
  { numerator: 5, denominator: 2 },
  { numerator: 4, denominator: 3 },
  { numerator: 5, denominator: 3 },
  { numerator: 5, denominator: 4 },
].flatMap(ratio => [ratio, { numerator: ratio.denominator, denominator: ratio.numerator }])

/**
 * The ratio of the split or consolidation that a move from one close to the next looks like; undefined if the move is
 * not near any ratio.
 */
export function likelyRatio(previousClose: number, close: number): Ratio | undefined {
  const away = ({ numerator, denominator }: Ratio) =>
    Math.abs(Math.log((close * numerator) / (previousClose * denominator)))
  const nearest = simple.reduce((best, ratio) => (away(ratio) < away(best) ? ratio : best))
  const itself = Math.abs(Math.log(nearest.numerator / nearest.denominator))
  return away(nearest) <= Math.min(tolerance, itself * partOfRatio) ? nearest : undefined
}
