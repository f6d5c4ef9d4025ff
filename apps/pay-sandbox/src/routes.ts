import { runDue } from './clock.ts'
import { balance } from './objects/balance.ts'
import { coupons } from './objects/coupons.ts'
import { customers } from './objects/customers.ts'
import { disputes } from './objects/disputes.ts'
import { invoicePayments } from './objects/invoice-payments.ts'
import { invoices } from './objects/invoices.ts'
import { pastEvents } from './objects/past-events.ts'
import { paymentIntents } from './objects/payment-intents.ts'
import { paymentMethods } from './objects/payment-methods.ts'
import { prices } from './objects/prices.ts'
import { products } from './objects/products.ts'
import { promotionCodes } from './objects/promotion-codes.ts'
import { refunds } from './objects/refunds.ts'
import { setupIntents } from './objects/setup-intents.ts'
import { subscriptionSchedules } from './objects/subscription-schedules.ts'
import { subscriptions } from './objects/subscriptions.ts'
import { testClocks } from './objects/test-clocks.ts'
import type { Route } from './route.ts'

/** All API routes. Due actions run before each of them, so that the store is up to date. */
export const routes: readonly Route[] = [
  ...customers,
  ...balance,
  ...paymentMethods,
  ...products,
  ...prices,
  ...coupons,
  ...promotionCodes,
  ...subscriptions,
  ...subscriptionSchedules,
  ...invoices,
  ...invoicePayments,
  ...paymentIntents,
  ...setupIntents,
  ...refunds,
  ...disputes,
  ...pastEvents,
  ...testClocks,
].map(route => ({
  ...route,
  answer(store, input) {
    runDue(store)
    return route.answer(store, input)
  },
}))
