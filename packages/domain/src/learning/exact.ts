/**
 * Log odds and points are stored as whole multiples of 1 / `parts`. Their sums are exact up to eight billion, so the
 * order of the rows does not change the model.
 */
export const parts = 1_048_576

const ln2 = 0.693_147_180_559_945_3
/** Number of terms of the series: enough for double precision at an exponent of half of ln 2. */
const terms = 13
/**
 * Log odds are limited to plus or minus this. Beyond it, a probability differs from 0 or 1 by less than 1 / `parts`.
 */
const mostLogOdds = 30

/** The exponential function with exact operations only, because engines compute `Math.exp` differently. */
function exp(power: number): number {
  const limited = Math.max(-mostLogOdds, Math.min(mostLogOdds, power))
  const doublings = Math.round(limited / ln2)
  const rest = limited - doublings * ln2
  let [term, sum, scale] = [1, 1, 1]
  for (let at = 1; at <= terms; at++) {
    term = (term * rest) / at
    sum += term
  }
  for (let at = 0; at < Math.abs(doublings); at++) scale *= 2
  return doublings < 0 ? sum / scale : sum * scale
}

/** The probability of these log odds. */
export const sigmoid = (logOdds: number): number => 1 / (1 + exp(-logOdds))

/** The log odds of a probability between 0 and 1, by Newton's method. */
export function logit(probability: number): number {
  let logOdds = 4 * probability - 2
  for (let step = 0; step < 60; step++) {
    const now = sigmoid(logOdds)
    logOdds -= Math.max(-1, Math.min(1, (now - probability) / (now * (1 - now))))
  }
  return logOdds
}
