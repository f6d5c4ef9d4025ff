import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BillingFixture, daySeconds, hk, openBillingFixture } from './billing-fixture.ts'

let shop: BillingFixture
beforeAll(async () => {
  shop = await openBillingFixture()
  // The test itself repairs the interrupted operation. Pause webhook events, because they would repair it first.
  await shop.control('webhooks', { paused: 'true' })
})
afterEach(() => shop.everybodyLeaves())
afterAll(() => shop.close())

/** Opens a process that dies at a step. `reached.yes` is true once the process has reached the step. */
async function cutAt(step: string) {
  const reached = { yes: false }
  const payments = await shop.another({
    crashAt: name => {
      if (name !== step) return
      reached.yes = true
      throw new Error(`cut off at ${step}`)
    },
  })
  return { payments, reached }
}

const openOperations = async (userId: number) =>
  (
    await shop.database.db
      .selectFrom('billing_operation')
      .select('state')
      .where('user_id', '=', userId)
      .where('state', 'in', ['started', 'requires_action'])
      .execute()
  ).length

const steps = (kind: string, names: string[]) => [
  `${kind}: begun`,
  ...names.flatMap(name => [`${kind}: ${name}, not recorded`, `${kind}: ${name}`]),
  `${kind}: card kept`,
  `${kind}: mirrored`,
]

const cutOff = 'billing.in-progress'

describe('a purchase interrupted by a crash', () => {
  it('a purchase interrupted by a crash during the creation of a customer leaves only one customer at the payment provider', async () => {
    const userId = await shop.person()
    const { payments } = await cutAt('customer created')
    await expect(payments.preview(userId, shop.wanted('monthly', ''))).rejects.toThrow('cut off')
    await shop.payments.preview(userId, shop.wanted('monthly', ''))
    const { data } = await shop.provider.stripe.customers.list({ limit: 100 })
    expect(data.filter(({ metadata }) => metadata['user_id'] === String(userId))).toHaveLength(1)
  })

  const names = ['attached', 'created', 'confirming', 'confirmed']
  it.each(steps('subscribe', names))(
    'a purchase interrupted by a crash at "%s" is completed or cancelled, and never charged twice',
    { tags: ['slow'] },
    async step => {
      const userId = await shop.person()
      const { payments, reached } = await cutAt(step)
      const wanted = shop.wanted('monthly', await shop.card('good'), 'WELCOME20')
      await expect(payments.subscribe(userId, wanted)).rejects.toThrow(cutOff)
      expect(reached.yes).toBe(true)

      await shop.payments.reconcile()
      expect(await openOperations(userId)).toBe(0)
      const paid = /confirmed|card kept|mirrored/.test(step) ? 1 : 0
      const after = await shop.books(userId)
      expect(after.charges).toBe(paid * 160_000)
      expect(after.subscriptions.filter(({ status }) => status === 'active')).toHaveLength(paid)
      expect(after.cards).toHaveLength(paid)
      expect(await shop.rights(userId)).toHaveLength(paid)

      if (!paid) await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('good'), 'WELCOME20'))
      const { charges, subscriptions } = await shop.books(userId)
      expect(charges).toBe(160_000)
      expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1)
    },
  )

  it('a purchase whose cancellation is interrupted by a crash is cancelled later', { tags: ['slow'] }, async () => {
    const userId = await shop.person()
    await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('bankOnce')))
    const { payments, reached } = await cutAt('subscribe: closed')
    await expect(payments.subscribe(userId, shop.wanted('yearly', await shop.card('good')))).rejects.toThrow('cut off')
    expect(reached.yes).toBe(true)
    await shop.payments.reconcile()
    expect(await openOperations(userId)).toBe(0)
    expect(await shop.books(userId)).toMatchObject({
      charges: 0,
      cards: [],
      subscriptions: [{ status: 'incomplete_expired' }],
    })
  })
})

describe('an upgrade interrupted by a crash', { tags: ['slow'] }, () => {
  const names = ['attached', 'released', 'card set', 'discounted', 'updating', 'updated']
  it.each(steps('upgrade', names))(
    'an upgrade interrupted by a crash at "%s" is completed, or leaves everything unchanged',
    async step => {
      const userId = await shop.person()
      const id = await shop.buy(userId, 'quarterly')
      await shop.payments.changePeriod(userId, id, shop.wanted('monthly', 'existing_card'))
      const before = await shop.books(userId)
      const { payments, reached } = await cutAt(step)
      const wanted = shop.wanted('yearly', await shop.card('mastercard'), 'FIXED500')
      const { amount } = await shop.payments.previewUpdate(userId, id, wanted)
      await expect(payments.changePeriod(userId, id, wanted)).rejects.toThrow(cutOff)
      expect(reached.yes).toBe(true)

      await shop.payments.reconcile()
      expect(await openOperations(userId)).toBe(0)
      const isMade = /updated|card kept|mirrored/.test(step)
      const { invoices, ...after } = await shop.books(userId)
      const made = {
        ...before,
        charges: hk.quarterly + amount,
        cards: [wanted.paymentMethod],
        defaultCard: wanted.paymentMethod,
        subscriptions: before.subscriptions.map(one => ({ ...one, price: hk.yearly, schedule: false })),
      }
      expect({ ...after, invoices: before.invoices }).toEqual(isMade ? made : before)
      expect(invoices.filter(({ status }) => status === 'paid')).toHaveLength(isMade ? 2 : 1)
      expect((await shop.rights(userId)).map(({ periodId }) => periodId)).toEqual([isMade ? 1 : 2])
    },
  )

  it.each(['upgrade: voided', 'upgrade: discount put back', 'upgrade: card put back'])(
    'an upgrade interrupted by a crash at "%s" during its cancellation is cancelled later',
    async step => {
      const userId = await shop.person()
      const id = await shop.buy(userId, 'monthly')
      const before = await shop.books(userId)
      const { payments, reached } = await cutAt(step)
      const wanted = shop.wanted('yearly', await shop.card('bankAlways'), 'FIXED500')
      const { paymentIntentSecret } = await shop.upgrade(userId, id, wanted, payments)
      await shop.bank(paymentIntentSecret, false)
      await payments.subscriptionsOf(userId)
      expect(reached.yes).toBe(true)
      await shop.payments.reconcile()
      expect(await openOperations(userId)).toBe(0)
      const { invoices, ...after } = await shop.books(userId)
      expect({ ...after, invoices: invoices.slice(1) }).toEqual(before)
    },
  )
})

describe('other actions interrupted by a crash are completed later:', { tags: ['slow'] }, () => {
  it.each(['downgrade: begun', 'downgrade: renews', 'downgrade: scheduled, not recorded', 'downgrade: scheduled'])(
    'a downgrade at "%s"',
    async step => {
      const userId = await shop.person()
      const id = await shop.buy(userId, 'quarterly')
      await shop.payments.setAutoRenew(userId, id, false)
      const before = await shop.books(userId)
      const { payments, reached } = await cutAt(step)
      await expect(payments.changePeriod(userId, id, shop.wanted('monthly', 'existing_card'))).rejects.toThrow(cutOff)
      expect(reached.yes).toBe(true)
      await shop.payments.reconcile()
      const isMade = step.includes('scheduled')
      const made = before.subscriptions.map(one => ({ ...one, schedule: true, renews: true }))
      expect(await shop.books(userId)).toEqual(isMade ? { ...before, subscriptions: made } : before)
    },
  )

  it.each(['card: begun', 'card: set up, not recorded', 'card: set up', 'card: kept', 'card: outstanding paid'])(
    'a new card at "%s", which pays the outstanding amount once',
    async step => {
      const userId = await shop.person()
      await shop.buy(userId, 'monthly')
      await shop.payments.updateCard(userId, await shop.card('failsLater'))
      await shop.sandbox.advance(33 * daySeconds)
      await shop.payments.reconcile()
      const { payments, reached } = await cutAt(step)
      const card = await shop.card('mastercard')
      await expect(payments.updateCard(userId, card)).rejects.toThrow(cutOff)
      expect(reached.yes).toBe(true)
      await shop.payments.reconcile()
      if (step === 'card: begun' || step === 'card: set up, not recorded')
        await shop.payments.updateCard(userId, await shop.card('mastercard'))
      const { charges, cards } = await shop.books(userId)
      expect([charges, cards.length]).toEqual([2 * hk.monthly, 1])
    },
  )

  it.each(['renewal: begun', 'renewal: set'])('turning renewal off at "%s"', async step => {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'monthly')
    const { payments } = await cutAt(step)
    await expect(payments.setAutoRenew(userId, id, false)).rejects.toThrow(cutOff)
    await shop.payments.reconcile()
    const [subscription] = (await shop.payments.subscriptionsOf(userId)).subscriptions
    expect(subscription?.hasAutoRenew).toBe(step === 'renewal: begun')
    expect((await shop.books(userId)).subscriptions[0]?.renews).toBe(step === 'renewal: begun')
  })
})
