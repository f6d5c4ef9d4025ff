import type { ProductId } from '@finlist/domain/plans/products'
import type { BillingContext } from '../billing-context.ts'
import type { UsableCoupon } from '../pricing/coupon.ts'
import { voidUnlessPaid } from '../provider/invoice-payment.ts'
import type { Price } from '../provider/prices.ts'
import type { ProviderClient } from '../provider/provider.ts'
import {
  cancelSubscription,
  listSubscriptions,
  type ProviderSubscription,
  readStatus,
  readSubscription,
} from '../provider/subscriptions.ts'

const live = new Set<string>(['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'])

/** The user's current subscriptions to the product, read from the payment provider. */
export async function liveSubscriptions(
  billing: BillingContext,
  customerId: string,
  { productId }: { productId: ProductId },
): Promise<ProviderSubscription[]> {
  const found: ProviderSubscription[] = []
  for (const subscription of await listSubscriptions(billing.stripe, customerId)) {
    const plan = await billing.prices.planOf(subscription.item?.price ?? '')
    if (live.has(subscription.status) && plan?.productId === productId) found.push(subscription)
  }
  return found
}

/** Whether an unpaid subscription from an abandoned attempt can be paid now: same plan, coupon and amount. */
export function isSame(
  { item, discounts, latestInvoice }: ProviderSubscription,
  price: Price,
  coupon: UsableCoupon | null,
  amount: number,
): boolean {
  return (
    item?.price === price.id &&
    discounts.map(({ promotionCode }) => promotionCode).join() === (coupon?.id ?? '') &&
    latestInvoice !== null &&
    latestInvoice.isOpen &&
    latestInvoice.dueCents === amount &&
    amount > 0
  )
}

/** Cancels the subscription. Does nothing and returns false if it was paid after all. */
export async function cancelIncomplete(stripe: ProviderClient, id: string): Promise<boolean> {
  const { status, latestInvoice } = await readSubscription(stripe, id)
  if (status !== 'incomplete') return status !== 'active'
  if (latestInvoice && (await voidUnlessPaid(stripe, latestInvoice.id)) === 'paid') return false
  if ((await readStatus(stripe, id)) === 'incomplete') await cancelSubscription(stripe, id)
  return true
}
