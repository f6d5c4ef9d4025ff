import type { ExchangeId } from '@finlist/domain/markets'
import { barsUntil, placeUntil, type Stock } from '@finlist/domain/picking/bars'
import type { Variant } from '@finlist/domain/picking/bases/base'
import { baseShown, basesOf } from '@finlist/domain/picking/bases/find'
import { inCurrency } from '@finlist/domain/picking/issue'
import { tickAbove } from '@finlist/domain/picking/tick'
import type { BasePattern, BasePlan, NearMiss } from './base-plan.ts'
import type { Series } from './series.ts'

/**
 * A planted base as the method sees it, or a near miss. Days are indexes into the market's trading days, prices are
 * those of the series, and depths are in percent.
 */
export type Base = {
  pattern: BasePattern
  variant: Variant | null
  nearMiss?: NearMiss
  from: number
  /** The days of the base's turning points, by the method's names. */
  points: Record<string, number>
  /** Depth of the base and of its handle. */
  depth?: number
  handleDepth?: number
  /**
   * `readyAt` is the first tested day on which the method sees the base, and `buyPoint` is its buy point on that day.
   * `until` is the last day on which the base is buyable, undefined if it still is. For a near miss that the method
   * correctly does not see, only `until` is set: the day on which the base would be complete.
   */
  readyAt?: number
  buyPoint?: number
  until?: number
  ending?: 'breakout' | 'breakout without volume' | 'failed' | 'expired'
  breakoutAt?: number
}

/** The method is run on the day on which a base is complete, and one and two weeks later. In trading days. */
const looks = [0, 5, 10]
/**
 * Maximum number of days between the planned and the actual beginning of a base. Random swings may move the base's high
 * to another day.
 */
const near = 12

/**
 * `days`: the market's days, counted from 1970-01-01. `stock` and `series`: the bars of a stock, as input for the
 * method and by trading day.
 */
export type Shown = { days: Int32Array; stock: Stock; series: Series }

/**
 * The base that resulted from a plan. Undefined while the plan is incomplete, if the method does not see the planned
 * base, and if the method sees a base in a shape that was planned as too shallow or V-shaped.
 */
export function baseOf(exchange: ExchangeId, plan: BasePlan, shown: Shown): Base | undefined {
  const { pattern, nearMiss } = plan
  const days = looks.map(after => plan.readyAt + after).filter(day => day < shown.days.length)
  if (nearMiss === 'too shallow' || nearMiss === 'V-shaped') {
    if (days.length === 0 || days.some(day => seenOn(day, plan, shown))) return undefined
    return { pattern, variant: null, nearMiss, from: plan.baseFrom - 1, points: {}, until: plan.readyAt }
  }
  for (const readyAt of days) {
    const seen = seenOn(readyAt, plan, shown)
    if (!seen) continue
    const buyPoint = inCurrency(tickAbove(exchange, seen.pivot))
    return {
      ...(nearMiss && { nearMiss }),
      ...seen.base,
      readyAt,
      buyPoint,
      ...ended(shown.series, readyAt, buyPoint, shown.days.length - 1),
    }
  }
  return undefined
}

type Seen = Pick<Base, 'pattern' | 'variant' | 'from' | 'points' | 'depth' | 'handleDepth'>

/** The base that the method shows for the stock on the day, if it is the planned one. */
function seenOn(day: number, { pattern, baseFrom }: BasePlan, { days, stock }: Shown) {
  const bars = barsUntil(stock, days[day]!)
  if (bars.days[bars.last] !== days[day]) return undefined
  const base = baseShown(basesOf(bars))
  if (base?.pattern !== pattern) return undefined
  const dayOf = (place: number) => placeUntil(days, bars.days[place]!)
  const from = dayOf(base.from)
  if (Math.abs(from - (baseFrom - 1)) > near) return undefined
  const { handleDepth } = base.facts
  const told: Seen = {
    pattern,
    variant: base.variant,
    from,
    points: Object.fromEntries(Object.entries(base.points).map(([name, place]) => [name, dayOf(place)])),
    depth: base.depth / 10,
    ...(handleDepth !== undefined && { handleDepth: handleDepth / 10 }),
  }
  return { base: told, pivot: base.pivot }
}

/**
 * How a base ends, and `until`, the last day on which it is buyable. A base ends on a close more than 10% below the buy
 * point, or 45 days after it was ready. Once it has broken out, it also ends after ten days, or on a close more than 5%
 * above the buy point. `until` is undefined if the base has not ended by the day `last`.
 */
function ended(series: Series, readyAt: number, buyPoint: number, last: number): Partial<Base> {
  let breakout: Pick<Base, 'breakoutAt' | 'ending'> = {}
  for (let day = readyAt + 1; day <= last; day++) {
    const close = series.close[day]!
    if (breakout.breakoutAt === undefined && close > buyPoint)
      breakout = { breakoutAt: day, ending: busy(series, day) ? 'breakout' : 'breakout without volume' }
    if (breakout.breakoutAt !== undefined && (close > buyPoint * 1.05 || day > breakout.breakoutAt + 10))
      return { ...breakout, until: day - 1 }
    if (close < buyPoint * 0.9) return { ending: 'failed', ...breakout, until: day - 1 }
    if (day > readyAt + 45) return { ending: 'expired', ...breakout, until: day - 1 }
  }
  return breakout
}

/** Whether the day's volume exceeds 1.4 times the mean of the 50 days before. */
function busy(series: Series, day: number): boolean {
  let sum = 0
  for (let at = day - 50; at < day; at++) sum += series.volume[at] ?? 0
  return series.volume[day]! > (1.4 * sum) / 50
}
