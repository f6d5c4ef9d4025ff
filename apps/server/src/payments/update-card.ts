import type Stripe from 'stripe'
import type { Refusal } from '../http/refusals.ts'
import { cardToCharge, keepNewCard, restoreCard, setUp } from './card.ts'
import { declinedBecause, notFinished } from './declined.ts'
import { mirror } from './mirror.ts'
import { begin, done, failed, givenUp, note, type Operation, type Standing, waitForBank } from './operation.ts'
import { payOutstanding } from './outstanding.ts'
import { answered } from './provider.ts'
import type { Till } from './till.ts'

/** Replaces the card on file, once the bank agrees, and pays what is outstanding with it. */
export async function updateCard(
  till: Till,
  userId: number,
  customerId: string,
  paymentMethod: string,
): Promise<Standing> {
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

async function afterSetUp(till: Till, op: Operation, setup: Stripe.SetupIntent): Promise<Standing> {
  if (setup.status === 'succeeded') return await finish(till, op)
  if (setup.status === 'requires_action') return { op: await waitForBank(till, op), secret: setup.client_secret }
  throw declinedBecause(setup.last_setup_error)
}

async function finish(till: Till, op: Operation): Promise<Standing> {
  await keepNewCard(till, op)
  await till.crashAt('card: kept')
  await payOutstanding(till, op)
  await mirror(till, op.user_id, op.ids.customer!)
  return { op: await done(till, op, { subscriptionStatus: 'succeeded', subscriptionId: '' }), secret: null }
}

/** As `concludeSubscribe`. */
export async function concludeCard(till: Till, op: Operation, because?: Refusal): Promise<Standing> {
  const { setupIntent } = op.ids
  if (!setupIntent) throw because ?? notFinished()
  const setup = await answered('setup_intent', till.stripe.setupIntents.retrieve(setupIntent))
  if (because && setup.status !== 'succeeded') throw because
  return await afterSetUp(till, op, setup)
}

export async function takeBackCard(till: Till, op: Operation, refusal: Refusal): Promise<boolean> {
  const lost = await givenUp(till, op, refusal)
  await restoreCard(till, lost)
  await mirror(till, op.user_id, op.ids.customer!)
  await failed(till, lost, refusal)
  return true
}
