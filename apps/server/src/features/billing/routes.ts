import {
  cancelDowngrade,
  confirmOutstanding,
  existingCard,
  givenPlans,
  invoicePdf,
  paymentsConfig,
  previewSubscribe,
  previewUpdate,
  subscribe,
  updateCard,
  updateSubscription,
  userSubscriptions,
  validateCoupon,
} from '@finlist/contract/billing'
import type { FastifyInstance } from 'fastify'
import type { People } from '../../auth/people.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { type Asked, serve } from '../../http/serve.ts'
import { hasCardOnFile } from '../../payments/overview.ts'
import type { Payments } from '../../payments/payments.ts'
import type { Provider } from '../../payments/provider/provider.ts'
import { givenTo } from './given.ts'
import { serveInvoiceLink } from './invoice-link.ts'
import { serveWebhook } from './webhook.ts'

export type PaymentProvider = { provider: Provider; payments: Payments }

type AskedUpdate = Asked<typeof updateSubscription>
type Parts = {
  database: Database
  people: People
  paymentProvider: PaymentProvider | undefined
  now: () => number
  realNow: () => number
}

/** Without a payment provider, every call except `givenPlans` responds 503 with code `payments_none`. */
export async function billingRoutes(app: FastifyInstance, { database, people, paymentProvider, now, realNow }: Parts) {
  const company = () => {
    if (!paymentProvider) throw new BadRequest('payments-none', { httpStatus: 503, code: 'payments_none' })
    return paymentProvider
  }
  const payments = () => company().payments

  serve(app, paymentsConfig, () => {
    const { kind, publishableKey, sandboxUrl } = company().provider
    return { provider: kind, publishableKey, sandboxUrl }
  })
  serve(app, userSubscriptions, ({ caller }) => payments().subscriptionsOf(caller.userId))
  serve(app, givenPlans, async ({ caller }) => {
    const person = await people.find(caller.userId)
    return await givenTo(database.db, caller.userId, person?.roles ?? [], new Date(now()))
  })
  serve(app, previewSubscribe, ({ caller, body }) => payments().preview(caller.userId, body))
  serve(app, validateCoupon, ({ caller, body }) => payments().validateCoupon(caller.userId, body))
  serve(
    app,
    subscribe,
    ({ caller, body, request }) => payments().subscribe(caller.userId, body, idempotencyKeyOf(request)),
    // Without a card on file, the user enters a card for this purchase, so the bank can authenticate the cardholder in
    // the browser.
    ({ caller }) => hasCardOnFile(database.db, caller.userId),
  )
  serve(app, previewUpdate, ({ caller, params, body }) => payments().previewUpdate(caller.userId, params.id, body))

  const update = ({ caller, params, body, request }: AskedUpdate) => {
    const { hasAutoRenew, reason, ...change } = body
    const { productId, billingPeriodId, paymentMethod = existingCard, couponCode = null } = change
    if (hasAutoRenew !== undefined) {
      if (Object.values(change).some(value => value !== undefined))
        throw new BadRequest('one-change-at-a-time', { field: 'hasAutoRenew' })
      return payments().setAutoRenew(caller.userId, params.id, hasAutoRenew, reason)
    }
    if (productId === undefined || billingPeriodId === undefined)
      throw new BadRequest('no-change', { field: 'productId' })
    const purchase = { productId, billingPeriodId, paymentMethod, couponCode }
    return payments().changePeriod(caller.userId, params.id, purchase, idempotencyKeyOf(request))
  }
  serve(app, updateSubscription, update, ({ body }) => body.hasAutoRenew !== false)

  serve(app, cancelDowngrade, ({ caller, params }) => payments().cancelDowngrade(caller.userId, params.id))

  serve(app, updateCard, ({ caller, body }) => payments().updateCard(caller.userId, body.paymentMethod))

  serve(app, confirmOutstanding, ({ caller, params }) => payments().confirmOutstanding(caller.userId, params.id))

  serve(app, invoicePdf, async ({ caller, params }) => ({
    link: await payments().invoicePdfLink(caller.userId, params.id),
  }))

  if (!paymentProvider) return
  serveInvoiceLink(app, paymentProvider.payments)
  await serveWebhook(app, paymentProvider.payments, realNow)
}
