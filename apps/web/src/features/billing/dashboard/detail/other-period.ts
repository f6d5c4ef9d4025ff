import type { Subscription } from '@finlist/contract/billing'
import { monthlyPrices, priceCents } from '@finlist/domain/plans/catalogue'
import { offeredPeriods } from '../../plans/plan-features.ts'

type Plan = Pick<Subscription, 'productId' | 'billingPeriodId' | 'status'>

/**
 * The period with the lowest cost per month or, if that is the current one, the period with the smallest payments.
 * Amounts in cents. Undefined while a payment is outstanding, because no period can be changed then, and if the current
 * price is unknown.
 */
export function otherPeriod({ productId, billingPeriodId, status }: Plan) {
  const prices = monthlyPrices[productId]
  const now = prices[billingPeriodId]
  if (status === 'past_due' || now === undefined) return undefined
  const others = offeredPeriods.filter(period => period !== billingPeriodId && prices[period] !== undefined)
  const byMonth = others.toSorted((one, two) => prices[one]! - prices[two]!)
  const [cheapest] = byMonth
  const isCheaper = cheapest !== undefined && prices[cheapest]! < now
  const period = isCheaper ? cheapest : byMonth.at(-1)
  if (period === undefined) return undefined
  return {
    period,
    isCheaper,
    perMonth: prices[period]! * 100,
    perMonthNow: now * 100,
    whole: priceCents(productId, period)!,
  }
}
