import type Stripe from 'stripe'
import { boolean, list, range, readList, text } from '../params.ts'
import type { Route } from '../route.ts'
import { born, found, newestFirst } from '../things.ts'

export const pastEvents: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events/:id',
    answer: (books, { params }) => found(books, 'event', params['id'] ?? ''),
  },
  {
    method: 'GET',
    path: '/v1/events',
    list: true,
    answer(books, { form }) {
      const asked = readList(form, {
        created: range,
        delivery_success: boolean,
        type: text(100),
        types: list(text(100), 20),
      })
      const types = asked.types ?? (asked.type ? [asked.type] : undefined)
      return newestFirst(
        books.all<Stripe.Event>('event'),
        types &&
          (({ type }) =>
            types.some(wanted => (wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted))),
        asked.delivery_success === undefined
          ? undefined
          : ({ pending_webhooks }) => (pending_webhooks === 0) === asked.delivery_success,
        born(asked.created),
      )
    },
  },
]
