import { holm, type Interval, intervalByBlocks } from '../outcome/interval.ts'
import type { Samples } from './samples.ts'
import type { Forecast, ForecastName } from './walk-forward.ts'

/** `widen`: the market's widening factor, which the track record uses too; null if it is unknown. */
type Asked = { seed: string; widen?: number | null }

/**
 * The skill of the forecast `of` over the forecast `over`: the reduction of squared errors (Brier score) as a fraction
 * of the errors of `over`, with a confidence interval from blocks of 13 weeks. Undefined without a test week.
 */
export function skillOver(
  samples: Samples,
  { rows, said }: Forecast,
  { of, over }: { of: ForecastName; over: ForecastName },
  { seed, widen }: Asked,
): Interval | undefined {
  const [first, last] = [samples.week[rows[0] ?? 0] ?? 0, samples.week[rows.at(-1) ?? 0] ?? 0]
  const weeks = rows.length === 0 ? 0 : last - first + 1
  const [own, other] = [new Float64Array(weeks), new Float64Array(weeks)]
  for (const [at, row] of rows.entries()) {
    const week = samples.week[row]! - first
    own[week]! += (said[of][at]! - samples.target[row]!) * (said[of][at]! - samples.target[row]!)
    other[week]! += (said[over][at]! - samples.target[row]!) * (said[over][at]! - samples.target[row]!)
  }
  return intervalByBlocks(rows.length, { weeks, seed, ...(widen && { widen }) }, drawn => {
    let [errors, others] = [0, 0]
    for (const week of drawn) {
      errors += own[week]!
      others += other[week]!
    }
    return others === 0 ? undefined : 1 - errors / others
  })
}

/**
 * For each of ten ranges of forecast probability: the number of rows, their mean forecast, and the share that reached
 * the target.
 */
export type Reliability = { count: number; said: number; came: number }[]

export function reliabilityOf(samples: Samples, { rows, said }: Forecast, of: ForecastName): Reliability {
  const tenths = Array.from({ length: 10 }, () => ({ count: 0, said: 0, came: 0 }))
  for (const [at, row] of rows.entries()) {
    const tenth = tenths[Math.min(9, Math.floor(10 * said[of][at]!))]!
    tenth.count += 1
    tenth.said += said[of][at]!
    tenth.came += samples.target[row]!
  }
  return tenths.map(({ count, said: sum, came }) => ({
    count,
    said: count === 0 ? 0 : sum / count,
    came: count === 0 ? 0 : came / count,
  }))
}

/** Minimum number of test weeks for any statement about a learned model. */
export const fewestTestWeeks = 104
/** The chance, accepted in advance, that the gate opens for any market although no learned forecast beats its level. */
const significance = 0.05

/** `drifted`: the test opens it, but an alarm of the drift watch keeps it closed. */
export type Gate = 'open' | 'closed' | 'too-few-weeks' | 'drifted'

/**
 * Whether a market's learned forecast may be shown. `skill` is that over the level, with its interval widened by the
 * market's factor. Its p-value is corrected by Holm's method for `others`, the p-values of the other markets' tests. The
 * rule was fixed before any data were seen.
 */
export function gateOf(skill: Interval | undefined, testWeeks: number, others: readonly number[] = []): Gate {
  if (!skill || testWeeks < fewestTestWeeks) return 'too-few-weeks'
  const [corrected] = holm([skill.p, ...others])
  return skill.low > 0 && corrected! < significance ? 'open' : 'closed'
}
