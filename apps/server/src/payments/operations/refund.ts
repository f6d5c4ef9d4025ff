import type { ProductId } from '@finlist/domain/plans/products'
import { sql } from 'kysely'
import { audit } from '../../db/audit.ts'
import type { Db, Tx } from '../../db/database.ts'
import { BadRequest, type ClientError, NotFound } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { notFinished } from '../billing-errors.ts'
import { hkd } from '../emails/words.ts'
import { creditMoveOf, moveCredit } from '../provider/balance.ts'
import { openInvoices, voidUnlessPaid } from '../provider/invoice-payment.ts'
import { refundsOf, refundToCard } from '../provider/refunds.ts'
import { cancelSubscription, readStatus } from '../provider/subscriptions.ts'
import { grant, syncCustomer } from '../sync/sync-customer.ts'
import { begin, done, failed, markAbandoned, note, type Operation, type OperationResult, onceAs } from './operation.ts'

export type WantedRefund = {
  byUserId: number
  invoiceId: string
  amount: number
  to: 'card' | 'credit'
  endsAccess: boolean
  reason: string
}

/**
 * Refunds a paid invoice, to the card or as credit. In total, an invoice's refunds cannot exceed its card payment. With
 * `endsAccess` the plan ends immediately. Without it the plan is kept, even after a full refund.
 */
export async function refund(
  billing: BillingContext,
  userId: number,
  customerId: string,
  wanted: WantedRefund,
  askedKey: string | undefined,
): Promise<OperationResult> {
  const { db } = billing.database
  await syncCustomer(billing, userId, customerId, 'charges')
  const invoice = await db
    .selectFrom('invoice')
    .selectAll()
    .where('user_id', '=', userId)
    .where('invoice_id', '=', wanted.invoiceId)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  if (!invoice) throw new NotFound()
  if (invoice.disputed) throw new BadRequest('billing.staff.disputed', { httpStatus: 409, code: 'disputed' })
  const left = await refundable(db, userId, wanted.invoiceId)
  if (wanted.amount > left)
    throw new BadRequest('billing.staff.too-much', {
      httpStatus: 409,
      code: 'too_much',
      field: 'amount',
      values: { left: hkd(left) },
    })
  const op = await begin(billing, userId, {
    kind: 'refund',
    productId: invoice.product_id as ProductId | null,
    ...(invoice.subscription_id !== null && { subscriptionId: invoice.subscription_id }),
    request: wanted,
    askedKey,
    before: {},
    ids: {
      customer: customerId,
      invoice: invoice.invoice_id,
      ...(invoice.payment_intent_id !== null && { intent: invoice.payment_intent_id }),
      ...(invoice.subscription_id !== null && { subscription: invoice.subscription_id }),
    },
  })
  const isWhole = wanted.to === 'card' && invoice.refunded_cents + wanted.amount === invoice.paid_cents
  // Recorded before the refund, or the user would briefly lose access.
  if (isWhole && !wanted.endsAccess) await rule(db, op, 'kept')
  const givenBack = await giveBack(billing, op, invoice.number)
  return await finish(billing, await note(billing, op, 'given back', { givenBack }))
}

async function giveBack({ stripe }: BillingContext, op: Operation, number: string | null): Promise<string> {
  const { amount, to } = op.request as WantedRefund
  const metadata = { operation_id: op.operation_id, invoice_id: op.ids.invoice! }
  const once = onceAs(op, 'give back')
  if (to === 'card') return await refundToCard(stripe, { intent: op.ids.intent!, cents: amount, metadata }, once)
  const move = { customer: op.ids.customer!, cents: amount, metadata }
  return await moveCredit(stripe, { ...move, ...(number !== null && { description: number }) }, once)
}

async function finish(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { invoiceId, amount, to, endsAccess, reason, byUserId } = op.request as WantedRefund
  const at = new Date(billing.now())
  if (endsAccess) await endPlan(billing, op)
  await syncCustomer(billing, op.user_id, op.ids.customer!, 'charges', async tx => {
    if (endsAccess) {
      await rule(tx, op, 'ended', at)
      await grant(tx, op.user_id)
    }
    if (to === 'credit')
      await tx
        .insertInto('refund')
        .values({
          user_id: op.user_id,
          refund_id: op.ids.givenBack!,
          invoice_id: invoiceId,
          cents: amount,
          to_credit: true,
          created_at: at,
        })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    const { number } = await tx
      .selectFrom('invoice')
      .select('number')
      .where('user_id', '=', op.user_id)
      .where('invoice_id', '=', invoiceId)
      .executeTakeFirstOrThrow()
    await audit(tx, {
      byUserId,
      aboutUserId: op.user_id,
      action: 'refunded',
      facts: { invoiceId, number: number ?? '', cents: amount, to, endsAccess },
      reason,
      at,
      operationId: op.operation_id,
    })
  })
  await billing.crashAt('refund: written')
  const answer = { subscriptionStatus: 'done', subscriptionId: op.ids.subscription ?? '' }
  return { op: await done(billing, op, answer), secret: null }
}

/** Ends the subscription immediately without collecting anything more. Idempotent. */
async function endPlan({ stripe }: BillingContext, { ids }: Operation): Promise<void> {
  if (!ids.subscription) return
  const { subscription } = ids
  const status = await readStatus(stripe, subscription)
  if (status !== 'canceled' && status !== 'incomplete_expired') await cancelSubscription(stripe, subscription)
  for (const { id } of await openInvoices(stripe, { subscription })) await voidUnlessPaid(stripe, id)
}

/**
 * Stores staff's decision about access. 'kept' applies to the invoice; 'ended' also applies to all other invoices of
 * the same subscription that pay for future time; null removes the decision.
 */
async function rule(db: Db | Tx, { user_id, ids }: Operation, ruling: 'kept' | 'ended' | null, at?: Date) {
  await db
    .updateTable('invoice')
    .set({ access_ruling: ruling, access_ruled_at: at ?? null })
    .where('user_id', '=', user_id)
    .where(({ eb, or, and }) =>
      or([
        eb('invoice_id', '=', ids.invoice!),
        ...(at && ids.subscription
          ? [and([eb('subscription_id', '=', ids.subscription), eb('status', '=', 'paid'), eb('period_end', '>', at)])]
          : []),
      ]),
    )
    .execute()
}

/** Completes the operation if the refund took effect; otherwise throws. A refund cannot take effect in part. */
export async function resumeRefund(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const givenBack = op.ids.givenBack ?? (await find(billing, op))
  if (givenBack === undefined) throw because ?? notFinished()
  return await finish(billing, await note(billing, op, 'given back', { givenBack }))
}

async function find(billing: BillingContext, op: Operation): Promise<string | undefined> {
  const { to } = op.request as WantedRefund
  if (to === 'credit') return await creditMoveOf(billing.stripe, op.ids.customer!, op.operation_id)
  const refunds = await refundsOf(billing.stripe, op.ids.intent!)
  return refunds.find(({ operationId }) => operationId === op.operation_id)?.id
}

export async function compensateRefund(billing: BillingContext, op: Operation, refusal: ClientError): Promise<boolean> {
  const lost = await markAbandoned(billing, op, refusal)
  const { endsAccess } = op.request as WantedRefund
  if (!endsAccess) await rule(billing.database.db, op, null)
  await failed(billing, lost, refusal)
  return true
}

/** The amount of an invoice's card payment that can still be refunded, in cents. */
export async function refundable(db: Db, userId: number, invoiceId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select greatest(0, paid_cents - refunded_cents - coalesce((select sum(cents) from refund r
      where r.user_id = i.user_id and r.invoice_id = i.invoice_id and r.to_credit), 0))::bigint as cents
    from invoice i where user_id = ${userId} and invoice_id = ${invoiceId} and status = 'paid'`.execute(db)
  return rows[0]?.cents ?? 0
}
