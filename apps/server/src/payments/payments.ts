import type * as calls from '@finlist/contract/billing'
import type { PricePreview, UpdatePreview, UserSubscriptions } from '@finlist/contract/billing'
import type * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import { Busy, Locks } from '../db/locks.ts'
import type { BillingContext, Log } from './billing-context.ts'
import { inProgress, notFinished } from './billing-errors.ts'
import { customerOf, knownCustomer } from './customer.ts'
import { invoicePdfLink, openInvoiceLink } from './invoice-link.ts'
import { Limits } from './limits.ts'
import { retireAffiliateCode } from './operations/affiliate-code.ts'
import { confirmOutstanding } from './operations/confirm-outstanding.ts'
import { downgrade, previewDowngrade } from './operations/downgrade.ts'
import { endBilling } from './operations/end-billing.ts'
import { type OperationResult, openOperation } from './operations/operation.ts'
import { once, recoverAll, settleOpen } from './operations/recover.ts'
import { cancelDowngrade, setRenewal } from './operations/renewal.ts'
import { StaffActions } from './operations/staff-actions.ts'
import { subscribe } from './operations/subscribe.ts'
import { updateCard } from './operations/update-card.ts'
import { upgrade } from './operations/upgrade.ts'
import { cardDetails, overview, readSubscriptions } from './overview.ts'
import { assertChange, assertTheirs, readOwnedSubscription } from './owned-subscription.ts'
import { type Purchase, preview, type Wanted } from './pricing/price-purchase.ts'
import { isUpgrade, previewUpgrade } from './pricing/price-upgrade.ts'
import { reading, toldOf } from './provider/errors.ts'
import { Prices } from './provider/prices.ts'
import type { Provider } from './provider/provider.ts'
import type { CancelReason } from './provider/subscriptions.ts'
import { BillingWorker } from './sync/billing-worker.ts'
import { catchUp, compare } from './sync/reconcile.ts'
import { applyEvents, receiveEvent } from './sync/webhook-events.ts'

/** Time, in ms, that a page waits for an open operation to settle before it shows the state in our tables. */
const pagePatienceMs = 5_000

/** Billing: its calls, the payment provider's webhook events, and the recovery of interrupted operations. */
export class Payments {
  readonly #billing: BillingContext
  readonly #watch: BillingWorker
  readonly staff: StaffActions

  constructor({ database, provider, config, now, realNow = now, log, crashAt = () => undefined }: PaymentsParts) {
    const { stripe } = provider
    this.#billing = {
      database,
      provider,
      stripe,
      config,
      now,
      realNow,
      log,
      crashAt,
      locks: new Locks(database),
      prices: new Prices(stripe, now),
      limits: new Limits(database),
    }
    this.#watch = new BillingWorker(this.#billing)
    this.staff = new StaffActions(this.#billing)
  }

  async preview(userId: number, wanted: Wanted): Promise<PricePreview> {
    const billing = this.#billing
    if (wanted.couponCode !== null) await billing.limits.coupon(userId)
    await this.#dropOpen(userId)
    return await reading(customerOf(billing, userId).then(customerId => preview(billing, userId, customerId, wanted)))
  }

  async validateCoupon(userId: number, wanted: Wanted & { couponCode: string }): Promise<PricePreview> {
    return await this.preview(userId, wanted)
  }

  async subscribe(userId: number, purchase: Purchase, idempotencyKey?: string): Promise<SubscribeAnswer> {
    const billing = this.#billing
    const request = wordsOf(purchase)
    const customerId = await reading(customerOf(billing, userId))
    const { op, secret } = await once(
      billing,
      userId,
      { kinds: ['subscribe'], request, askedKey: idempotencyKey },
      () => subscribe(billing, userId, customerId, purchase, idempotencyKey),
    )
    return {
      subscriptionStatus: op.state === 'done' ? 'active' : op.state,
      subscriptionId: op.ids.subscription ?? '',
      paymentIntentSecret: secret,
    }
  }

  async previewUpdate(userId: number, subscriptionId: string, wanted: Wanted): Promise<UpdatePreview> {
    const billing = this.#billing
    await assertTheirs(billing, userId, subscriptionId)
    if (wanted.couponCode !== null) await billing.limits.coupon(userId)
    await this.#dropOpen(userId)
    const priced = async () => {
      const customerId = await customerOf(billing, userId)
      const held = await readOwnedSubscription(billing, userId, subscriptionId)
      assertChange(held, wanted.productId, wanted.billingPeriodId)
      return held.inTrial || isUpgrade(held, wanted)
        ? await previewUpgrade(billing, userId, customerId, held, wanted)
        : await previewDowngrade(billing, customerId, held, wanted)
    }
    return await reading(priced())
  }

  async changePeriod(
    userId: number,
    subscriptionId: string,
    purchase: Purchase,
    idempotencyKey?: string,
  ): Promise<UpdateAnswer> {
    const billing = this.#billing
    await assertTheirs(billing, userId, subscriptionId)
    const customerId = await reading(customerOf(billing, userId))
    const asked = {
      kinds: ['upgrade' as const, 'downgrade' as const],
      subscriptionId,
      request: wordsOf(purchase),
      askedKey: idempotencyKey,
    }
    const changed = await once(billing, userId, asked, async () => {
      const held = await readOwnedSubscription(billing, userId, subscriptionId)
      assertChange(held, purchase.productId, purchase.billingPeriodId)
      const change = held.inTrial || isUpgrade(held, purchase) ? upgrade : downgrade
      return await change(billing, userId, customerId, held, purchase, idempotencyKey)
    })
    return await this.#changed(userId, subscriptionId, changed)
  }

  async setAutoRenew(
    userId: number,
    subscriptionId: string,
    hasAutoRenew: boolean,
    reason?: CancelReason,
  ): Promise<UpdateAnswer> {
    const billing = this.#billing
    await assertTheirs(billing, userId, subscriptionId)
    const customerId = await reading(customerOf(billing, userId))
    const asked = { kinds: ['renewal' as const], subscriptionId, request: { hasAutoRenew } }
    const changed = await once(billing, userId, asked, () =>
      setRenewal(billing, userId, customerId, subscriptionId, { renews: hasAutoRenew, reason }),
    )
    return await this.#changed(userId, subscriptionId, changed)
  }

  async cancelDowngrade(userId: number, subscriptionId: string): Promise<void> {
    const billing = this.#billing
    await assertTheirs(billing, userId, subscriptionId)
    const customerId = await reading(customerOf(billing, userId))
    const asked = { kinds: ['cancel-downgrade' as const], subscriptionId, request: {} }
    await once(billing, userId, asked, () => cancelDowngrade(billing, userId, customerId, subscriptionId))
  }

  async updateCard(userId: number, paymentMethod: string): Promise<CardAnswer> {
    const billing = this.#billing
    const customerId = await reading(customerOf(billing, userId))
    const { op, secret } = await once(billing, userId, { kinds: ['card'], request: { paymentMethod } }, () =>
      updateCard(billing, userId, customerId, paymentMethod),
    )
    return {
      status: op.state === 'done' ? 'succeeded' : 'requires_action',
      setupIntentSecret: secret,
      cardDetails: await cardDetails(billing.database.db, userId, billing.now()),
    }
  }

  /** The subscriptions from our tables, after settling the user's open operation at the payment provider. */
  async subscriptionsOf(userId: number): Promise<UserSubscriptions> {
    const billing = this.#billing
    await settleOpen(billing, userId, { patienceMs: pagePatienceMs }).catch(error => {
      billing.log.warn({ err: error, userId }, 'an open billing operation could not be settled')
    })
    return await overview(billing.database.db, userId, billing.now())
  }

  /**
   * The bank confirmation that an unpaid renewal needs, and the subscription's current state. Throws NotFound if the
   * subscription is not the user's.
   */
  async confirmOutstanding(userId: number, subscriptionId: string) {
    return await confirmOutstanding(this.#billing, userId, subscriptionId)
  }

  /**
   * The URL of GET /api/invoice-links/:token. It works once, within a minute. Throws NotFound if the invoice is not the
   * user's.
   */
  async invoicePdfLink(userId: number, invoiceId: string): Promise<string> {
    return await invoicePdfLink(this.#billing, userId, invoiceId)
  }

  /** The payment provider's URL of the PDF. Throws NotFound if the token was used, has expired or does not exist. */
  async openInvoiceLink(token: string): Promise<string> {
    return await openInvoiceLink(this.#billing, token)
  }

  /** Stores a webhook event. Throws a 400 if its signature is invalid or older than five minutes. */
  async receiveEvent(rawBody: Buffer, signature: string): Promise<'inserted' | 'known'> {
    const kept = await receiveEvent(this.#billing, rawBody, signature)
    if (kept === 'inserted') this.#watch.wake()
    return kept
  }

  /** Starts the background work: events, recovery, comparison with the payment provider. */
  start(): void {
    this.#watch.start()
  }

  /** Stops the background work; settles when none is in progress. */
  async stop(): Promise<void> {
    await this.#watch.stop()
    await this.#billing.locks.close()
  }

  /** Applies every waiting event now. Throws if one cannot be applied. */
  async drain(): Promise<void> {
    const { db } = this.#billing.database
    const waiting = () =>
      db.selectFrom('billing_event').select(['event_id', 'customer_id', 'error']).where('applied_at', 'is', null)
    for (let before = await waiting().execute(); before.length > 0; before = await waiting().execute()) {
      if ((await applyEvents(this.#billing, { all: true, patienceMs: 30_000 })) > 0) continue
      // The next round applies events that have arrived, or whose customer has been found, since this round began.
      const customers = new Map(before.map(event => [event.event_id, event.customer_id]))
      const left = (await waiting().execute()).filter(event => customers.get(event.event_id) === event.customer_id)
      if (left.length > 0)
        throw new Error(`${left.length} events of the payment provider could not be applied`, { cause: left[0]!.error })
    }
  }

  /** Completes or reverts interrupted operations, and syncs our tables with the payment provider. */
  async reconcile(): Promise<void> {
    await recoverAll(this.#billing, { patienceMs: 30_000 })
    await catchUp(this.#billing)
    await this.drain()
    await compare(this.#billing)
  }

  /**
   * For a user being erased: cancels their subscriptions, and removes their card, name and affiliate code at the
   * payment provider.
   */
  async endBilling(userId: number): Promise<void> {
    await retireAffiliateCode(this.#billing, userId)
    if (await knownCustomer(this.#billing, userId)) await endBilling(this.#billing, userId)
  }

  /** Settles an open purchase or upgrade before a price is quoted, because it would affect the price. */
  async #dropOpen(userId: number): Promise<void> {
    const open = await openOperation(this.#billing, userId)
    if (open?.kind !== 'subscribe' && open?.kind !== 'upgrade') return
    await settleOpen(this.#billing, userId, { patienceMs: pagePatienceMs, because: notFinished() }).catch(error => {
      throw error instanceof Busy ? inProgress() : toldOf(error)
    })
  }

  async #changed(userId: number, subscriptionId: string, { op, secret }: OperationResult): Promise<UpdateAnswer> {
    const [subscription = null] = await readSubscriptions(this.#billing.database.db, userId, subscriptionId)
    return { subscriptionStatus: op.state === 'done' ? 'active' : op.state, paymentIntentSecret: secret, subscription }
  }
}

const wordsOf = ({ productId, billingPeriodId, paymentMethod, couponCode }: Purchase) => ({
  productId,
  billingPeriodId,
  paymentMethod,
  couponCode,
})

export type PaymentsParts = {
  database: Database
  provider: Provider
  config: { publicUrl: URL; TRIAL_DAYS: number }
  /** The product clock, in ms since the epoch. */
  now: () => number
  /** The machine's clock, which the payment provider's signatures are checked against. */
  realNow?: () => number
  log: Log
  /** A hook for tests: called after each step, with its name, and awaited; throwing simulates a crash there. */
  crashAt?: (step: string) => void | Promise<void>
}

export type SubscribeAnswer = z.output<(typeof calls.subscribe)['data']>
export type UpdateAnswer = z.output<(typeof calls.updateSubscription)['data']>
export type CardAnswer = z.output<(typeof calls.updateCard)['data']>
