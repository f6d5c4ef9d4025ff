import type { Row, Store } from '../store.ts'
import { type Attempt, isDelivered } from './post.ts'

export const deliveryKind = '_delivery'
const mostDeliveries = 5_000
const mostEvents = 50_000

/**
 * The delivery of an event, under the event's id. An event without a delivery row was sent long ago or had no endpoint.
 */
export type DeliveryRow = Row & {
  delivered: boolean
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  type: string
  attempts: number
  /** The HTTP status of the last response, or the reason why there was none; null before the first attempt. */
  answered: number | string | null
  /** The time of the next attempt, in ms since the epoch, by the machine's clock. */
  notBeforeMs: number
}

type EventRow = Row & { type: string; pending_webhooks: number }

/** Queues events for sending. Must be called within the change that creates them. */
export function enqueue(store: Store, events: readonly Row[]): void {
  for (const { id } of events) {
    const event = store.find<EventRow>('event', id)
    if (!event) continue
    if (event.pending_webhooks !== 1) store.put<EventRow>('event', { ...event, pending_webhooks: 1 })
    store.put<DeliveryRow>(deliveryKind, newDelivery(event))
  }
}

/**
 * Marks events as not to be delivered, because no endpoint is configured. Must be called within the change that creates
 * them.
 */
export function toNobody(store: Store, events: readonly Row[]): void {
  for (const { id } of events) {
    const event = store.find<EventRow>('event', id)
    if (event) store.put<EventRow>('event', { ...event, pending_webhooks: 0 })
  }
}

export function newDelivery({ id, type }: Pick<EventRow, 'id' | 'type'>): DeliveryRow {
  const nothingYet = { attempts: 0, answered: null, notBeforeMs: 0 }
  return { id, delivered: false, state: 'waiting', type, ...nothingYet }
}

/**
 * The row after an attempt. `copies` has the result of each copy sent; it is empty if the event was dropped. A failure
 * is final if no retries are left.
 */
export function afterAttempt(
  row: DeliveryRow,
  copies: readonly Attempt[],
  nowMs: number,
  retryAfterMs: readonly number[] = [],
): DeliveryRow {
  const last = copies.at(-1)
  if (!last) return { ...row, state: 'dropped' }
  const attempts = row.attempts + 1
  const answered = 'status' in last ? last.status : last.error
  const tried = { ...row, attempts, answered }
  if (row.delivered || copies.some(isDelivered)) return { ...tried, delivered: true, state: 'delivered' }
  const wait = retryAfterMs[attempts - 1]
  return wait === undefined ? { ...tried, state: 'failed' } : { ...tried, notBeforeMs: nowMs + wait }
}

/** Saves the outcome of an attempt. Must be called within a change. */
export function note(store: Store, row: DeliveryRow): void {
  store.put<DeliveryRow>(deliveryKind, row)
  const event = store.find<EventRow>('event', row.id)
  const pending = row.delivered ? 0 : 1
  if (event && event.pending_webhooks !== pending) store.put<EventRow>('event', { ...event, pending_webhooks: pending })
}

/**
 * Deletes the oldest deliveries beyond 5,000 and the oldest events beyond 50,000, except those that are still to be
 * sent. Must be called within a change.
 */
export function forgetOldest(store: Store): void {
  const deliveries = store.all<DeliveryRow>(deliveryKind)
  const waits = (id: string) => store.find<DeliveryRow>(deliveryKind, id)?.state === 'waiting'
  for (const { id } of beyond(deliveries, mostDeliveries)) if (!waits(id)) store.remove(deliveryKind, id)
  for (const { id } of beyond(store.all('event'), mostEvents)) if (!waits(id)) store.remove('event', id)
}

function beyond<T>(rows: readonly T[], most: number): readonly T[] {
  return rows.slice(0, Math.max(0, rows.length - most))
}
