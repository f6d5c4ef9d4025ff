import type Stripe from 'stripe'
import { deleteCustomer } from '../billing/delete-customer.ts'
import { daySeconds } from '../calendar.ts'
import { refused } from '../errors.ts'
import { tell } from '../events.ts'
import { newId } from '../ids.ts'
import { need, read, text, timestamp } from '../params.ts'
import type { Route } from '../route.ts'
import { getOr404 } from '../stripe-objects.ts'
import { add } from '../update.ts'

const kind = 'test_helpers.test_clock'

export const testClocks: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks',
    answer(store, { form }) {
      const input = read(form, { frozen_time: timestamp, name: text(300) })
      const clock: Stripe.TestHelpers.TestClock = {
        id: newId('clock_'),
        object: kind,
        created: store.now(),
        deletes_after: store.now() + 30 * daySeconds,
        frozen_time: need(input.frozen_time, 'frozen_time'),
        livemode: false,
        name: input.name ?? null,
        status: 'ready',
        status_details: {},
      }
      return add(store, clock, 'test_helpers.test_clock.created')
    },
  },
  {
    method: 'GET',
    path: '/v1/test_helpers/test_clocks/:id',
    answer: (store, { params }) => getOr404(store, kind, params['id'] ?? ''),
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/test_clocks/:id/advance',
    /** Starts moving the clock. Its status is `advancing` until all due actions have run, then `ready`. */
    answer(store, { params, form }) {
      const target = need(read(form, { frozen_time: timestamp }).frozen_time, 'frozen_time')
      const clock = getOr404(store, kind, params['id'] ?? '')
      if (clock.status === 'advancing')
        throw refused('Test clock advancement underway - cannot advance it again until it is ready.')
      if (target <= clock.frozen_time)
        throw refused('The frozen_time must be after the current frozen_time of the test clock.', {
          param: 'frozen_time',
        })
      const advancing = { status: 'advancing', status_details: { advancing: { target_frozen_time: target } } } as const
      return add(store, { ...clock, ...advancing }, 'test_helpers.test_clock.advancing')
    },
  },
  {
    method: 'DELETE',
    path: '/v1/test_helpers/test_clocks/:id',
    answer(store, { params }) {
      const clock = getOr404(store, kind, params['id'] ?? '')
      for (const { id } of store.by<Stripe.Customer>('customer', 'test_clock', clock.id)) deleteCustomer(store, id)
      store.remove(kind, clock.id)
      tell(store, 'test_helpers.test_clock.deleted', clock)
      const gone: Stripe.TestHelpers.DeletedTestClock = { id: clock.id, object: kind, deleted: true }
      return gone
    },
  },
]
