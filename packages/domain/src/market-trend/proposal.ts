import { type Closings, type Day, isHalfDay } from '../calendar.ts'
import type { ExchangeId } from '../markets.ts'
import type { MarketTrend } from './trend.ts'

/** A day of the index; a volume of 0 means that it is unknown. Lists are oldest first. */
export type IndexBar = { date: Day; low: number; close: number; volume: number }

/** The reasons why a state is proposed. */
export const firedRules = [
  'rally-day',
  'follow-through',
  'distribution',
  'rally-undercut',
  'fell-from-high',
  'below-average',
] as const
type FiredRule = (typeof firedRules)[number]

/**
 * A day that triggered a rule. Changes are in percent: `change` from the previous bar, `volumeChange` from the volume
 * of the last full day (null if the volumes are not comparable).
 */
type Fired = { date: Day; rule: FiredRule; close: number; change: number; volumeChange: number | null }
export type Proposal = { marketTrend: MarketTrend; startDate: Day; fired: Fired[] }

/**
 * The published rule for the short term (after the CAN SLIM literature's follow-through and distribution days):
 * - In a downtrend the first day that closes higher than the day before is day 1 of a rally attempt. The attempt ends,
 *   and the downtrend goes on, on a day whose low is under the lowest low of the downtrend.
 * - From day 4 of the rally on, a gain of at least 1.25% on higher volume than the day before is a follow-through:
 *   uptrend.
 * - In an uptrend a loss of at least 0.2% on higher volume is a distribution day. It expires after 25 sessions, or when
 *   the index has closed 5% above that day's close. While five or more are in force: under pressure. When fewer are
 *   left: uptrend.
 * - A downtrend begins, and all distribution days expire, on a low under the rally's low, a close 10% under the highest
 *   close since the follow-through, or a close under the 50-day average while under pressure.
 *
 * Half days and days without volume are never part of a volume comparison.
 */
export const shortTermRule = {
  followThroughFromDay: 4,
  followThroughPercent: 1.25,
  distributionPercent: -0.2,
  distributionSessions: 25,
  distributionGainPercent: 5,
  distributionsUnderPressure: 5,
  fallFromHighPercent: 10,
  averageBars: 50,
} as const

type Uptrend = { rally: number; followThrough: number; low: number; high: number; distributions: number[] }

/**
 * The state that the rule gives at the last bar, and the days that led to it. Null with fewer than 50 bars, if most
 * bars have no volume, or if the initial downtrend never ended.
 */
export function proposeShortTerm(exchange: ExchangeId, bars: readonly IndexBar[], told?: Closings): Proposal | null {
  const followed = followShortTerm(exchange, bars, told)
  return followed && { marketTrend: followed.marketTrend, startDate: followed.startDate, fired: followed.fired }
}

/**
 * The rule's state at the end of each bar. Null until the initial downtrend has ended, and for every bar if
 * `proposeShortTerm` returns null.
 */
export function shortTermStates(
  exchange: ExchangeId,
  bars: readonly IndexBar[],
  told?: Closings,
): (MarketTrend | null)[] {
  return followShortTerm(exchange, bars, told)?.states ?? bars.map(() => null)
}

function followShortTerm(
  exchange: ExchangeId,
  bars: readonly IndexBar[],
  told?: Closings,
): (Proposal & { states: (MarketTrend | null)[] }) | null {
  const known = bars.filter(({ volume }) => volume > 0).length
  if (bars.length < shortTermRule.averageBars || known * 2 < bars.length) return null
  const days = new IndexDays(exchange, bars, told)
  let marketTrend: MarketTrend = 'DOWNTREND'
  let startDate: Day | undefined
  let ended: Fired[] = []
  let lowest = bars[0]!.low
  let rally: number | undefined
  let up: Uptrend | undefined
  const states: (MarketTrend | null)[] = [null]
  const turn = (to: MarketTrend, at: number) => {
    if (marketTrend !== to) startDate = bars[at]!.date
    marketTrend = to
  }
  for (let at = 1; at < bars.length; at++) {
    const { low, close, date } = bars[at]!
    if (up) {
      up.high = Math.max(up.high, close)
      up.distributions = up.distributions.filter(day => inForce(at - day, close, bars[day]!.close))
      if (days.isDistribution(at)) up.distributions.push(at)
      const end = endOf(up, at, days)
      if (end) {
        ended = [
          days.fired(at, end),
          ...up.distributions.filter(day => day !== at).map(day => days.fired(day, 'distribution')),
        ]
        turn('DOWNTREND', at)
        up = undefined
        rally = undefined
        lowest = low
      } else turn(isUnderPressure(up) ? 'UNDER_PRESSURE' : 'UPTREND', at)
    } else {
      if (rally !== undefined && low < lowest) {
        rally = undefined
        startDate = date
        marketTrend = 'DOWNTREND'
        ended = [days.fired(at, 'rally-undercut')]
      }
      lowest = Math.min(lowest, low)
      if (rally === undefined && days.change(at) > 0) {
        rally = at
        turn('RALLY_ATTEMPT', at)
      } else if (rally !== undefined && days.isFollowThrough(at, at - rally + 1)) {
        up = { rally, followThrough: at, low: lowest, high: close, distributions: [] }
        turn('UPTREND', at)
      }
    }
    states.push(startDate === undefined ? null : marketTrend)
  }
  if (startDate === undefined) return null
  const fired = up
    ? [
        days.fired(up.rally, 'rally-day'),
        days.fired(up.followThrough, 'follow-through'),
        ...up.distributions.map(day => days.fired(day, 'distribution')),
      ]
    : rally === undefined
      ? ended
      : [days.fired(rally, 'rally-day')]
  return { marketTrend, startDate, fired, states }
}

const isUnderPressure = ({ distributions }: Uptrend) => distributions.length >= shortTermRule.distributionsUnderPressure

const inForce = (sessions: number, close: number, then: number) =>
  sessions <= shortTermRule.distributionSessions && percentOf(close, then) < shortTermRule.distributionGainPercent

function endOf(up: Uptrend, at: number, days: IndexDays): FiredRule | undefined {
  const { low, close } = days.bars[at]!
  if (low < up.low) return 'rally-undercut'
  if (percentOf(close, up.high) <= -shortTermRule.fallFromHighPercent) return 'fell-from-high'
  if (isUnderPressure(up) && close < days.average(at)) return 'below-average'
  return undefined
}

/** The index's days with the figures that the rule computes from them. */
class IndexDays {
  readonly bars: readonly IndexBar[]
  /** For each day, the index of the last earlier day with a full day's volume. */
  readonly #fullBefore: (number | undefined)[] = []
  readonly #isFull: boolean[]

  constructor(exchange: ExchangeId, bars: readonly IndexBar[], told?: Closings) {
    this.bars = bars
    this.#isFull = bars.map(({ date, volume }) => volume > 0 && !isHalfDay(exchange, date, told))
    let last: number | undefined
    for (const [at, isFull] of this.#isFull.entries()) {
      this.#fullBefore.push(last)
      if (isFull) last = at
    }
  }

  change(at: number): number {
    return percentOf(this.bars[at]!.close, this.bars[at - 1]!.close)
  }

  volumeChange(at: number): number | null {
    const before = this.#fullBefore[at]
    if (before === undefined || !this.#isFull[at]) return null
    return percentOf(this.bars[at]!.volume, this.bars[before]!.volume)
  }

  isFollowThrough(at: number, day: number): boolean {
    const { followThroughFromDay, followThroughPercent } = shortTermRule
    return day >= followThroughFromDay && this.change(at) >= followThroughPercent && (this.volumeChange(at) ?? 0) > 0
  }

  isDistribution(at: number): boolean {
    return this.change(at) <= shortTermRule.distributionPercent && (this.volumeChange(at) ?? 0) > 0
  }

  average(at: number): number {
    const closes = this.bars.slice(Math.max(0, at + 1 - shortTermRule.averageBars), at + 1)
    return closes.reduce((sum, { close }) => sum + close, 0) / closes.length
  }

  fired(at: number, rule: FiredRule): Fired {
    const { date, close } = this.bars[at]!
    return { date, rule, close, change: this.change(at), volumeChange: this.volumeChange(at) }
  }
}

/** The change in percent, rounded to remove floating-point errors, so that 1.25% is exactly 1.25. */
const percentOf = (now: number, before: number) => Math.round((now / before - 1) * 1e8) / 1e6
