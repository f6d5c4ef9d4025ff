import type Stripe from 'stripe'
import { boolean, list, range, readList, text } from '../params.ts'
import type { Route } from '../route.ts'
import { createdBetween, getOr404, newestFirst } from '../stripe-objects.ts'

export const pastEvents: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events/:id',
    answer: (store, { params }) => getOr404(store, 'event', params['id'] ?? ''),
  },
  {
    method: 'GET',
    path: '/v1/events',
    list: true,
    answer(store, { form }) {
      const input = readList(form, {
        created: range,
        delivery_success: boolean,
        type: text(100),
        types: list(text(100), 20),
      })
      const types = input.types ?? (input.type ? [input.type] : undefined)
      return newestFirst(
        store.all<Stripe.Event>('event'),
        types &&
          (({ type }) =>
            types.some(wanted => (wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted))),
        input.delivery_success === undefined
          ? undefined
          : ({ pending_webhooks }) => (pending_webhooks === 0) === input.delivery_success,
        createdBetween(input.created),
      )
    },
  },
]
