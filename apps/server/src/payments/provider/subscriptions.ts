import type { cancelReasons } from '@finlist/contract/billing'
import type Stripe from 'stripe'
import type { SubscriptionStatus } from '../../db/tables/billing.ts'
import type { CouponTerms, Discount } from './coupon-terms.ts'
import { answered, idOf, type Once } from './provider.ts'

export type SubscriptionItem = { id: string; price: string; periodEnd: Date }

/** A subscription in its current state at the payment provider. */
export type ProviderSubscription = {
  id: string
  status: SubscriptionStatus
  /** The subscription's only item. */
  item: SubscriptionItem | undefined
  trialEnd: Date | null
  endsAtPeriodEnd: boolean
  isChangePending: boolean
  schedule: string | null
  /** The price that a schedule changes to. */
  futurePrice: string | null
  discounts: Discount[]
  latestInvoice: { id: string; isOpen: boolean; dueCents: number | undefined } | null
  /** Id of our operation that opened the subscription. */
  operationId: string | undefined
}

const expand = ['schedule', 'discounts.source.coupon', 'latest_invoice']

export async function readSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  return subscriptionOf(await answered('subscription', stripe.subscriptions.retrieve(id, { expand })))
}

export async function readStatus(stripe: Stripe, id: string): Promise<SubscriptionStatus> {
  return (await answered('subscription', stripe.subscriptions.retrieve(id))).status as SubscriptionStatus
}

/** The customer's newest hundred subscriptions; ended ones are included only with `over`. */
export async function listSubscriptions(
  stripe: Stripe,
  customer: string,
  { over = false } = {},
): Promise<ProviderSubscription[]> {
  const request = { customer, limit: 100, expand: expand.map(path => `data.${path}`) }
  const list = stripe.subscriptions.list({ ...request, ...(over && { status: 'all' as const }) })
  return (await answered('list', list)).data.map(subscriptionOf)
}

export function subscriptionOf(subscription: Stripe.Subscription): ProviderSubscription {
  const { schedule, latest_invoice: invoice } = subscription
  const [item] = subscription.items.data
  return {
    id: subscription.id,
    status: subscription.status as SubscriptionStatus,
    item: item && { id: item.id, price: item.price.id, periodEnd: dateOf(item.current_period_end) },
    trialEnd: subscription.trial_end === null ? null : dateOf(subscription.trial_end),
    endsAtPeriodEnd: subscription.cancel_at_period_end,
    isChangePending: subscription.pending_update !== null,
    schedule: idOf(schedule),
    futurePrice: schedule === null || typeof schedule === 'string' ? null : nextPriceOf(schedule),
    discounts: subscription.discounts.map(discountOf),
    latestInvoice: invoice === null ? null : latestOf(invoice),
    operationId: subscription.metadata['operation_id'],
  }
}

/** The price that a subscription changes to when its current phase is over, or null. */
function nextPriceOf({ phases, current_phase, status }: Stripe.SubscriptionSchedule): string | null {
  if (!current_phase || status !== 'active') return null
  const next = phases.find(({ start_date }) => start_date >= current_phase.end_date)
  return idOf(next?.items[0]?.price)
}

const latestOf = (invoice: string | Stripe.Invoice) =>
  typeof invoice === 'string'
    ? { id: invoice, isOpen: false, dueCents: undefined }
    : { id: invoice.id, isOpen: invoice.status === 'open', dueCents: invoice.amount_due }

const dateOf = (seconds: number) => new Date(seconds * 1_000)

function discountOf(discount: string | Stripe.Discount): Discount {
  if (typeof discount === 'string') return { id: discount, promotionCode: null, coupon: null, endsAt: null }
  const { id, source, promotion_code, end } = discount
  const coupon = source.coupon === null || typeof source.coupon === 'string' ? null : termsOf(source.coupon)
  return { id, promotionCode: idOf(promotion_code), coupon, endsAt: end === null ? null : dateOf(end) }
}

export const termsOf = ({ id, duration, duration_in_months }: Stripe.Coupon): CouponTerms => ({
  id,
  duration: duration as CouponTerms['duration'],
  months: duration_in_months ?? 0,
})

/** Includes discounts in the lines of a proration, so that an invoice has the same total as its preview. */
export const billingMode = { type: 'flexible', flexible: { proration_discounts: 'included' } } as const

export type Opening = {
  customer: string
  price: string
  promotionCode: string | undefined
  trialDays: number
  userId: number
  operationId: string
}

/** Opens a subscription that is not paid yet, unless it begins with a trial or costs nothing now. */
export async function openSubscription(stripe: Stripe, request: Opening, once: Once): Promise<ProviderSubscription> {
  const created = stripe.subscriptions.create(
    {
      customer: request.customer,
      items: [{ price: request.price }],
      payment_behavior: 'default_incomplete',
      collection_method: 'charge_automatically',
      billing_mode: billingMode,
      payment_settings: { save_default_payment_method: 'off' },
      metadata: { user_id: String(request.userId), operation_id: request.operationId },
      ...(request.promotionCode && { discounts: [{ promotion_code: request.promotionCode }] }),
      ...(request.trialDays > 0 && {
        trial_period_days: request.trialDays,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
      }),
      expand: ['latest_invoice'],
    },
    once,
  )
  return subscriptionOf(await answered('subscription', created))
}

/**
 * Changes to another price, effective from `prorationDate` (seconds since the epoch) once the change is paid. Without
 * that date, the change is free and immediate, as in a trial.
 */
export async function changePrice(
  stripe: Stripe,
  { id, item, price, prorationDate }: { id: string; item: string; price: string; prorationDate: number | undefined },
  once: Once,
): Promise<ProviderSubscription> {
  const updated = stripe.subscriptions.update(
    id,
    {
      items: [{ id: item, price }],
      ...(prorationDate === undefined
        ? { proration_behavior: 'none' as const }
        : { ...paidAtOnce(prorationDate), payment_behavior: 'pending_if_incomplete' as const }),
      expand: ['latest_invoice'],
    },
    once,
  )
  return subscriptionOf(await answered('subscription', updated))
}

/** Starts a new period now and credits the unused time of the current one. */
export const paidAtOnce = (prorationDate: number) =>
  ({
    proration_behavior: 'always_invoice',
    proration_date: prorationDate,
    billing_cycle_anchor: { type: 'now' },
  }) as const

export async function discountByCode(stripe: Stripe, id: string, promotionCode: string, once: Once): Promise<void> {
  await stripe.subscriptions.update(id, { discounts: [{ promotion_code: promotionCode }] }, once)
}

/** Applies these coupons, and no others, to the subscription's invoices. */
export async function discountByCoupons(stripe: Stripe, id: string, coupons: readonly string[]): Promise<void> {
  await stripe.subscriptions.update(id, { discounts: coupons.length > 0 ? coupons.map(coupon => ({ coupon })) : '' })
}

export type CancelReason = { feedback: (typeof cancelReasons)[number]; comment?: string | undefined }

/** Turns renewal on or off; `reason` says why it is turned off. */
export async function setRenews(
  stripe: Stripe,
  id: string,
  renews: boolean,
  { once, reason }: { once?: Once; reason?: CancelReason | undefined } = {},
): Promise<void> {
  const details = reason && { feedback: reason.feedback, ...(reason.comment && { comment: reason.comment }) }
  await stripe.subscriptions.update(
    id,
    { cancel_at_period_end: !renews, ...(details && { cancellation_details: details }) },
    once,
  )
}

/** Cancels the subscription immediately, without a charge or a refund. */
export async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false })
}
