import type { ProductId } from '@finlist/domain/plans/catalogue'
import type Stripe from 'stripe'
import type { BillingContext } from '../billing-context.ts'
import type { UsableCoupon } from '../pricing/coupon.ts'
import { voidUnlessPaid } from './invoice-payment.ts'
import { answered, idOf } from './provider.ts'

const live = new Set<string>(['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused'])

/** The person's subscriptions to the product that are not over, read from the payment provider. */
export async function liveSubscriptions(
  billing: BillingContext,
  customerId: string,
  { productId }: { productId: ProductId },
): Promise<Stripe.Subscription[]> {
  const { data } = await answered(
    'list',
    billing.stripe.subscriptions.list({
      customer: customerId,
      limit: 100,
      expand: ['data.latest_invoice', 'data.discounts'],
    }),
  )
  const found: Stripe.Subscription[] = []
  for (const subscription of data) {
    const plan = await billing.prices.planOf(subscription.items.data[0]?.price.id ?? '')
    if (live.has(subscription.status) && plan?.productId === productId) found.push(subscription)
  }
  return found
}

/** Whether an abandoned first try can be paid now: the same plan and coupon, for the same amount. */
export function isSame(
  abandoned: Stripe.Subscription,
  price: Stripe.Price,
  coupon: UsableCoupon | null,
  amount: number,
) {
  const { latest_invoice: invoice, discounts, items } = abandoned
  const codes = discounts.map(discount => (typeof discount === 'string' ? '' : idOf(discount.promotion_code)))
  return (
    items.data[0]?.price.id === price.id &&
    codes.join() === (coupon?.id ?? '') &&
    invoice !== null &&
    typeof invoice !== 'string' &&
    invoice.status === 'open' &&
    invoice.amount_due === amount &&
    amount > 0
  )
}

/** Cancels the subscription; a subscription that was paid after all is left as it is, and the answer is false. */
export async function cancelIncomplete(stripe: Stripe, subscriptionId: string): Promise<boolean> {
  const subscription = await answered('subscription', stripe.subscriptions.retrieve(subscriptionId))
  if (subscription.status !== 'incomplete') return subscription.status !== 'active'
  const invoice = idOf(subscription.latest_invoice)
  if (invoice !== null && (await voidUnlessPaid(stripe, invoice)) === 'paid') return false
  const { status } = await answered('subscription', stripe.subscriptions.retrieve(subscriptionId))
  if (status === 'incomplete') await stripe.subscriptions.cancel(subscriptionId)
  return true
}
