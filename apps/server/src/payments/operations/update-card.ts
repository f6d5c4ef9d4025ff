import type { ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { notFinished } from '../billing-errors.ts'
import { readSetup } from '../provider/cards.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { afterSetUp, cardToCharge, keepNewCard, restoreCard, setUp } from './card.ts'
import { begin, done, failed, markAbandoned, note, type Operation, type OperationResult } from './operation.ts'
import { payOutstanding } from './outstanding.ts'

/** Replaces the card on file once the bank agrees, and pays outstanding invoices with it. */
export async function updateCard(
  billing: BillingContext,
  userId: number,
  customerId: string,
  paymentMethod: string,
): Promise<OperationResult> {
  const card = await cardToCharge(billing, customerId, paymentMethod)
  await billing.limits.purchase(userId)
  const op = await begin(billing, userId, {
    kind: 'card',
    productId: null,
    request: { paymentMethod },
    askedKey: undefined,
    before: { card: card.before },
    ids: { customer: customerId, card: card.id, newCard: card.isNew },
  })
  if (!card.isNew) return await finish(billing, op)
  const setup = await setUp(billing, op)
  return await afterSetUp(billing, await note(billing, op, 'set up', { setupIntent: setup.id }), setup, finish)
}

async function finish(billing: BillingContext, op: Operation): Promise<OperationResult> {
  await keepNewCard(billing, op)
  await billing.crashAt('card: kept')
  await payOutstanding(billing, op)
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  return { op: await done(billing, op, { subscriptionStatus: 'succeeded', subscriptionId: '' }), secret: null }
}

/** Completes the operation if the bank has agreed to the card. Throws as `resumeSubscribe` does. */
export async function resumeCard(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const { setupIntent } = op.ids
  if (!setupIntent) throw because ?? notFinished()
  const setup = await readSetup(billing.stripe, setupIntent)
  if (because && setup.status !== 'succeeded') throw because
  return await afterSetUp(billing, op, setup, finish)
}

export async function compensateCard(billing: BillingContext, op: Operation, refusal: ClientError): Promise<boolean> {
  const lost = await markAbandoned(billing, op, refusal)
  await restoreCard(billing, lost)
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  await failed(billing, lost, refusal)
  return true
}
