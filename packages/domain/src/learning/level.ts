import { logit, parts, sigmoid } from './exact.ts'

/**
 * How far a market's outcomes are from chance: their log odds are `shift + slope * log odds of chance`. `shift` and
 * `slope` are in units of 1 / `parts`.
 */
export type Level = { shift: number; slope: number }

/** The level of outcomes that are exactly as likely as by chance. */
export const atChance: Level = { shift: 0, slope: parts }

/** The weight of the assumption that outcomes are due to chance alone, in weeks of data. */
const shrunkBy = 13
const steps = 12
/**
 * A step that overshoots is halved, but not below this share. Whole steps can diverge, for example if quiet stocks often
 * reach a target that they would almost never reach by chance.
 */
const leastShare = 1 / 1_024
/**
 * In thousandths. Chances below or above these limits count as the limit, because log odds are unbounded near 0 and 1.
 */
const [leastChance, mostChance] = [5, 995]

const logOdds = /* @__PURE__ */ Array.from({ length: 1_001 }, (_, thousandths) =>
  logit(Math.max(leastChance, Math.min(mostChance, thousandths)) / 1_000),
)

/** Outcomes by their chance: of `count[c]` rows with a chance of `c` thousandths, `came[c]` had the outcome. */
export class Outcomes {
  readonly count = new Float64Array(1_001)
  readonly came = new Float64Array(1_001)
  #weeks = new Set<number>()

  add(chance: number, came: number, week: number): void {
    this.count[chance]! += 1
    this.came[chance]! += came
    this.#weeks.add(week)
  }

  get weeks(): number {
    return this.#weeks.size
  }

  get rate(): number {
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)
    return (sum(this.came) + 1) / (sum(this.count) + 2)
  }
}

/**
 * The level of the outcomes: a logistic regression by Newton's method. It is shrunk towards chance, as if a quarter of
 * a year of additional data had shown chance alone.
 */
export function levelOf(outcomes: Outcomes): Level {
  if (outcomes.weeks === 0) return atChance
  const weight = shrunkBy / outcomes.weeks
  const prior = curvature(outcomes, 0, 1).map(value => weight * value) as Curvature
  let [shift, slope] = [0, 1]
  let gradient = gradientOf(outcomes, prior, [shift, slope])
  for (let step = 0; step < steps; step++) {
    const [a, b, d] = curvature(outcomes, shift, slope)
    const [e, f, g] = [a + prior[0], b + prior[1], d + prior[2]]
    const whole = e * g - f * f
    if (!(whole > 0)) break
    const [up, along] = gradient
    const change = [(g * up - f * along) / whole, (e * along - f * up) / whole] as const
    const rise = up * change[0] + along * change[1]
    for (let share = 1; share > leastShare; share /= 2) {
      const next = [shift + share * change[0], slope + share * change[1]] as const
      const there = gradientOf(outcomes, prior, next)
      if (there[0] * change[0] + there[1] * change[1] < -rise) continue
      gradient = there
      ;[shift, slope] = next
      break
    }
  }
  return { shift: Math.round(shift * parts), slope: Math.round(slope * parts) }
}

/** The gradient of the log-likelihood, less the penalty for being far from chance. */
function gradientOf({ count, came }: Outcomes, prior: Curvature, [shift, slope]: readonly [number, number]) {
  let [up, along] = [-prior[0] * shift - prior[1] * (slope - 1), -prior[1] * shift - prior[2] * (slope - 1)]
  for (const [chance, odds] of logOdds.entries()) {
    if (count[chance] === 0) continue
    const left = came[chance]! - count[chance]! * sigmoid(shift + slope * odds)
    up += left
    along += left * odds
  }
  return [up, along] as const
}

type Curvature = [number, number, number]

function curvature({ count }: Outcomes, shift: number, slope: number): Curvature {
  let [a, b, d] = [0, 0, 0]
  for (const [chance, odds] of logOdds.entries()) {
    if (count[chance] === 0) continue
    const probability = sigmoid(shift + slope * odds)
    const weight = count[chance]! * probability * (1 - probability)
    a += weight
    b += weight * odds
    d += weight * odds * odds
  }
  return [a, b, d]
}

/** The log odds that the level gives for a chance in thousandths, in units of 1 / `parts`. */
export const atLevel = ({ shift, slope }: Level, chance: number): number => Math.round(shift + slope * logOdds[chance]!)
