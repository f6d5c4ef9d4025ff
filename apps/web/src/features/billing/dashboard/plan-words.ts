import type { Subscription } from '@finlist/contract/billing'
import {
  graceDays,
  type PeriodId,
  type ProductId,
  periods,
  priceCents,
  products,
} from '@finlist/domain/plans/catalogue'
import { useTexts } from '../../../i18n/texts.ts'

const dayMs = 86_400_000

/** A plan's name and its periods in words; `lower` as they stand within a sentence. */
export function usePlanWords() {
  const t = useTexts('billing')
  return {
    plan: ({ productId }: { productId: ProductId }) => t(`plan.${products[productId].name}`),
    period: (id: PeriodId) => t(`period.${periods[id].name}`),
    lower: (id: PeriodId) => t(`period.lower.${periods[id].name}`),
  }
}

/** What the plan costs by its own period, in cents; for a price of the operator's own, what it costs next. */
export const costOf = ({ productId, billingPeriodId, nextAmount }: Subscription) =>
  priceCents(productId, billingPeriodId) ?? nextAmount

/** ms. Until when a plan whose renewal was not paid can be used. */
export const keptUntil = ({ subscriptionPeriodEnd, hasAutoRenew }: Subscription) =>
  Date.parse(subscriptionPeriodEnd) + (hasAutoRenew ? graceDays * dayMs : 0)
