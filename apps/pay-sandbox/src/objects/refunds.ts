import type Stripe from 'stripe'
import { refused } from '../errors.ts'
import { tell } from '../events.ts'
import { newId } from '../ids.ts'
import { inWords } from '../money.ts'
import { integer, merged, metadata, oneOf, range, read, readList, ref } from '../params.ts'
import type { Route } from '../route.ts'
import { createdBetween, getOr404, idOf, newestFirst, where } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'

export const refunds: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    /** Refunds a charge, at most the amount that has not been refunded yet. */
    answer(store, { form }) {
      const input = read(form, {
        amount: integer(1),
        charge: ref,
        metadata,
        payment_intent: ref,
        reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      })
      const intent = input.payment_intent
        ? getOr404(store, 'payment_intent', input.payment_intent, 'payment_intent')
        : undefined
      const chargeId = input.charge ?? idOf(intent?.latest_charge)
      if (!chargeId) {
        if (intent) throw refused(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`)
        throw refused('One of the following params should be provided for this request: payment_intent or charge.', {
          code: 'parameter_missing',
        })
      }
      const charge = getOr404(store, 'charge', chargeId, 'charge')
      if (!charge.paid)
        throw refused(`Charge ${charge.id} was not successful and cannot be refunded.`, { param: 'charge' })
      const left = charge.amount_captured - charge.amount_refunded
      if (left === 0)
        throw refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
      if (charge.disputed)
        throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: 'charge_disputed' })
      const amount = input.amount ?? left
      if (amount > left)
        throw refused(
          `Refund amount (${inWords(amount, charge.currency)}) is greater than unrefunded amount on charge (${inWords(left, charge.currency)})`,
          { param: 'amount' },
        )
      const refund: Stripe.Refund = {
        id: newId('re_'),
        object: 'refund',
        amount,
        balance_transaction: null,
        charge: charge.id,
        created: timeOf(store, charge),
        currency: charge.currency,
        customer: idOf(charge.customer),
        customer_account: null,
        destination_details: { card: { type: 'refund' }, type: 'card' },
        metadata: merged(null, input.metadata),
        payment_intent: charge.payment_intent,
        payment_method: charge.payment_method,
        reason: input.reason ?? null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: 'succeeded',
        transfer_reversal: null,
      }
      add(store, refund, 'refund.created')
      const after = { amount_refunded: charge.amount_refunded + amount, refunded: amount === left }
      tell(store, 'charge.refunded', update(store, charge, after), {
        amount_refunded: charge.amount_refunded,
        ...(after.refunded && { refunded: false }),
      })
      return refund
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    list: true,
    answer(store, { form }) {
      const input = readList(form, { charge: ref, created: range, payment_intent: ref })
      return newestFirst(
        store.all<Stripe.Refund>('refund'),
        where(input.charge, refund => idOf(refund.charge)),
        where(input.payment_intent, refund => idOf(refund.payment_intent)),
        createdBetween(input.created),
      )
    },
  },
]
