import type { Subscription } from '@finlist/contract/billing'
import { graceDays, priceCents } from '@finlist/domain/plans/catalogue'

const dayMs = 86_400_000

/** What the plan costs by its own period, in cents; for a price of the operator's own, what it costs next. */
export const costOf = ({ productId, billingPeriodId, nextAmount }: Subscription) =>
  priceCents(productId, billingPeriodId) ?? nextAmount

/** ms. Until when a plan whose renewal was not paid can be used. */
export const keptUntil = ({ subscriptionPeriodEnd, hasAutoRenew }: Subscription) =>
  Date.parse(subscriptionPeriodEnd) + (hasAutoRenew ? graceDays * dayMs : 0)

/** What is charged for a renewal that was not paid, in cents: after credit, and with what was owed before. */
export const outstandingOf = ({ pastDue, nextAmount }: Subscription) => pastDue?.amountDue ?? nextAmount ?? 0
