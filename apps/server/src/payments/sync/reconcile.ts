import { Busy } from '../../db/locks.ts'
import { type BillingContext, lockOf } from '../billing-context.ts'
import { listEvents } from '../provider/events.ts'
import { syncCustomer } from './sync-customer.ts'
import { keepEvents } from './webhook-events.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const mostEvents = 10_000
/**
 * Maximum age, in ms, of events to catch up on: the payment provider lists events for thirty days. Older changes are
 * found by comparing customers.
 */
const listedMs = 29 * dayMs

/**
 * Stores events of the payment provider that never arrived. Looks for events since an hour before the newest one that
 * did arrive. Returns the number stored.
 */
export async function catchUp(billing: BillingContext): Promise<number> {
  const { newest } = await billing.database.db
    .selectFrom('billing_event')
    .select(({ fn }) => fn.max('created_at').as('newest'))
    .executeTakeFirstOrThrow()
  const since = Math.max(billing.now() - listedMs, ((newest as Date | null)?.getTime() ?? 0) - hourMs)
  let missed = 0
  const events = await listEvents(billing.stripe, new Date(since), mostEvents)
  for (let from = 0; from < events.length; from += 500)
    missed += await keepEvents(billing, events.slice(from, from + 500))
  return missed
}

/**
 * Syncs our copies of customers with the payment provider, in order of user id, if they were last compared at least
 * `olderThanMs` ago. Stops after `most` customers, rounded up to a whole batch. Returns the number that failed or were
 * locked.
 */
export async function compare(billing: BillingContext, { olderThanMs = 0, most = 100_000 } = {}): Promise<number> {
  const { database, now, log } = billing
  const before = new Date(now() - olderThanMs)
  const began = new Date(now())
  let failures = 0
  let lastUserId = 0
  for (let done = 0; done < most; ) {
    const rows = await database.db
      .selectFrom('billing_customer')
      .select(['user_id', 'customer_id'])
      .where('user_id', '>', lastUserId)
      .where('deleted', '=', false)
      .where(({ or, eb }) => or([eb('compared_at', 'is', null), eb('compared_at', '<=', before)]))
      .orderBy('user_id')
      .limit(100)
      .execute()
    if (rows.length === 0) break
    for (const { user_id, customer_id } of rows) {
      done++
      lastUserId = user_id
      try {
        await billing.locks.hold(lockOf(user_id), () =>
          syncCustomer(billing, user_id, customer_id, 'whole', tx =>
            tx.updateTable('billing_customer').set({ compared_at: began }).where('user_id', '=', user_id).execute(),
          ),
        )
      } catch (error) {
        failures++
        if (!(error instanceof Busy)) log.warn({ err: error, userId: user_id }, 'a customer could not be compared')
      }
    }
  }
  return failures
}

/** Deletes events applied over 90 days ago, quotes older than a day and expired invoice links. */
export async function forgetOld({ database, now }: BillingContext): Promise<void> {
  const { db } = database
  await db
    .deleteFrom('billing_event')
    .where('applied_at', '<', new Date(now() - 90 * dayMs))
    .execute()
  await db
    .deleteFrom('billing_quote')
    .where('quoted_at', '<', new Date(now() - dayMs))
    .execute()
  await db.deleteFrom('invoice_link').where('expires_at', '<', new Date(now())).execute()
}
