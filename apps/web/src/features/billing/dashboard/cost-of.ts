import type { Subscription } from '@finlist/contract/billing'
import { graceDays, priceCents } from '@finlist/domain/plans/catalogue'

const dayMs = 86_400_000

/**
 * The plan's cost per period, in cents. If the operator has set a special price for the user, the amount of the next
 * payment.
 */
export const costOf = ({ productId, billingPeriodId, nextAmount }: Subscription) =>
  priceCents(productId, billingPeriodId) ?? nextAmount

/** The time, in ms, until which a plan with an unpaid renewal can be used. */
export const keptUntil = ({ subscriptionPeriodEnd, hasAutoRenew }: Subscription) =>
  Date.parse(subscriptionPeriodEnd) + (hasAutoRenew ? graceDays * dayMs : 0)

/** The amount charged for an unpaid renewal, in cents: the price after credit, plus any earlier debt. */
export const outstandingOf = ({ pastDue, nextAmount }: Subscription) => pastDue?.amountDue ?? nextAmount ?? 0
