import { existingCard } from '@finlist/contract/billing'
import Stripe from 'stripe'
import { BadRequest } from '../../http/client-errors.ts'
import { type BillingContext, returnUrl } from '../billing-context.ts'
import { declined } from '../billing-errors.ts'
import { customerWithCard } from '../customer.ts'
import { answered, idOf } from '../provider/provider.ts'
import { type Operation, onceAs } from './operation.ts'

/** The card that a purchase is charged to. `before` is the one on file when it was asked. */
export type ChargedCard = { id: string; isNew: boolean; fingerprint: string | null; before: string | null }

/** The one card on file: the customer's default payment method; a subscription never has a card of its own. */
export async function cardOnFile({ stripe }: BillingContext, customerId: string): Promise<Stripe.PaymentMethod | null> {
  const customer = await customerWithCard(stripe, customerId)
  const card = customer.deleted ? null : customer.invoice_settings.default_payment_method
  return card === null || typeof card === 'string' ? null : card
}

/** Throws when the card cannot be charged: none on file, past its month, or another person's. */
export async function cardToCharge(
  billing: BillingContext,
  customerId: string,
  paymentMethod: string,
): Promise<ChargedCard> {
  const onFile = await cardOnFile(billing, customerId)
  const before = onFile?.id ?? null
  if (paymentMethod === existingCard || paymentMethod === before) {
    if (!onFile) throw new BadRequest('billing.no-card', { field: 'paymentMethod', code: 'no_card' })
    if (isExpired(onFile.card, billing.now()))
      throw new BadRequest('billing.card-expired', { field: 'paymentMethod', code: 'card_expired' })
    return { id: onFile.id, isNew: false, fingerprint: onFile.card?.fingerprint ?? null, before }
  }
  const given = await answered('payment_method', billing.stripe.paymentMethods.retrieve(paymentMethod)).catch(error => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined
    throw error
  })
  const owner = idOf(given?.customer)
  if (!given?.card || (owner !== null && owner !== customerId))
    throw new BadRequest('billing.card-unknown', { field: 'paymentMethod', code: 'card_unknown' })
  if (isExpired(given.card, billing.now())) throw declined('expired_card')
  return { id: given.id, isNew: true, fingerprint: given.card.fingerprint ?? null, before }
}

const hongKongMs = 8 * 3_600_000

/** A card is good to the end of its month, by Hong Kong time. */
export function isExpired(card: { exp_month: number; exp_year: number } | null | undefined, now: number): boolean {
  const today = new Date(now + hongKongMs)
  const months = (year: number, month: number) => year * 12 + month
  return !card || months(card.exp_year, card.exp_month) < months(today.getUTCFullYear(), today.getUTCMonth() + 1)
}

export async function attach({ stripe }: BillingContext, op: Operation): Promise<void> {
  const { card, customer } = op.ids
  await answered('payment_method', stripe.paymentMethods.attach(card!, { customer: customer! }, onceAs(op, 'attach')))
}

/** Has the bank agree that the card is charged later, where nothing is charged now. */
export async function setUp(billing: BillingContext, op: Operation): Promise<Stripe.SetupIntent> {
  const { card, customer } = op.ids
  return await answered(
    'setup_intent',
    billing.stripe.setupIntents.create(
      {
        customer: customer!,
        payment_method: card!,
        confirm: true,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
        return_url: returnUrl(billing),
        metadata: { operation_id: op.operation_id },
      },
      onceAs(op, 'set up'),
    ),
  )
}

/** Puts the operation's card on file and detaches every other one. */
export async function keepNewCard({ stripe }: BillingContext, op: Operation): Promise<void> {
  const { card, customer, newCard } = op.ids
  if (!newCard) return
  await stripe.customers.update(customer!, { invoice_settings: { default_payment_method: card! } })
  await detachAllBut(stripe, customer!, card!)
}

/** Puts the card that was on file before back, and detaches the new one. */
export async function restoreCard({ stripe }: BillingContext, op: Operation): Promise<void> {
  const { card, customer, newCard } = op.ids
  if (!newCard) return
  const before = op.before.card ?? null
  const now = await stripe.customers.retrieve(customer!)
  if (now.deleted) return
  if (idOf(now.invoice_settings.default_payment_method) === card)
    await stripe.customers.update(customer!, { invoice_settings: { default_payment_method: before ?? '' } })
  await detach(stripe, card!)
}

export async function detachAllBut(stripe: Stripe, customerId: string, kept: string | null): Promise<void> {
  const { data } = await answered('list', stripe.customers.listPaymentMethods(customerId, { limit: 100 }))
  for (const { id } of data) if (id !== kept) await detach(stripe, id)
}

/** Does nothing for a card that is not attached, or never was. */
async function detach(stripe: Stripe, card: string): Promise<void> {
  await stripe.paymentMethods.detach(card).catch(error => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  })
}
