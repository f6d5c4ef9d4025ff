import { type User, user } from '@finlist/contract/account/account'
import {
  type CardDetails,
  type Given,
  givenPlans,
  type Invoice,
  type PricePreview,
  type Subscription,
  type UpdatePreview,
  type UserSubscriptions,
  userSubscriptions,
} from '@finlist/contract/billing'
import type { Operator } from '@finlist/contract/staff/operator'
import { unknownOperator } from '../src/api/operator.ts'
import { operatorFacts } from '../src/api/operator-facts.ts'
import { callQuery, queryClient } from '../src/api/query-client.ts'
import type { Feature } from '../src/i18n/texts.ts'

export const billingTexts: Feature[] = ['account', 'billing', 'dashboard']

export const cardOnFile: CardDetails = {
  brand: 'visa',
  cardNumberLast4: '4242',
  expireMonth: 12,
  expireYear: 2034,
  expired: false,
}
export const expiredCard: CardDetails = { ...cardOnFile, expireYear: 2024, expired: true }

const renewsAt = '2026-08-17T02:00:00.000Z'

/** A monthly subscription to FinList HK. */
export const hongKong: Subscription = {
  subscriptionId: 'sub_hk',
  productId: 1,
  planName: 'finlist-hk',
  billingPeriodId: 3,
  futureBillingPeriodId: 0,
  status: 'active',
  hasAutoRenew: true,
  subscriptionPeriodEnd: renewsAt,
  nextBillingDate: renewsAt,
  nextAmount: 200_000,
}
export const hongKongQuarterly: Subscription = { ...hongKong, billingPeriodId: 2, nextAmount: 480_000 }
export const unitedStates: Subscription = {
  ...hongKong,
  subscriptionId: 'sub_us',
  productId: 2,
  planName: 'finlist-us',
  billingPeriodId: 1,
  nextAmount: 1_260_000,
}

export const receipt: Invoice = {
  invoiceId: 'in_1',
  number: 'FL-0001',
  productId: 1,
  billingPeriodId: 2,
  periodStart: '2026-05-17T02:00:00.000Z',
  periodEnd: renewsAt,
  paidAt: '2026-05-17T02:00:00.000Z',
  amountPaid: 480_000,
  refunded: 0,
  pdfLink: '/users/user/invoices/in_1/pdf',
}

/** The price of a new plan: Hong Kong, billed monthly. */
export const newPrice: PricePreview = {
  amount: 200_000,
  amountOriginal: 200_000,
  credit: 0,
  lines: [{ kind: 'plan', amount: 200_000 }],
  couponDetail: null,
  saved: 0,
  nextAmount: 200_000,
  nextBillingDate: renewsAt,
  trialDays: 0,
}
const percentOff = { id: 'promo_20', code: 'WELCOME20', amountOff: null, percentOff: 20 }
export const withCoupon: PricePreview = {
  ...newPrice,
  amount: 160_000,
  lines: [...newPrice.lines, { kind: 'coupon', amount: -40_000 }],
  couponDetail: percentOff,
  saved: 40_000,
}

/** The price of a change from monthly to yearly billing, effective immediately. */
export const upgrade: UpdatePreview = {
  amount: 1_550_000,
  downgrade: false,
  lines: [
    { kind: 'plan', amount: 1_680_000 },
    { kind: 'unused', amount: -130_000 },
  ],
  couponDetail: null,
  credit: 0,
  nextAmount: 1_680_000,
  nextBillingDate: '2027-07-17T02:00:00.000Z',
}
/** The price of a change from yearly to monthly billing, effective at the next renewal. */
export const downgrade: UpdatePreview = {
  ...upgrade,
  amount: 200_000,
  downgrade: true,
  lines: [],
  nextAmount: 200_000,
  nextBillingDate: renewsAt,
}

export const person: User = {
  userId: 1,
  completeRegistration: true,
  name: 'Chan Tai Man',
  nickname: 'Tai Man',
  email: 'taiman@demo.example',
  emailVerified: true,
  phoneNumber: '+85291234567',
  language: 'en',
  risingPrices: null,
  startPage: null,
  referral: null,
  deletionAt: null,
  roles: [],
  rights: ['signed-in', 'watchlist'],
}

/** A user's billing data; without plans, card, receipts and credit by default. */
export const has = (own: Partial<UserSubscriptions> = {}): UserSubscriptions => ({
  cardDetails: null,
  subscriptions: [],
  invoices: [],
  credit: 0,
  ...own,
})

/** Signs in a user with this billing data, and puts payments in test mode. */
export function giveAccount(own: Partial<UserSubscriptions> = {}, given: Given[] = []) {
  giveOperator()
  queryClient.setQueryData(callQuery(user).queryKey, person)
  queryClient.setQueryData(callQuery(givenPlans).queryKey, given)
  queryClient.setQueryData(callQuery(userSubscriptions).queryKey, has(own))
}

export function giveOperator(facts: Partial<Operator> = { payments: 'sandbox' }) {
  queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, ...facts })
}

/** Answers to a user's own calls. `own` returns their billing data each time it is fetched. */
export const accountAnswers = (own: () => UserSubscriptions) => ({
  'GET /users/user': () => ({ data: person }),
  'GET /users/user/subscriptions': () => ({ data: own() }),
  'GET /users/user/given': () => ({ data: [] }),
})
