import type { ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { openInvoices, voidUnlessPaid } from '../provider/invoice-payment.ts'
import type { ProviderClient } from '../provider/provider.ts'
import { scheduleChange } from '../provider/schedule.ts'
import { discountByCoupons, readSubscription } from '../provider/subscriptions.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { restoreCard } from './card.ts'
import { failed, markAbandoned, type Operation, onceAs } from './operation.ts'
import { payOutstanding } from './outstanding.ts'

/** Reverts an upgrade: restores plan, discount, card and scheduled downgrade. Returns false if it has been paid. */
export async function compensateUpgrade(
  billing: BillingContext,
  op: Operation,
  refusal: ClientError,
): Promise<boolean> {
  const { stripe } = billing
  const { subscription: id, price, promotionCode, customer } = op.ids
  const lost = await markAbandoned(billing, op, refusal)
  const found = await readSubscription(stripe, id!)
  if (found.item?.price === price) return false
  const invoice = found.isChangePending ? await pendingInvoice(stripe, lost) : null
  if (invoice !== null && (await voidUnlessPaid(stripe, invoice)) === 'paid') return false
  await billing.crashAt('upgrade: voided')
  const now = await readSubscription(stripe, id!)
  const isLive = ['active', 'trialing', 'past_due', 'unpaid'].includes(now.status)
  if (isLive && promotionCode && now.discounts.some(discount => discount.promotionCode === promotionCode))
    await discountByCoupons(stripe, id!, op.before.coupons ?? [])
  await billing.crashAt('upgrade: discount put back')
  await restoreCard(billing, lost)
  await billing.crashAt('upgrade: card put back')
  if (['active', 'trialing'].includes(now.status) && op.before.futurePrice && now.schedule === null) {
    const future = await billing.prices.read(op.before.futurePrice)
    await scheduleChange(stripe, await readSubscription(stripe, id!), future, step => onceAs(lost, `put back: ${step}`))
  }
  // If a renewal became due in the meantime, it was attempted with the new card and failed. Pays it with the old card.
  if (op.ids.newCard && now.status === 'past_due') await payOutstanding(billing, lost)
  await syncCustomer(billing, op.user_id, customer!)
  await failed(billing, lost, refusal)
  return true
}

/** Id of the invoice that the pending change waits for; found even if the response that named it was lost. */
export async function pendingInvoice(stripe: ProviderClient, { ids }: Operation): Promise<string | null> {
  if (ids.invoice) return ids.invoice
  const open = await openInvoices(stripe, { subscription: ids.subscription! })
  return open.find(({ isForChange }) => isForChange)?.id ?? null
}
