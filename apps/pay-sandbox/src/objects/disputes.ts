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
      const asked = readList(form, { charge: ref, created: range, payment_intent: ref })
      return newestFirst(
        store.all<Stripe.Dispute>('dispute'),
        where(asked.charge, dispute => idOf(dispute.charge)),
        where(asked.payment_intent, dispute => idOf(dispute.payment_intent)),
        createdBetween(asked.created),
      )
    },
  },
]
