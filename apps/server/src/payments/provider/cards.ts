import type Stripe from 'stripe'
import { customerWithCard } from './customers.ts'
import { isInvalid } from './errors.ts'
import { declineCodeOf } from './invoice-payment.ts'
import { answered, idOf, type Once } from './provider.ts'

/** `owner`: the customer that the card is attached to. `expiry`: null for a payment method that is not a card. */
export type Card = {
  id: string
  owner: string | null
  fingerprint: string | null
  expiry: { exp_month: number; exp_year: number } | null
}

/** Whether the bank agrees to charging the card later. */
export type Setup =
  | { id: string; status: 'succeeded' }
  | { id: string; status: 'requires_action'; secret: string | null }
  | { id: string; status: 'refused'; code: string }

const cardOf = ({ id, customer, card }: Stripe.PaymentMethod): Card => ({
  id,
  owner: idOf(customer),
  fingerprint: card?.fingerprint ?? null,
  expiry: card ? { exp_month: card.exp_month, exp_year: card.exp_year } : null,
})

/** The one card on file: the customer's default payment method; a subscription never has its own card. */
export async function cardOnFile(stripe: Stripe, customerId: string): Promise<Card | null> {
  const customer = await customerWithCard(stripe, customerId)
  const card = customer.deleted ? null : customer.invoice_settings.default_payment_method
  return card === null || typeof card === 'string' ? null : cardOf(card)
}

/** The card with this id; undefined if the provider has no such card. */
export async function readCard(stripe: Stripe, id: string): Promise<Card | undefined> {
  const card = await answered('payment_method', stripe.paymentMethods.retrieve(id)).catch(error => {
    if (isInvalid(error)) return undefined
    throw error
  })
  return card && cardOf(card)
}

export async function attachCard(stripe: Stripe, customer: string, card: string, once: Once): Promise<void> {
  await answered('payment_method', stripe.paymentMethods.attach(card, { customer }, once))
}

/** Sets the card on file; null removes it. */
export async function putOnFile(stripe: Stripe, customer: string, card: string | null, once?: Once): Promise<void> {
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card ?? '' } }, once)
}

/** Restores `before` as the card on file, and detaches `card`. Does nothing for a deleted customer. */
export async function putBack(stripe: Stripe, customer: string, card: string, before: string | null): Promise<void> {
  const now = await stripe.customers.retrieve(customer)
  if (now.deleted) return
  if (idOf(now.invoice_settings.default_payment_method) === card) await putOnFile(stripe, customer, before)
  await detach(stripe, card)
}

export async function detachAllBut(stripe: Stripe, customerId: string, kept: string | null): Promise<void> {
  const { data } = await answered('list', stripe.customers.listPaymentMethods(customerId, { limit: 100 }))
  for (const { id } of data) if (id !== kept) await detach(stripe, id)
}

/** Detaches a card; does nothing if it is not attached. */
async function detach(stripe: Stripe, card: string): Promise<void> {
  await stripe.paymentMethods.detach(card).catch(error => {
    if (!isInvalid(error)) throw error
  })
}

/** Asks the bank's permission to charge the card later. Used when nothing is charged now. */
export async function setUpCard(
  stripe: Stripe,
  request: { customer: string; card: string; returnUrl: string; operationId: string },
  once: Once,
): Promise<Setup> {
  const made = stripe.setupIntents.create(
    {
      customer: request.customer,
      payment_method: request.card,
      confirm: true,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
      return_url: request.returnUrl,
      metadata: { operation_id: request.operationId },
    },
    once,
  )
  return setupOf(await answered('setup_intent', made))
}

export async function readSetup(stripe: Stripe, id: string): Promise<Setup> {
  return setupOf(await answered('setup_intent', stripe.setupIntents.retrieve(id)))
}

function setupOf({ id, status, client_secret, last_setup_error }: Stripe.SetupIntent): Setup {
  if (status === 'succeeded') return { id, status: 'succeeded' }
  if (status === 'requires_action') return { id, status: 'requires_action', secret: client_secret }
  return { id, status: 'refused', code: declineCodeOf(last_setup_error) ?? 'card_declined' }
}
