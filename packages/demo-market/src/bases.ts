import type { ExchangeId } from '@finlist/domain/markets'
import { barsUntil, placeUntil, type Stock } from '@finlist/domain/picking/bars'
import type { Variant } from '@finlist/domain/picking/bases/base'
import { baseShown, basesOf } from '@finlist/domain/picking/bases/find'
import { inCurrency } from '@finlist/domain/picking/issue'
import { tickAbove } from '@finlist/domain/picking/tick'
import type { BasePattern, BasePlan, NearMiss } from './base-plan.ts'
import type { Series } from './series.ts'

/**
 * A planted base as the method sees it, or a shape that resembles one. Days are numbers of trading days; prices are the
 * series', depths percent.
 */
export type Base = {
  pattern: BasePattern
  variant: Variant | null
  nearMiss?: NearMiss
  from: number
  /** Day numbers of the base's turning points, by the method's names. */
  points: Record<string, number>
  /** Depth of the base and of its handle. */
  depth?: number
  handleDepth?: number
  /**
   * Set where the method sees a base: the first day it does, its buy point, and the last day that buy point holds
   * (undefined: it still holds).
   */
  readyAt?: number
  buyPoint?: number
  until?: number
  ending?: 'breakout' | 'breakout without volume' | 'failed' | 'expired'
  breakoutAt?: number
}

/** Days after completion on which the test looks for the base: the same day, and one and two weeks later. */
const looks = [0, 5, 10]
/**
 * In days: how far a base may begin from its planned beginning, because random swings may move its high to another day.
 */
const near = 12

/** The market's days, and a stock's bars both as the method takes them and by day. */
export type Shown = { days: Int32Array; stock: Stock; series: Series }

/**
 * The base that a plan led to. Undefined while the plan is not complete, or when the method does not see what was
 * planned.
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
 * The last day on which a base is buyable: up to 5% above the buy point, ten days after the breakout, or 10% below
 * the buy point.
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
