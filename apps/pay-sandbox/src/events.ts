import type Stripe from 'stripe'
import { newId } from './ids.ts'
import type { Row, Store } from './store.ts'
import { timeOf } from './time.ts'

/** The API request that caused the events of a change. Both fields are null if the clock caused them. */
export type Cause = { id: string | null; idempotency_key: string | null }
const causes = new WeakMap<Store, Cause>()

export const apiVersion = '2026-10-28.endive'

/**
 * Records an event with the object in its present state, at the time of the object's clock. The event is saved together
 * with the change that caused it.
 */
export function tell(
  store: Store,
  type: Stripe.Event.Type,
  object: Row,
  previousAttributes?: Record<string, unknown>,
): Stripe.Event {
  const event = {
    id: newId('evt_'),
    object: 'event',
    api_version: apiVersion,
    created: timeOf(store, object),
    data: { object, ...(previousAttributes && { previous_attributes: previousAttributes }) },
    livemode: false,
    pending_webhooks: 1,
    request: causes.get(store) ?? { id: null, idempotency_key: null },
    type,
  }
  return store.put('event', event as unknown as Stripe.Event)
}

/** Runs `act` and marks the events it creates with the request that caused them. */
export function causedBy<R>(store: Store, cause: Cause, act: () => R): R {
  causes.set(store, cause)
  try {
    return act()
  } finally {
    causes.delete(store)
  }
}
