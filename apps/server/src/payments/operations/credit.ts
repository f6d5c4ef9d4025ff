import { sql } from 'kysely'
import { audit } from '../../db/audit.ts'
import type { Db } from '../../db/database.ts'
import { BadRequest, type ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { notFinished } from '../billing-errors.ts'
import { hkd } from '../emails/words.ts'
import { creditMoveOf, creditThere, moveCredit } from '../provider/balance.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { begin, done, failed, markAbandoned, note, type Operation, type OperationResult, onceAs } from './operation.ts'

export type CreditChange = { byUserId: number; direction: 'give' | 'take-back'; amount: number; reason: string }

/** Gives a user credit, or takes back credit given by staff. Throws if less credit remains than is to be taken back. */
export async function changeCredit(
  billing: BillingContext,
  userId: number,
  customerId: string,
  change: CreditChange,
  askedKey: string | undefined,
): Promise<OperationResult> {
  const { stripe } = billing
  if (change.direction === 'take-back') {
    const left = Math.min(await creditThere(stripe, customerId), await givenByStaff(billing.database.db, userId))
    if (change.amount > left)
      throw new BadRequest('billing.staff.credit-gone', {
        httpStatus: 409,
        code: 'credit_gone',
        field: 'amount',
        values: { left: hkd(left) },
      })
  }
  const op = await begin(billing, userId, {
    kind: 'credit',
    productId: null,
    request: change,
    askedKey,
    before: {},
    ids: { customer: customerId },
  })
  const cents = change.direction === 'give' ? change.amount : -change.amount
  const move = { customer: customerId, cents, metadata: { operation_id: op.operation_id } }
  const givenBack = await moveCredit(stripe, move, onceAs(op, 'credit'))
  return await finish(billing, await note(billing, op, 'moved', { givenBack }))
}

async function finish(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { direction, amount, reason, byUserId } = op.request as CreditChange
  await syncCustomer(billing, op.user_id, op.ids.customer!, 'recent', async tx =>
    audit(tx, {
      byUserId,
      aboutUserId: op.user_id,
      action: direction === 'give' ? 'credit-given' : 'credit-taken-back',
      facts: { cents: amount, creditAfter: await creditOf(tx, op.user_id) },
      reason,
      at: new Date(billing.now()),
      operationId: op.operation_id,
    }),
  )
  await billing.crashAt('credit: written')
  return { op: await done(billing, op, { subscriptionStatus: 'done', subscriptionId: '' }), secret: null }
}

/**
 * Completes the operation if the credit change took effect; otherwise throws. The change cannot take effect in part.
 */
export async function resumeCredit(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const id = op.ids.givenBack ?? (await creditMoveOf(billing.stripe, op.ids.customer!, op.operation_id))
  if (id === undefined) throw because ?? notFinished()
  return await finish(billing, op)
}

export async function compensateCredit(billing: BillingContext, op: Operation, refusal: ClientError): Promise<boolean> {
  await failed(billing, await markAbandoned(billing, op, refusal), refusal)
  return true
}

export async function creditOf(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('billing_customer')
    .select('credit_cents')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.credit_cents ?? 0
}

/** All credit given to a user by staff, less what they took back. */
export async function givenByStaff(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(case when action = 'credit-taken-back' then -(facts->>'cents')::bigint
      else (facts->>'cents')::bigint end), 0)::bigint as cents
    from audit_log where about_user_id = ${userId}
      and (action in ('credit-given', 'credit-taken-back') or (action = 'refunded' and facts->>'to' = 'credit'))`.execute(
    db,
  )
  return rows[0]?.cents ?? 0
}
