import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { BadRequest, NotFound } from '../http/client-errors.ts'
import type { BillingContext } from './billing-context.ts'
import { disputedPlans } from './disputed.ts'
import type { Plan } from './provider/prices.ts'
import { type ProviderSubscription, readSubscription, type SubscriptionItem } from './provider/subscriptions.ts'

/** A subscription of the user, in its current state at the payment provider. */
export type OwnedSubscription = {
  subscription: ProviderSubscription
  item: SubscriptionItem
  plan: Plan
  inTrial: boolean
  /** The price of a scheduled downgrade, and its period. */
  futurePrice: string | null
  futurePeriodId: PeriodId | null
}

/** Throws NotFound unless the subscription is the user's. */
export async function assertTheirs(
  { database }: BillingContext,
  userId: number,
  subscriptionId: string,
): Promise<void> {
  const row = await database.db
    .selectFrom('subscription')
    .select('subscription_id')
    .where('user_id', '=', userId)
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()
  if (!row) throw new NotFound()
}

/** Reads a subscription that is to be changed. Throws unless it is active and paid. */
export async function readOwnedSubscription(
  billing: BillingContext,
  userId: number,
  subscriptionId: string,
): Promise<OwnedSubscription> {
  const subscription = await readSubscription(billing.stripe, subscriptionId)
  const { item, futurePrice } = subscription
  const plan = item ? await billing.prices.planOf(item.price) : null
  if (!item || !plan) throw new NotFound()
  const inTrial = subscription.status === 'trialing'
  if (!inTrial && subscription.status !== 'active')
    throw new BadRequest('billing.not-changeable', { httpStatus: 409, code: 'not_changeable' })
  if ((await disputedPlans(billing.database.db, userId, plan.productId)).includes(subscriptionId))
    throw new BadRequest('billing.disputed', { httpStatus: 409, code: 'disputed' })
  const future = futurePrice === null ? null : await billing.prices.planOf(futurePrice)
  return { subscription, item, plan, inTrial, futurePrice, futurePeriodId: future?.periodId ?? null }
}

/** Throws if the product differs, or if the period is the current or scheduled one. */
export function assertChange(
  { plan, futurePeriodId }: OwnedSubscription,
  productId: ProductId,
  periodId: PeriodId,
): void {
  if (plan.productId !== productId) throw new BadRequest('billing.other-product', { field: 'productId' })
  if (plan.periodId === periodId || futurePeriodId === periodId)
    throw new BadRequest('billing.same-period', { field: 'billingPeriodId', code: 'same_period' })
}
