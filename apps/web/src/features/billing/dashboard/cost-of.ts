import type { Subscription } from '@finlist/contract/billing'
import { graceDays, priceCents } from '@finlist/domain/plans/catalogue'

const dayMs = 86_400_000

/** What the plan costs per period, in cents; at an operator's special price, the next amount. */
export const costOf = ({ productId, billingPeriodId, nextAmount }: Subscription) =>
  priceCents(productId, billingPeriodId) ?? nextAmount

/** Until when a plan with an unpaid renewal can be used, in ms. */
export const keptUntil = ({ subscriptionPeriodEnd, hasAutoRenew }: Subscription) =>
  Date.parse(subscriptionPeriodEnd) + (hasAutoRenew ? graceDays * dayMs : 0)

/** What is charged for an unpaid renewal, in cents: after credit, and with any earlier debt. */
export const outstandingOf = ({ pastDue, nextAmount }: Subscription) => pastDue?.amountDue ?? nextAmount ?? 0
