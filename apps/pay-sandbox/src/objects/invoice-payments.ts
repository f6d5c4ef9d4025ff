import type Stripe from 'stripe'
import { oneOf, range, readList, ref, shape } from '../params.ts'
import type { Route } from '../route.ts'
import { createdBetween, idOf, newestFirst, where } from '../stripe-objects.ts'

export const invoicePayments: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    list: true,
    answer(store, { form }) {
      const input = readList(form, {
        created: range,
        invoice: ref,
        payment: shape({ payment_intent: ref, type: oneOf('payment_intent') }),
        status: oneOf('canceled', 'open', 'paid'),
      })
      const all = input.invoice
        ? store.by<Stripe.InvoicePayment>('invoice_payment', 'invoice', input.invoice)
        : store.all<Stripe.InvoicePayment>('invoice_payment')
      return newestFirst(
        all,
        where(input.payment?.payment_intent, one => idOf(one.payment.payment_intent)),
        where<Stripe.InvoicePayment, string>(input.status, one => one.status),
        createdBetween(input.created),
      )
    },
  },
]
