import { type BillingContext, lockOf } from '../billing-context.ts'
import { notFinished } from '../billing-errors.ts'
import { knownCustomer } from '../customer.ts'
import { detachAllBut, putOnFile } from '../provider/cards.ts'
import { eraseParticulars } from '../provider/customers.ts'
import { openInvoices, voidUnlessPaid } from '../provider/invoice-payment.ts'
import { cancelSubscription, listSubscriptions } from '../provider/subscriptions.ts'
import { openOperation } from './operation.ts'
import { settle } from './recover.ts'

const over = new Set<string>(['canceled', 'incomplete_expired'])

/**
 * Ends billing for a user being erased: cancels every subscription immediately, voids open invoices, and removes card,
 * name and address at the payment provider. The provider keeps the invoices for accounting. Throws if the provider does
 * not respond; the call can then be repeated.
 */
export async function endBilling(billing: BillingContext, userId: number): Promise<void> {
  const { stripe, database } = billing
  const customerId = await knownCustomer(billing, userId)
  if (!customerId) return
  await billing.locks.hold(lockOf(userId), async () => {
    const open = await openOperation(billing, userId)
    if (open) await settle(billing, open, notFinished())
    for (const { id, status } of await listSubscriptions(stripe, customerId, { over: true }))
      if (!over.has(status)) await cancelSubscription(stripe, id)
    for (const { id } of await openInvoices(stripe, { customer: customerId })) await voidUnlessPaid(stripe, id)
    await putOnFile(stripe, customerId, null)
    await detachAllBut(stripe, customerId, null)
    await eraseParticulars(stripe, customerId)
    await database.transaction(async tx => {
      const taken = await tx.deleteFrom('trial_taken').where('user_id', '=', userId).returningAll().execute()
      const cards = taken.filter(row => row.card_fingerprint !== '').map(row => ({ ...row, user_id: 0 }))
      if (cards.length > 0)
        await tx
          .insertInto('trial_taken')
          .values(cards)
          .onConflict(conflict => conflict.doNothing())
          .execute()
    })
  })
}
