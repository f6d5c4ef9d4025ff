import type Stripe from 'stripe'
import type { ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { voidUnlessPaid } from '../provider/invoice-payment.ts'
import { answered, idOf } from '../provider/provider.ts'
import { scheduleChange } from '../provider/schedule.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { restoreCard } from './card.ts'
import { failed, markAbandoned, type Operation } from './operation.ts'
import { payOutstanding } from './outstanding.ts'

/** Puts plan, discount, card and scheduled downgrade back as they were. Answers false when the upgrade is paid. */
export async function compensateUpgrade(
  billing: BillingContext,
  op: Operation,
  refusal: ClientError,
): Promise<boolean> {
  const { stripe } = billing
  const { subscription: id, price, promotionCode, customer } = op.ids
  const lost = await markAbandoned(billing, op, refusal)
  const read = () =>
    answered('subscription', stripe.subscriptions.retrieve(id!, { expand: ['discounts.source.coupon'] }))
  const found = await read()
  if (found.items.data[0]?.price.id === price) return false
  const invoice = found.pending_update ? await pendingInvoice(stripe, lost) : null
  if (invoice !== null && (await voidUnlessPaid(stripe, invoice)) === 'paid') return false
  await billing.crashAt('upgrade: voided')
  const now = await read()
  const isLive = ['active', 'trialing', 'past_due', 'unpaid'].includes(now.status)
  const codes = now.discounts.map(discount => (typeof discount === 'string' ? null : idOf(discount.promotion_code)))
  if (isLive && promotionCode && codes.includes(promotionCode)) {
    const coupons = op.before.coupons ?? []
    await stripe.subscriptions.update(id!, { discounts: coupons.length > 0 ? coupons.map(coupon => ({ coupon })) : '' })
  }
  await billing.crashAt('upgrade: discount put back')
  await restoreCard(billing, lost)
  await billing.crashAt('upgrade: card put back')
  if (['active', 'trialing'].includes(now.status) && op.before.futurePrice && now.schedule === null) {
    const future = await answered('price', stripe.prices.retrieve(op.before.futurePrice))
    await scheduleChange(stripe, lost, await read(), future, 'put back')
  }
  // A renewal that came due during the wait was tried with the new card.
  if (op.ids.newCard && now.status === 'past_due') await payOutstanding(billing, lost)
  await syncCustomer(billing, op.user_id, customer!)
  await failed(billing, lost, refusal)
  return true
}

/** The invoice that the pending change waits for, also when its id never arrived. */
export async function pendingInvoice(stripe: Stripe, { ids }: Operation): Promise<string | null> {
  if (ids.invoice) return ids.invoice
  const open = stripe.invoices.list({ subscription: ids.subscription!, status: 'open', limit: 10 })
  const { data } = await answered('list', open)
  return data.find(({ billing_reason }) => billing_reason === 'subscription_update')?.id ?? null
}
