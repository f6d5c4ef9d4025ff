import type { ExchangeId } from '@finlist/domain/markets'
import type { BasePattern, BasePlan, NearMiss } from './base-plan.ts'
import { priceStep } from './price-grid.ts'
import { highest, type Series } from './series.ts'

/**
 * A planted base as the finished bars show it, as far as the last day. Days are numbers of trading days; prices as
 * traded.
 */
export type Base = {
  pattern: BasePattern
  nearMiss?: NearMiss
  from: number
  /** Deepest low below the highest high of the base, in percent. */
  depth: number
  handleFrom?: number
  handleDepth?: number
  /** Set when the base is complete: the first day on which its buy point holds, and the last (undefined: still does). */
  readyAt?: number
  buyPoint?: number
  until?: number
  ending?: 'breakout' | 'breakout without volume' | 'failed' | 'expired'
  breakoutAt?: number
}

/** The base's high is the highest of this many days before it. */
const daysBefore = 126

/** Depths in percent a base must have in the bars; swings around the plan may spoil one. */
const depths: Record<BasePattern, readonly [number, number]> = {
  CWH: [12, 38],
  CUP: [12, 38],
  FB: [4, 15],
  DB: [14, 38],
  BASE: [6, 25],
}

/**
 * The buy point is one price step above the highest high of the handle (cup with handle), of the middle peak (double
 * bottom) or of the whole base. Undefined when the bars do not show what was planned.
 */
export function baseOf(exchange: ExchangeId, plan: BasePlan, series: Series, days: number): Base | undefined {
  const last = days - 1
  const from = plan.baseFrom - 1
  if (last < from + 5) return undefined
  const end = Math.min(last, plan.readyAt)
  const top = highest(series, from, Math.min(end, plan.handleFrom ?? end))
  const depth = 100 * (1 - lowest(series, from, end) / top)
  const base: Base = {
    pattern: plan.pattern,
    ...(plan.nearMiss && { nearMiss: plan.nearMiss }),
    from,
    depth: round(depth),
  }
  if (last < plan.readyAt) return base
  if (plan.nearMiss === 'too shallow' || plan.nearMiss === 'V-shaped') return { ...base, until: plan.readyAt }
  const [least, most] = depths[plan.pattern]
  const [pivotFrom, pivotTo] =
    plan.handleFrom !== undefined
      ? [plan.handleFrom, plan.readyAt]
      : plan.middle !== undefined
        ? [plan.middle - 5, plan.middle + 5]
        : [from, plan.readyAt]
  const pivot = highest(series, pivotFrom, pivotTo)
  // With an older high above it, or a flat base that ends at its highest, the shape is not the planned one.
  const isOld = highest(series, from - daysBefore, from) * 0.98 > top
  const isYoung = plan.pattern === 'FB' && highest(series, plan.readyAt - 5, plan.readyAt) >= top
  if (isOld || isYoung) return undefined
  if (depth < least || depth > most || series.close[plan.readyAt]! > pivot || series.close[plan.readyAt]! < 0.9 * pivot)
    return undefined
  const buyPoint = round(pivot + priceStep(exchange, pivot))
  const handle = plan.handleFrom !== undefined && {
    handleFrom: plan.handleFrom,
    handleDepth: round(100 * (1 - lowest(series, plan.handleFrom, plan.readyAt) / pivot)),
  }
  return { ...base, ...handle, readyAt: plan.readyAt, buyPoint, ...ended(series, plan.readyAt, buyPoint, last) }
}

/** Until when a base is buyable: 5 % above the buy point, ten days after the breakout, or 10 % below it. */
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

/** At least 1.4 times the mean volume of the 50 days before. */
function busy(series: Series, day: number): boolean {
  let sum = 0
  for (let at = day - 50; at < day; at++) sum += series.volume[at] ?? 0
  return series.volume[day]! > (1.4 * sum) / 50
}

function lowest(series: Series, from: number, to: number): number {
  return series.low.subarray(from, to + 1).reduce((a, b) => Math.min(a, b), Infinity)
}

const round = (value: number) => Math.round(value * 1000) / 1000
