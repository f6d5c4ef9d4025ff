import { deepStrictEqual } from 'node:assert'
import { existingCard } from '@finlist/contract/billing'
import type { Answer, ApiClient } from '../test-server.ts'
import { type BillingFixtureOptions, type CardName, hk, type Premises, periodOf } from './billing-fixture.ts'
import type { BillingWorld } from './billing-world.ts'

type AnyStreet = BillingWorld<Premises['sandbox'] & { delivered(): Promise<void>; close(): Promise<void> }>
type State = Awaited<ReturnType<typeof stateOf>>
type Period = keyof typeof periodOf

/** An action that a user has begun. */
export type StaffAction = {
  name: StaffActionName
  userId: number
  /** Repeats the request with the same body and key; another key means that the user starts over. */
  ask(key?: string): Promise<Answer>
  /**
   * Returns whether the action was carried out or the state is as before. Throws on any other state, or if the state
   * contradicts the answer.
   */
  judge(): Promise<'as before' | 'done'>
}

/** The actions, and every step of the server at which each can be killed. */
export const staffActions = {
  introduction: { steps: ['customer created'], begin: introduction },
  purchase: {
    steps: [...stepsOf('subscribe', ['attached', 'created', 'confirming', 'confirmed'])],
    begin: purchase,
  },
  'other purchase': { steps: ['subscribe: closed'], begin: otherPurchase },
  upgrade: {
    steps: stepsOf('upgrade', ['attached', 'released', 'card set', 'discounted', 'updating', 'updated']),
    begin: upgrade,
  },
  'upgrade that the bank refuses': {
    steps: ['upgrade: voided', 'upgrade: discount put back', 'upgrade: card put back'],
    begin: refusedUpgrade,
  },
  downgrade: {
    steps: ['downgrade: begun', 'downgrade: renews', 'downgrade: scheduled, not recorded', 'downgrade: scheduled'],
    begin: downgrade,
  },
  'downgrade taken back': {
    steps: ['cancel-downgrade: begun', 'cancel-downgrade: released'],
    begin: downgradeTakenBack,
  },
  'renewal off': { steps: ['renewal: begun', 'renewal: set'], begin: renewalOff },
  card: { steps: ['card: begun', 'card: set up, not recorded', 'card: set up', 'card: kept'], begin: card },
  'card that pays a failed renewal': {
    steps: ['card: begun', 'card: set up, not recorded', 'card: set up', 'card: kept', 'card: outstanding paid'],
    begin: repair,
  },
} satisfies Record<
  string,
  { steps: string[]; begin: (street: AnyStreet, name: string) => Promise<Omit<StaffAction, 'name'>> }
>
export type StaffActionName = keyof typeof staffActions

function stepsOf(kind: string, names: string[]): string[] {
  const noted = names.flatMap(name => [`${kind}: ${name}, not recorded`, `${kind}: ${name}`])
  return [`${kind}: begun`, ...noted, `${kind}: card kept`, `${kind}: mirrored`]
}

export async function begin(street: AnyStreet, name: StaffActionName, personName: string): Promise<StaffAction> {
  return { name, ...(await staffActions[name].begin(street, personName)) }
}

/**
 * Buys a plan and then sets a card that fails at the renewal. The actions on a failed renewal need this a month
 * earlier.
 */
export async function buyWithFailingCard(street: AnyStreet, name: string): Promise<void> {
  const { apiClient } = await customer(street, name, 'monthly')
  const paymentMethod = await street.card('failsLater')
  got(await apiClient.raw('POST', '/users/user/update-card', { paymentMethod }))
}

async function introduction(street: AnyStreet, name: string) {
  const userId = await street.person(name)
  const apiClient = await street.apiClient(name)
  const body = wanted('monthly')
  return {
    userId,
    ask: () => apiClient.raw('POST', '/users/subscribe/preview', body),
    async judge() {
      const { rowCount } = await street.database.pool.query('select from billing_customer where user_id = $1', [userId])
      return rowCount ? ('done' as const) : ('as before' as const)
    },
  }
}

async function purchase(street: AnyStreet, name: string) {
  const userId = await street.person(name)
  const apiClient = await street.apiClient(name)
  const code = { couponCode: 'WELCOME20' }
  const { couponDetail } = got<{ couponDetail: { id: string } }>(
    await apiClient.raw('POST', '/users/subscribe/preview', wanted('monthly', code)),
  )
  const paymentMethod = await street.card('good')
  const body = wanted('monthly', { paymentMethod, couponCode: couponDetail.id })
  const before = await stateOf(street, userId)
  return {
    userId,
    ask: (key = name) => apiClient.raw('POST', '/users/subscribe', body, onceAs(key)),
    judge: () =>
      judged(street, userId, before, {
        ...before,
        charges: 160_000,
        cards: [paymentMethod],
        defaultCard: paymentMethod,
        subscriptions: [{ status: 'active', price: hk.monthly, renews: true, schedule: false, discounts: 0 }],
        rights: [periodOf.monthly],
        paid: 1,
      }),
  }
}

/** A purchase while an earlier one waits for the bank. The new purchase cancels the waiting one. */
async function otherPurchase(street: AnyStreet, name: string) {
  const userId = await street.person(name)
  const apiClient = await street.apiClient(name)
  const first = wanted('monthly', { paymentMethod: await street.card('bankOnce'), couponCode: null })
  got(await apiClient.raw('POST', '/users/subscribe', first))
  const paymentMethod = await street.card('good')
  const body = wanted('yearly', { paymentMethod, couponCode: null })
  const before = { ...(await stateOf(street, userId)), cards: [] }
  return {
    userId,
    ask: (key = name) => apiClient.raw('POST', '/users/subscribe', body, onceAs(key)),
    judge: () =>
      judged(street, userId, before, {
        ...before,
        charges: hk.yearly,
        cards: [paymentMethod],
        defaultCard: paymentMethod,
        subscriptions: [{ status: 'active', price: hk.yearly, renews: true, schedule: false, discounts: 0 }],
        rights: [periodOf.yearly],
        paid: 1,
      }),
  }
}

async function upgrade(street: AnyStreet, name: string) {
  const { userId, apiClient, path } = await customer(street, name, 'quarterly')
  got(await apiClient.raw('POST', path, wanted('monthly')))
  const before = await stateOf(street, userId)
  const paymentMethod = await street.card('mastercard')
  const code = { couponCode: 'FIXED500' }
  const { amount, couponDetail } = got<{ amount: number; couponDetail: { id: string } }>(
    await apiClient.raw('POST', `${path}/preview-update`, wanted('yearly', code)),
  )
  const body = wanted('yearly', { paymentMethod, couponCode: couponDetail.id })
  return {
    userId,
    ask: (key = name) => apiClient.raw('POST', path, body, onceAs(key)),
    judge: () =>
      judged(street, userId, before, {
        ...before,
        charges: hk.quarterly + amount,
        cards: [paymentMethod],
        defaultCard: paymentMethod,
        subscriptions: before.subscriptions.map(one => ({ ...one, price: hk.yearly, schedule: false })),
        rights: [periodOf.yearly],
        paid: 2,
      }),
  }
}

/**
 * An upgrade that the bank has declined. The request only reads the subscriptions, but that makes the server cancel the
 * upgrade.
 */
async function refusedUpgrade(street: AnyStreet, name: string) {
  const { userId, apiClient, path } = await customer(street, name, 'monthly')
  const before = await stateOf(street, userId)
  const body = wanted('yearly', { paymentMethod: await street.card('bankAlways'), couponCode: null })
  const code = got<{ couponDetail: { id: string } }>(
    await apiClient.raw('POST', `${path}/preview-update`, wanted('yearly', { couponCode: 'FIXED500' })),
  ).couponDetail.id
  const { paymentIntentSecret } = got<{ paymentIntentSecret: string }>(
    await apiClient.raw('POST', path, { ...body, couponCode: code }),
  )
  let isRefused = false
  return {
    userId,
    async ask() {
      if (!isRefused) await street.bank(paymentIntentSecret, false)
      isRefused = true
      return await apiClient.raw('GET', '/users/user/subscriptions')
    },
    judge: () => judged(street, userId, before, before),
  }
}

async function downgrade(street: AnyStreet, name: string) {
  const { userId, apiClient, path } = await customer(street, name, 'quarterly')
  got(await apiClient.raw('POST', path, { hasAutoRenew: false }))
  const before = await stateOf(street, userId)
  return {
    userId,
    ask: (key = name) => apiClient.raw('POST', path, wanted('monthly'), onceAs(key)),
    judge: () =>
      judged(street, userId, before, {
        ...before,
        subscriptions: before.subscriptions.map(one => ({ ...one, schedule: true, renews: true })),
      }),
  }
}

async function downgradeTakenBack(street: AnyStreet, name: string) {
  const { userId, apiClient, path } = await customer(street, name, 'quarterly')
  got(await apiClient.raw('POST', path, wanted('monthly')))
  const before = await stateOf(street, userId)
  return {
    userId,
    ask: () => apiClient.raw('POST', `${path}/update/cancel`),
    judge: () =>
      judged(street, userId, before, {
        ...before,
        subscriptions: before.subscriptions.map(one => ({ ...one, schedule: false })),
      }),
  }
}

async function renewalOff(street: AnyStreet, name: string) {
  const { userId, apiClient, path } = await customer(street, name, 'quarterly')
  const before = await stateOf(street, userId)
  return {
    userId,
    ask: () => apiClient.raw('POST', path, { hasAutoRenew: false }),
    judge: () =>
      judged(street, userId, before, {
        ...before,
        subscriptions: before.subscriptions.map(one => ({ ...one, renews: false })),
      }),
  }
}

async function card(street: AnyStreet, name: string) {
  const { userId, apiClient } = await customer(street, name, 'quarterly')
  return await newCard(street, userId, apiClient)
}

/** Replaces the card of the customer of `buyWithFailingCard` after the renewal failed. */
async function repair(street: AnyStreet, name: string) {
  const apiClient = await street.apiClient(name)
  const asked = await newCard(street, apiClient.userId, apiClient, { charges: 2 * hk.monthly, paid: 2 })
  return asked
}

async function newCard(street: AnyStreet, userId: number, apiClient: ApiClient, pays: Partial<State> = {}) {
  const before = await stateOf(street, userId)
  const paymentMethod = await street.card('mastercard')
  return {
    userId,
    ask: () => apiClient.raw('POST', '/users/user/update-card', { paymentMethod }),
    judge: () =>
      judged(street, userId, before, {
        ...before,
        ...pays,
        subscriptions: before.subscriptions.map(one => ({ ...one, status: 'active' })),
        cards: [paymentMethod],
        defaultCard: paymentMethod,
      }),
  }
}

async function customer(street: AnyStreet, name: string, period: Period, cardName: CardName = 'good') {
  const userId = await street.person(name)
  const apiClient = await street.apiClient(name)
  const body = wanted(period, { paymentMethod: await street.card(cardName), couponCode: null })
  const { subscriptionId } = got<{ subscriptionId: string }>(await apiClient.raw('POST', '/users/subscribe', body))
  return { userId, apiClient, path: `/users/user/subscriptions/${subscriptionId}` }
}

type More = { paymentMethod?: string; couponCode?: string | null }
const wanted = (period: Period, { paymentMethod = existingCard, couponCode = null }: More = {}) => ({
  productId: 1,
  billingPeriodId: periodOf[period],
  paymentMethod,
  couponCode,
})

const onceAs = (key: string) => ({ 'idempotency-key': key })

function got<T>(answer: Answer): T {
  if (answer.http !== 200) throw new Error(`${answer.http} ${JSON.stringify(answer.errors)}`)
  return answer.data as T
}

/** The state that matters: money, plans, card and rights, at the payment provider and in our tables. */
async function stateOf(street: BillingFixtureOptions, userId: number) {
  const { subscriptions, invoices, charges, balance, cards, defaultCard } = await street.books(userId)
  const rights = await street.rights(userId)
  return {
    charges,
    balance,
    cards,
    defaultCard,
    paid: invoices.filter(({ status, paid }) => status === 'paid' && paid > 0).length,
    subscriptions: subscriptions
      .filter(({ status }) => !['incomplete', 'incomplete_expired', 'canceled'].includes(status))
      .map(({ status, price, renews, schedule, discounts }) => ({ status, price, renews, schedule, discounts })),
    rights: rights.map(({ periodId }) => periodId),
  }
}

async function judged(
  street: BillingFixtureOptions,
  userId: number,
  before: State,
  done: State,
): Promise<'as before' | 'done'> {
  const now = await stateOf(street, userId)
  const isAsBefore = JSON.stringify(now) === JSON.stringify(before)
  if (isAsBefore) return 'as before'
  deepStrictEqual(now, done)
  return 'done'
}
