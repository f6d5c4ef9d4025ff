import { isoDay } from '../picking/days.ts'
import type { Gate } from './skill.ts'
import { purgeDays } from './walk-forward.ts'

/** A pick that was bought: the probability of the target that was said of it, in thousandths, and whether it came. */
export type SaidAndCame = { said: number; came: boolean }

/**
 * A list whose outcomes are complete: its day, the day up to which outcomes were recorded when it was evaluated, and
 * its picks that were bought. Days are counted from 1970-01-01.
 */
export type KnownList = { day: number; known: number; picks: readonly SaidAndCame[] }

/**
 * A range of what was said, in thousandths, from `from` up to but without `below`. `said` and `came` are the means of
 * its picks, in ten-thousandths; null if it has too few picks.
 */
type DriftBand = { from: number; below: number; count: number; said: number | null; came: number | null }

/** What was said too often: the target (`over`), or its absence (`under`). `on`: the day on which it was noticed. */
type DriftAlarm = { on: string; way: 'over' | 'under' }

/** How what was said of a market's picks compares with what came. */
export type Drift = {
  /** The number of the last entry of the record that it was computed from; 0 without one. */
  seq: number
  /** The days of the first and last list in `bands`, and the number of lists; null without a list. */
  lists: { from: string; until: string; count: number } | null
  bands: DriftBand[]
  /** The sums that raise an alarm beyond the limit, in thousandths of a standard deviation. */
  sums: { over: number; under: number }
  /** The newest alarm, as long as it stands. */
  alarm: DriftAlarm | null
}

/**
 * The rule of the watch, fixed before any outcome was seen. drift-worlds.test.ts shows how the limit was found: in
 * markets where what is said is true, about one alarm in ten years.
 */
export const driftRule = {
  /** A list is evaluated this many days after its day: by then, the outcome rule has closed its positions. */
  settledDays: purgeDays,
  /** The bands cover the lists evaluated within this many days. */
  bandDays: 52 * 7,
  /** The lower ends of the bands, in thousandths. */
  bandsFrom: [0, 150, 250],
  /** A band with fewer picks has no figures. */
  fewest: 20,
  /** Weighs lists by their length, as if the outcomes of two picks of a list had this correlation. */
  correlation: 0.3,
  /** What is subtracted from each list's deviation before it is summed, and the limit of the sums; in thousandths. */
  allowance: 200,
  limit: 22_000,
  /** An alarm stands for this many days: after them, the gate's test covers weeks after the alarm. */
  alarmDays: purgeDays,
} as const

/** The drift known on the day `until`, from all lists in the order of their days. */
export function driftOf(lists: readonly KnownList[], until: number): Omit<Drift, 'seq'> {
  const { sums, alarms } = watched(lists)
  const alarm = alarms.at(-1)
  const covered = lists.filter(({ day }) => day > until - driftRule.settledDays - driftRule.bandDays)
  const [first, last] = [covered[0], covered.at(-1)]
  return {
    lists: first && last ? { from: isoDay(first.day), until: isoDay(last.day), count: covered.length } : null,
    bands: bandsOf(covered.flatMap(({ picks }) => picks)),
    sums,
    alarm: alarm && until - alarm.on < driftRule.alarmDays ? { ...alarm, on: isoDay(alarm.on) } : null,
  }
}

/** The gate of a market in which an alarm may stand: the learned forecast is not used until the alarm is over. */
export const gateInAlarm = (gate: Gate, drift: Pick<Drift, 'alarm'>): Gate =>
  gate === 'open' && drift.alarm ? 'drifted' : gate

/** Sums the deviations in both directions (CUSUM), and returns all alarms. An alarm sets both sums back to zero. */
export function watched(lists: readonly KnownList[]) {
  let [over, under] = [0, 0]
  const alarms: { on: number; way: DriftAlarm['way'] }[] = []
  for (const { picks, known } of lists) {
    const deviation = deviationOf(picks)
    over = Math.max(0, over + deviation - driftRule.allowance)
    under = Math.max(0, under - deviation - driftRule.allowance)
    if (Math.max(over, under) <= driftRule.limit) continue
    alarms.push({ on: known, way: over > under ? 'over' : 'under' })
    ;[over, under] = [0, 0]
  }
  return { sums: { over, under }, alarms }
}

/** How much more was said of a list's picks than came, in thousandths of a standard deviation. */
export function deviationOf(picks: readonly SaidAndCame[]): number {
  let [sum, variance] = [0, 0]
  for (const { said, came } of picks) {
    sum += said - (came ? 1_000 : 0)
    variance += said * (1_000 - said)
  }
  if (variance === 0) return 0
  return Math.round((1_000 * sum) / Math.sqrt(variance * (1 + driftRule.correlation * (picks.length - 1))))
}

function bandsOf(picks: readonly SaidAndCame[]): DriftBand[] {
  return driftRule.bandsFrom.map((from, at) => {
    const below = driftRule.bandsFrom[at + 1] ?? 1_001
    const own = picks.filter(({ said }) => said >= from && said < below)
    const count = own.length
    if (count < driftRule.fewest) return { from, below, count, said: null, came: null }
    const mean = (of: (pick: SaidAndCame) => number) =>
      Math.round((10_000 * own.reduce((sum, pick) => sum + of(pick), 0)) / count)
    return {
      from,
      below,
      count,
      said: Math.round(mean(({ said }) => said) / 1_000),
      came: mean(({ came }) => Number(came)),
    }
  })
}
