import { existingCard } from '@finlist/contract/billing'
import { BadRequest } from '../../http/client-errors.ts'
import { type BillingContext, returnUrl } from '../billing-context.ts'
import { declined } from '../billing-errors.ts'
import * as cards from '../provider/cards.ts'
import { type Operation, type OperationResult, onceAs, waitForBank } from './operation.ts'

/** The card to charge for a purchase. `before` is the card on file when the request arrived. */
export type ChargedCard = { id: string; isNew: boolean; fingerprint: string | null; before: string | null }

/** Throws if the card cannot be charged: none is on file, it has expired, or it belongs to another user. */
export async function cardToCharge(
  { stripe, now }: BillingContext,
  customerId: string,
  paymentMethod: string,
): Promise<ChargedCard> {
  const onFile = await cards.cardOnFile(stripe, customerId)
  const before = onFile?.id ?? null
  if (paymentMethod === existingCard || paymentMethod === before) {
    const { id, fingerprint } = assertChargeable(onFile, now())
    return { id, isNew: false, fingerprint, before }
  }
  const given = await cards.readCard(stripe, paymentMethod)
  if (!given?.expiry || (given.owner !== null && given.owner !== customerId))
    throw new BadRequest('billing.card-unknown', { field: 'paymentMethod', code: 'card_unknown' })
  if (isExpired(given.expiry, now())) throw declined('expired_card')
  return { id: given.id, isNew: true, fingerprint: given.fingerprint, before }
}

/** Throws if there is no card on file or it has expired. */
export function assertChargeable(onFile: cards.Card | null, now: number): cards.Card {
  if (!onFile) throw new BadRequest('billing.no-card', { field: 'paymentMethod', code: 'no_card' })
  if (isExpired(onFile.expiry, now))
    throw new BadRequest('billing.card-expired', { field: 'paymentMethod', code: 'card_expired' })
  return onFile
}

const hongKongMs = 8 * 3_600_000

/** A card is valid until the end of its month, in Hong Kong time. */
export function isExpired(card: { exp_month: number; exp_year: number } | null | undefined, now: number): boolean {
  const today = new Date(now + hongKongMs)
  const months = (year: number, month: number) => year * 12 + month
  return !card || months(card.exp_year, card.exp_month) < months(today.getUTCFullYear(), today.getUTCMonth() + 1)
}

export async function attach({ stripe }: BillingContext, op: Operation): Promise<void> {
  await cards.attachCard(stripe, op.ids.customer!, op.ids.card!, onceAs(op, 'attach'))
}

/** Asks the bank's permission to charge the card later. Used when nothing is charged now. */
export async function setUp(billing: BillingContext, op: Operation): Promise<cards.Setup> {
  const { card, customer } = op.ids
  return await cards.setUpCard(
    billing.stripe,
    { card: card!, customer: customer!, returnUrl: returnUrl(billing), operationId: op.operation_id },
    onceAs(op, 'set up'),
  )
}

/**
 * Continues with `goOn` if the bank has agreed; otherwise leaves the operation waiting for the bank, or throws the
 * bank's reason for declining.
 */
export async function afterSetUp(
  billing: BillingContext,
  op: Operation,
  setup: cards.Setup,
  goOn: (billing: BillingContext, op: Operation) => Promise<OperationResult>,
): Promise<OperationResult> {
  if (setup.status === 'succeeded') return await goOn(billing, op)
  if (setup.status === 'requires_action') return { op: await waitForBank(billing, op), secret: setup.secret }
  throw declined(setup.code)
}

/** If the operation's card is new, makes it the card on file and detaches every other card. */
export async function keepNewCard({ stripe }: BillingContext, op: Operation): Promise<void> {
  const { card, customer, newCard } = op.ids
  if (!newCard) return
  await cards.putOnFile(stripe, customer!, card!)
  await cards.detachAllBut(stripe, customer!, card!)
}

/** Puts the previous card back on file, and detaches the new one. */
export async function restoreCard({ stripe }: BillingContext, op: Operation): Promise<void> {
  const { card, customer, newCard } = op.ids
  if (newCard) await cards.putBack(stripe, customer!, card!, op.before.card ?? null)
}
