import { type Interval, intervalByBlocks } from '../outcome/interval.ts'
import type { Samples } from './samples.ts'
import type { Forecast, ForecastName } from './walk-forward.ts'

type Asked = { seed: string; widen?: number }

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
const fewestTestWeeks = 104

/** Whether a market's learned forecast may be shown. The rule was fixed before any data were seen. */
export function gateOf(skill: Interval | undefined, testWeeks: number): 'open' | 'closed' | 'too-few-weeks' {
  if (!skill || testWeeks < fewestTestWeeks) return 'too-few-weeks'
  return skill.low > 0 ? 'open' : 'closed'
}
