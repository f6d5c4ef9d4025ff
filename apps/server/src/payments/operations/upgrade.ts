import { BadRequest, type ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { declined, inProgress, notFinished, quoteChanged } from '../billing-errors.ts'
import type { OwnedSubscription } from '../owned-subscription.ts'
import { couponFor, type UsableCoupon } from '../pricing/coupon.ts'
import type { Purchase, Wanted } from '../pricing/price-purchase.ts'
import { priceUpgrade, quotedUpgrade } from '../pricing/price-upgrade.ts'
import { forgetQuotes, quoteFor } from '../pricing/quote.ts'
import { putOnFile, readSetup } from '../provider/cards.ts'
import { paymentOf } from '../provider/invoice-payment.ts'
import { previewChange } from '../provider/previews.ts'
import { releaseSchedule } from '../provider/schedule.ts'
import {
  changePrice,
  discountByCode,
  type ProviderSubscription,
  readSubscription,
  setRenews,
} from '../provider/subscriptions.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { afterSetUp, attach, cardToCharge, keepNewCard, setUp } from './card.ts'
import { cardKept } from './card-kept.ts'
import { pendingInvoice } from './compensate-upgrade.ts'
import { begin, done, note, type Operation, type OperationResult, onceAs, waitForBank } from './operation.ts'

/**
 * Maximum time, in ms, that an operation waits for the bank. An upgrade is refused if the renewal is so close that the
 * upgrade could still be waiting then.
 */
export const bankMs = 30 * 60_000
const nearRenewalMs = bankMs + 5 * 60_000

/**
 * Changes to a longer period immediately, for the quoted amount; throws if there is no current quote. The caller holds
 * the user's lock and has settled any open operation.
 */
export async function upgrade(
  billing: BillingContext,
  userId: number,
  customerId: string,
  held: OwnedSubscription,
  purchase: Purchase,
  askedKey: string | undefined,
): Promise<OperationResult> {
  const { subscription, item } = held
  const { productId, billingPeriodId, couponCode, paymentMethod } = purchase
  if (!held.inTrial && item.periodEnd.getTime() - billing.now() < nearRenewalMs)
    throw new BadRequest('billing.renews-soon', { httpStatus: 409, code: 'renews_soon' })
  const known = couponCode === null ? null : await codeOf(billing, userId, customerId, purchase)
  const quote = await quoteFor(billing.database, userId, quotedUpgrade(held, purchase, known), billing.now())
  if (!quote) throw quoteChanged()
  const prorationDate = Math.floor(quote.at.getTime() / 1_000)
  const priced = await priceUpgrade(billing, userId, customerId, held, purchase, prorationDate)
  if (quote.amountCents !== priced.preview.amount) throw quoteChanged()
  const card = await cardToCharge(billing, customerId, paymentMethod)
  await billing.limits.purchase(userId)
  const op = await begin(billing, userId, {
    kind: 'upgrade',
    productId,
    subscriptionId: subscription.id,
    request: { productId, billingPeriodId, paymentMethod, couponCode },
    askedKey,
    quotedAt: quote.at,
    before: {
      card: card.before,
      coupons: subscription.discounts.flatMap(({ coupon }) => coupon?.id ?? []),
      futurePrice: held.futurePrice,
    },
    ids: {
      customer: customerId,
      subscription: subscription.id,
      item: item.id,
      price: priced.price.id,
      periodId: billingPeriodId,
      card: card.id,
      newCard: card.isNew,
      expectedCents: priced.preview.amount,
      prorationDate,
      inTrial: held.inTrial,
      resumes: subscription.endsAtPeriodEnd,
      ...(subscription.schedule !== null && { schedule: subscription.schedule }),
      ...(priced.coupon && { promotionCode: priced.coupon.id, coupon: priced.coupon.coupon.id }),
    },
  })
  return await secureCard(billing, op)
}

async function codeOf(
  billing: BillingContext,
  userId: number,
  customerId: string,
  wanted: Wanted,
): Promise<UsableCoupon> {
  const { productId, billingPeriodId: periodId, couponCode } = wanted
  const price = await billing.prices.priceOf(productId, periodId)
  return await couponFor(billing, couponCode ?? '', { userId, customerId, productId, periodId, price })
}

async function secureCard(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { newCard, expectedCents = 0 } = op.ids
  if (!newCard) return await prepare(billing, op)
  if (expectedCents > 0) {
    await attach(billing, op)
    return await prepare(billing, await note(billing, op, 'attached'))
  }
  const setup = await setUp(billing, op)
  return await afterSetUp(billing, await note(billing, op, 'set up', { setupIntent: setup.id }), setup, prepare)
}

/** Makes the changes that cannot be part of the pending change; they are reverted if the upgrade fails. */
async function prepare(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { stripe } = billing
  const { customer, subscription, schedule, card, newCard, promotionCode } = op.ids
  let ready = op
  if (schedule) {
    await releaseSchedule(stripe, schedule)
    ready = await note(billing, ready, 'released')
  }
  if (newCard) {
    await putOnFile(stripe, customer!, card!, onceAs(op, 'card'))
    ready = await note(billing, ready, 'card set')
  }
  if (promotionCode) {
    await discountByCode(stripe, subscription!, promotionCode, onceAs(op, 'discount'))
    ready = await note(billing, ready, 'discounted')
  }
  return await change(billing, ready)
}

async function change(billing: BillingContext, op: Operation): Promise<OperationResult> {
  const { subscription, item, price, prorationDate, inTrial } = op.ids
  const sent = await note(billing, op, 'updating')
  const updated = await changePrice(
    billing.stripe,
    { id: subscription!, item: item!, price: price!, prorationDate: inTrial ? undefined : prorationDate! },
    onceAs(op, 'update'),
  )
  const invoice = inTrial ? null : updated.latestInvoice
  const noted = await note(billing, sent, 'updated', invoice ? { invoice: invoice.id } : {})
  if (invoice && invoice.dueCents !== op.ids.expectedCents)
    billing.log.error({ operationId: op.operation_id, invoiceId: invoice.id }, 'an upgrade costs what was not quoted')
  return await judgeUpdate(billing, noted, updated)
}

async function judgeUpdate(
  billing: BillingContext,
  op: Operation,
  subscription: ProviderSubscription,
  because?: ClientError,
): Promise<OperationResult> {
  if (subscription.item?.price === op.ids.price) return await finish(billing, op)
  const invoice = subscription.isChangePending ? await pendingInvoice(billing.stripe, op) : null
  if (invoice === null) throw because ?? notFinished()
  const payment = await paymentOf(billing.stripe, invoice)
  // Paid but not applied yet: the provider applies the change a moment later.
  if (payment.status === 'paid' || payment.status === 'processing') throw inProgress()
  if (because) throw because
  if (payment.status === 'requires_action') return { op: await waitForBank(billing, op), secret: payment.secret }
  throw payment.status === 'refused' && payment.code ? declined(payment.code) : notFinished()
}

async function finish(billing: BillingContext, waiting: Operation): Promise<OperationResult> {
  await keepNewCard(billing, waiting)
  const op = waiting.ids.newCard ? await note(billing, waiting, cardKept) : waiting
  if (op.ids.resumes) await setRenews(billing.stripe, op.ids.subscription!, true)
  await billing.crashAt('upgrade: card kept')
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  await billing.crashAt('upgrade: mirrored')
  await forgetQuotes(billing.database, op.user_id, op.product_id!)
  const answer = { subscriptionStatus: 'active', subscriptionId: op.ids.subscription! }
  return { op: await done(billing, op, answer), secret: null }
}

/** Determines the upgrade's outcome and completes it. Throws as `resumeSubscribe` does. */
export async function resumeUpgrade(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const { stripe } = billing
  const subscription = await readSubscription(stripe, op.ids.subscription!)
  if (op.step === 'set up' && !because) {
    const setup = await readSetup(stripe, op.ids.setupIntent!)
    if (setup.status === 'succeeded' && !op.ids.inTrial) await assertStillFree(billing, op, subscription)
    return await afterSetUp(billing, op, setup, prepare)
  }
  return await judgeUpdate(billing, op, subscription, because)
}

/** Throws if the user's credit was spent elsewhere during the bank's confirmation. */
async function assertStillFree({ stripe }: BillingContext, { ids }: Operation, now: ProviderSubscription) {
  const { dueCents } = await previewChange(stripe, {
    subscription: now.id,
    item: ids.item!,
    price: ids.price!,
    prorationDate: ids.prorationDate!,
    promotionCode: ids.promotionCode,
    discounts: now.discounts,
  })
  if (dueCents !== 0) throw quoteChanged()
}
