import type { Day } from '../calendar.ts'
import type { ActionKind, Adjustment } from './kinds.ts'

/**
 * From `exDate` on, `denominator` old shares are `numerator` new ones. `amount` is the payment per old share; null if
 * it is in another currency than the stock's prices.
 */
export type CorporateAction = {
  exDate: Day
  kind: ActionKind
  numerator: number | null
  denominator: number | null
  amount: number | null
}

/** The factors for prices and for numbers of shares. They apply to days before `before`, back to the previous step. */
export type Step = { before: Day; prices: number; shares: number }

/**
 * Whether the action changes only the number of shares. Rights issues and spin-offs also give shareholders something of
 * value.
 */
export const changesShares = ({ kind }: Pick<CorporateAction, 'kind'>) =>
  kind === 'split' || kind === 'consolidation' || kind === 'bonus'

type Known = {
  adjustment: Adjustment
  /** The day as of which prices are adjusted. Later ex-dates are ignored. */
  asOf: Day
  /** The last unadjusted close before an ex-date; needed only for dividends. */
  closeBefore?: (exDate: Day) => number | undefined
}

/**
 * A stock's adjustment steps, oldest first; empty if no adjustment is needed. Prices are divided, and volumes
 * multiplied, by the number of today's shares that one share of the time has become. With dividends, prices before an
 * ex-date are also multiplied by 1 - amount / close, where close is the last unadjusted close before the ex-date. This
 * is the convention of CRSP, which Yahoo Finance's "Adj Close" follows. A payment is ignored if it is in another
 * currency than the stock's prices, if there is no close before its ex-date, or if it is at least as large as that
 * close.
 */
export function stepsOf(actions: readonly CorporateAction[], { adjustment, asOf, closeBefore }: Known): Step[] {
  if (adjustment === 'as-traded') return []
  const past = actions.filter(({ exDate }) => exDate <= asOf)
  const days = [...new Set(past.map(({ exDate }) => exDate))].toSorted().toReversed()
  const steps: Step[] = []
  let [was, now, kept] = [1, 1, 1]
  for (const before of days) {
    const ofDay = past.filter(({ exDate }) => exDate === before)
    const paid = adjustment === 'splits' ? 0 : ofDay.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
    const close = paid > 0 ? closeBefore?.(before) : undefined
    const isPaid = close !== undefined && paid < close
    const ratios = ofDay.filter(action => changesShares(action) && action.numerator !== action.denominator)
    if (ratios.length === 0 && !isPaid) continue
    for (const { numerator, denominator } of ratios) [was, now] = shortened(was * denominator!, now * numerator!)
    if (isPaid) kept *= 1 - paid / close
    steps.push({ before, prices: (was / now) * kept, shares: now / was })
  }
  return steps.reverse()
}

/** The step that applies to a day; undefined from the last ex-date on. */
export const stepAt = (steps: readonly Step[], day: Day): Step | undefined => steps.find(({ before }) => day < before)

/**
 * Adjusted prices are rounded to six decimals, which is finer than any exchange's price step. Without rounding, 15
 * could become 15.000000000000002.
 */
export const priceParts = 1e6

export const adjustedPrice = (price: number, step: Step | undefined): number =>
  step ? Math.round(price * step.prices * priceParts) / priceParts : price

export const adjustedShares = (shares: number, step: Step | undefined): number =>
  step ? Math.round(shares * step.shares) : shares

type Prices = { date: Day; open: number; high: number; low: number; close: number; volume: number }

/** Adjusts bars, oldest first, each by the step of its day. */
export function adjustedBars<B extends Prices>(bars: readonly B[], steps: readonly Step[]): B[] {
  let at = 0
  return bars.map(bar => {
    while (at < steps.length && bar.date >= steps[at]!.before) at++
    const step = steps[at]
    if (!step) return bar
    const [open, high] = [adjustedPrice(bar.open, step), adjustedPrice(bar.high, step)]
    const [low, close] = [adjustedPrice(bar.low, step), adjustedPrice(bar.close, step)]
    return { ...bar, open, high, low, close, volume: adjustedShares(bar.volume, step) }
  })
}

/** Reduces the ratio to lowest terms, so that the product of many splits stays exact. */
function shortened(one: number, other: number): [number, number] {
  let [divisor, rest] = [one, other]
  while (rest > 0) [divisor, rest] = [rest, divisor % rest]
  return [one / divisor, other / divisor]
}
