import { Busy } from '../../db/locks.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { type BillingContext, lockOf } from '../billing-context.ts'
import { userOfCustomer } from '../customer.ts'
import { openOperation } from '../operations/operation.ts'
import { settle } from '../operations/recover.ts'
import { openEvent, type ProviderEvent } from '../provider/events.ts'
import { customerOfPayment } from '../provider/invoice-payment.ts'
import { syncCustomer } from './sync-customer.ts'

/** Stores an event without applying it. Throws if its signature is invalid or older than five minutes. */
export async function receiveEvent(
  billing: BillingContext,
  rawBody: Buffer,
  signature: string,
): Promise<'inserted' | 'known'> {
  let event: ProviderEvent
  try {
    event = openEvent(billing.provider, rawBody, signature, billing.realNow())
  } catch {
    throw new BadRequest('billing.forged-event')
  }
  return (await keepEvents(billing, [event])) > 0 ? 'inserted' : 'known'
}

/** Stores events. Returns the number of new ones. */
export async function keepEvents({ database, now }: BillingContext, events: readonly ProviderEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const at = new Date(now())
  const kept = await database.db
    .insertInto('billing_event')
    .values(
      events.map(event => ({
        event_id: event.id,
        type: event.type,
        customer_id: event.customer,
        object_id: event.object,
        created_at: event.createdAt,
        received_at: at,
        try_at: at,
        applied_at: null,
        error: null,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('event_id')
    .execute()
  return kept.length
}

const customersAtOnce = 50
const eventsAtOnce = 1_000
const abreast = 4

/**
 * Applies waiting events by reading the customer again under the user's lock, so the order and number of the events do
 * not matter. `all` includes failed events whose retry is not due yet. Returns the number applied.
 */
export async function applyEvents(billing: BillingContext, { all = false, patienceMs = 1_000 } = {}): Promise<number> {
  const waiting = await billing.database.db
    .selectFrom('billing_event')
    .select(['customer_id', ({ fn }) => fn.min('received_at').as('since')])
    .where('applied_at', 'is', null)
    .$if(!all, query => query.where('try_at', '<=', new Date(billing.now())))
    .groupBy('customer_id')
    .orderBy('since')
    .limit(customersAtOnce)
    .execute()
  const customers = waiting.map(row => row.customer_id)
  let applied = 0
  const work = async () => {
    for (let next = customers.shift(); next !== undefined; next = customers.shift())
      applied += await (next === null ? applyOfNobody(billing) : applyOfCustomer(billing, next, patienceMs))
  }
  await Promise.all(Array.from({ length: abreast }, work))
  return applied
}

async function applyOfCustomer(billing: BillingContext, customerId: string, patienceMs: number): Promise<number> {
  const userId = await userOfCustomer(billing, customerId)
  // The customer is not ours, or the user was erased.
  if (userId === undefined)
    return await mark(
      billing,
      (await waitingOf(billing, customerId)).map(event => event.event_id),
    )
  try {
    return await billing.locks.hold(
      lockOf(userId),
      async () => {
        const events = await waitingOf(billing, customerId)
        if (events.length === 0) return 0
        const ids = events.map(event => event.event_id)
        try {
          const open = await openOperation(billing, userId)
          if (open?.state === 'requires_action') await settle(billing, open)
          const scope = events.some(({ type }) => type.startsWith('charge.')) ? 'charges' : 'recent'
          await syncCustomer(billing, userId, customerId, scope, tx =>
            tx
              .updateTable('billing_event')
              .set({ applied_at: new Date(billing.now()), error: null })
              .where('event_id', 'in', ids)
              .execute(),
          )
          return ids.length
        } catch (error) {
          await postpone(billing, ids, error)
          return 0
        }
      },
      patienceMs,
    )
  } catch (error) {
    if (error instanceof Busy) return 0
    throw error
  }
}

const waitingOf = ({ database }: BillingContext, customerId: string | null) =>
  database.db
    .selectFrom('billing_event')
    .select(['event_id', 'type', 'object_id'])
    .where('applied_at', 'is', null)
    .where('customer_id', 'is not distinct from', customerId)
    .orderBy('received_at')
    .limit(eventsAtOnce)
    .execute()

/** Applies events about products and prices, and events about payments whose customer has to be looked up. */
async function applyOfNobody(billing: BillingContext): Promise<number> {
  let applied = 0
  for (const { event_id, type, object_id } of await waitingOf(billing, null)) {
    try {
      if (/^(price|product|coupon|promotion_code)\./.test(type)) billing.prices.forget()
      const isHanded = object_id?.startsWith('pi_') && (await handToCustomer(billing, event_id, object_id))
      // Assigning the event to its user counts as progress, too.
      applied += isHanded ? 1 : await mark(billing, [event_id])
    } catch (error) {
      await postpone(billing, [event_id], error)
    }
  }
  return applied
}

async function handToCustomer(
  { stripe, database }: BillingContext,
  eventId: string,
  intentId: string,
): Promise<boolean> {
  const customer = await customerOfPayment(stripe, intentId)
  if (customer === null) return false
  await database.db
    .updateTable('billing_event')
    .set({ customer_id: customer })
    .where('event_id', '=', eventId)
    .execute()
  return true
}

async function mark({ database, now }: BillingContext, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  await database.db
    .updateTable('billing_event')
    .set({ applied_at: new Date(now()), error: null })
    .where('event_id', 'in', ids)
    .execute()
  return ids.length
}

const mostWaitMs = 3_600_000

async function postpone({ database, now, log }: BillingContext, ids: string[], error: unknown): Promise<void> {
  log.warn({ err: error, eventIds: ids.slice(0, 10) }, 'events of the payment provider could not be applied')
  const rows = await database.db
    .selectFrom('billing_event')
    .select(['event_id', 'attempts'])
    .where('event_id', 'in', ids)
    .execute()
  for (const { event_id, attempts } of rows) {
    const waitMs = Math.min(5_000 * 2 ** Math.min(attempts, 20), mostWaitMs)
    await database.db
      .updateTable('billing_event')
      .set({
        attempts: Math.min(attempts + 1, 1_000),
        try_at: new Date(now() + waitMs),
        error: String(error).slice(0, 500),
      })
      .where('event_id', '=', event_id)
      .execute()
  }
}
