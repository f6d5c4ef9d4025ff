import type Stripe from 'stripe'
import { idOf, type Provider } from './provider.ts'

/** A webhook event. `object`: the id of its payment intent, or else of the object that it is about. */
export type ProviderEvent = {
  id: string
  type: string
  customer: string | null
  object: string | null
  createdAt: Date
}

const toleranceSeconds = 300

/** Verifies a webhook event. Throws if its signature is invalid, or older than five minutes at `realNow` (ms). */
export function openEvent(
  { stripe, webhookSecret }: Provider,
  rawBody: Buffer,
  signature: string,
  realNow: number,
): ProviderEvent {
  const { webhooks } = stripe
  return eventOf(webhooks.constructEvent(rawBody, signature, webhookSecret, toleranceSeconds, undefined, realNow))
}

/** Up to `most` events created since the given time. */
export async function listEvents(stripe: Stripe, since: Date, most: number): Promise<ProviderEvent[]> {
  const list = stripe.events.list({ created: { gte: Math.floor(since.getTime() / 1_000) }, limit: 100 })
  return (await list.autoPagingToArray({ limit: most })).map(eventOf)
}

const eventOf = (event: Stripe.Event): ProviderEvent => ({
  id: event.id,
  type: event.type,
  customer: customerIn(event),
  object: objectIn(event),
  createdAt: new Date(event.created * 1_000),
})

type Told = { id?: string; object: string; customer?: string | { id: string } | null; payment_intent?: unknown }

function customerIn({ data }: Stripe.Event): string | null {
  const told = data.object as unknown as Told
  if (told.object === 'customer') return told.id ?? null
  const before = data.previous_attributes as { customer?: string | null } | undefined
  return idOf(told.customer) ?? before?.customer ?? null
}

/**
 * The id of the payment that the object belongs to, or else the object's own id. The payment is needed because a
 * dispute does not name its customer.
 */
function objectIn({ data }: Stripe.Event): string | null {
  const told = data.object as unknown as Told
  return typeof told.payment_intent === 'string' ? told.payment_intent : (told.id ?? null)
}
