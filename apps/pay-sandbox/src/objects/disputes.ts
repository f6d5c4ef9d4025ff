import type Stripe from 'stripe'
import { range, readList, ref } from '../params.ts'
import type { Route } from '../route.ts'
import { createdBetween, idOf, newestFirst, where } from '../stripe-objects.ts'

export const disputes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    list: true,
    answer(store, { form }) {
      const input = readList(form, { charge: ref, created: range, payment_intent: ref })
      return newestFirst(
        store.all<Stripe.Dispute>('dispute'),
        where(input.charge, dispute => idOf(dispute.charge)),
        where(input.payment_intent, dispute => idOf(dispute.payment_intent)),
        createdBetween(input.created),
      )
    },
  },
]
