import { type Difference, type Interval, intervalOf } from '../outcome/interval.ts'
import type { Samples } from './samples.ts'
import type { Forecast } from './walk-forward.ts'

/** Number of stocks with which each of the highest forecasts is compared. */
export const twins = 10
/** A week with fewer stocks has no tenth. */
const fewestStocks = 2 * twins

/**
 * Net returns of the tenth of stocks with the highest learned forecast of each test week, as fractions: `net` itself,
 * and its distance from that of the other stocks of the week, and from that of the ten of these whose chance is nearest.
 */
export type Money = Record<'net' | 'overOthers' | 'overTwins', Interval>

/** Undefined if no test week has enough stocks. */
export function moneyOf(
  samples: Samples,
  { rows, said: { learned } }: Forecast,
  drawing: { seed: string; widen: number },
): Money | undefined {
  const { week, net } = samples
  const first = week[rows[0] ?? 0] ?? 0
  const values: Record<keyof Money, Difference[]> = { net: [], overOthers: [], overTwins: [] }
  for (const { from, to } of runsOf(rows, week)) {
    if (to - from < fewestStocks) continue
    const places = Array.from({ length: to - from }, (_, at) => from + at)
    const byForecast = places.toSorted((one, other) => learned[other]! - learned[one]! || one - other)
    const topCount = Math.floor(places.length / 10)
    const top = byForecast.slice(0, topCount).map(place => rows[place]!)
    const others = byForecast.slice(topCount).map(place => rows[place]!)
    const byChance = others.toSorted(
      (one, other) => samples.chanceOfTarget[one]! - samples.chanceOfTarget[other]! || one - other,
    )
    const own = { week: week[top[0]!]! - first }
    const meanOfOthers = meanNet(net, others)
    for (const row of top) {
      values.net.push({ ...own, value: net[row]! / unit })
      values.overOthers.push({ ...own, value: (net[row]! - meanOfOthers) / unit })
      values.overTwins.push({ ...own, value: (net[row]! - meanNet(net, twinsOf(samples, row, byChance))) / unit })
    }
  }
  const weeks = values.net.length === 0 ? 0 : week[rows.at(-1)!]! - first + 1
  const [own, overOthers, overTwins] = [values.net, values.overOthers, values.overTwins].map(of =>
    intervalOf(of, { weeks, ...drawing }),
  )
  return own && overOthers && overTwins && { net: own, overOthers, overTwins }
}

/** The unit of `Samples.net`. */
const unit = 10_000

const meanNet = (net: Int32Array, rows: readonly number[]) =>
  rows.reduce((sum, row) => sum + net[row]!, 0) / rows.length

/** The stretches of places whose rows are of the same week. */
function* runsOf(rows: Int32Array, week: Int32Array): Generator<{ from: number; to: number }> {
  for (let from = 0, to = 0; from < rows.length; from = to) {
    while (to < rows.length && week[rows[to]!] === week[rows[from]!]) to++
    yield { from, to }
  }
}

/** Of two equally near rows, the one with the lower chance is taken. */
function twinsOf({ chanceOfTarget }: Samples, row: number, byChance: readonly number[]): readonly number[] {
  const chance = chanceOfTarget[row]!
  let from = byChance.findIndex(other => chanceOfTarget[other]! >= chance)
  if (from < 0) from = byChance.length
  let to = from
  while (to - from < twins) {
    const [below, above] = [byChance[from - 1], byChance[to]]
    const isBelow =
      above === undefined ||
      chance - (below === undefined ? -Infinity : chanceOfTarget[below]!) <= chanceOfTarget[above]! - chance
    if (isBelow) from--
    else to++
  }
  return byChance.slice(from, to)
}
