import type Stripe from 'stripe'
import type { ClientError } from '../http/client-errors.ts'
import type { BillingContext } from './billing-context.ts'
import { declinedBecause, notFinished } from './billing-errors.ts'
import { cardToCharge, keepNewCard, restoreCard, setUp } from './card.ts'
import {
  begin,
  done,
  failed,
  markAbandoned,
  note,
  type Operation,
  type OperationResult,
  waitForBank,
} from './operation.ts'
import { payOutstanding } from './outstanding.ts'
import { answered } from './provider.ts'
import { syncCustomer } from './sync-customer.ts'

/** Replaces the card on file, once the bank agrees, and pays what is outstanding with it. */
export async function updateCard(
  till: BillingContext,
  userId: number,
  customerId: string,
  paymentMethod: string,
): Promise<OperationResult> {
  const card = await cardToCharge(till, customerId, paymentMethod)
  await till.limits.purchase(userId)
  const op = await begin(till, userId, {
    kind: 'card',
    productId: null,
    request: { paymentMethod },
    askedKey: undefined,
    before: { card: card.before },
    ids: { customer: customerId, card: card.id, newCard: card.isNew },
  })
  if (!card.isNew) return await finish(till, op)
  const setup = await setUp(till, op)
  return await afterSetUp(till, await note(till, op, 'set up', { setupIntent: setup.id }), setup)
}

async function afterSetUp(till: BillingContext, op: Operation, setup: Stripe.SetupIntent): Promise<OperationResult> {
  if (setup.status === 'succeeded') return await finish(till, op)
  if (setup.status === 'requires_action') return { op: await waitForBank(till, op), secret: setup.client_secret }
  throw declinedBecause(setup.last_setup_error)
}

async function finish(till: BillingContext, op: Operation): Promise<OperationResult> {
  await keepNewCard(till, op)
  await till.crashAt('card: kept')
  await payOutstanding(till, op)
  await syncCustomer(till, op.user_id, op.ids.customer!)
  return { op: await done(till, op, { subscriptionStatus: 'succeeded', subscriptionId: '' }), secret: null }
}

/** As `concludeSubscribe`. */
export async function resumeCard(till: BillingContext, op: Operation, because?: ClientError): Promise<OperationResult> {
  const { setupIntent } = op.ids
  if (!setupIntent) throw because ?? notFinished()
  const setup = await answered('setup_intent', till.stripe.setupIntents.retrieve(setupIntent))
  if (because && setup.status !== 'succeeded') throw because
  return await afterSetUp(till, op, setup)
}

export async function compensateCard(till: BillingContext, op: Operation, refusal: ClientError): Promise<boolean> {
  const lost = await markAbandoned(till, op, refusal)
  await restoreCard(till, lost)
  await syncCustomer(till, op.user_id, op.ids.customer!)
  await failed(till, lost, refusal)
  return true
}
