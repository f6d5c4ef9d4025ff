import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { daySeconds, hk, openShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.everybodyLeaves())
afterAll(() => shop.close())

/** A process that is cut off at a step, and whether it came so far. */
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

describe('a purchase that is cut off', () => {
  const all = ['customer created', ...steps('subscribe', ['attached', 'created', 'confirming', 'confirmed'])]
  it.each(all)('at "%s" is finished or taken back, and never charged twice', async step => {
    const userId = await shop.person()
    const { payments, reached } = await cutAt(step)
    const wanted = shop.wanted('monthly', await shop.card('good'), 'WELCOME20')
    await expect(payments.subscribe(userId, wanted)).rejects.toThrow()
    expect(reached.yes).toBe(true)

    await shop.payments.reconcile()
    expect(await openOperations(userId)).toBe(0)
    const after = await shop.rights(userId)
    if (step !== 'customer created') {
      const { charges, subscriptions, cards } = await shop.books(userId)
      expect(charges).toBe(after.length * 160_000)
      expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(after.length)
      expect(cards).toHaveLength(after.length)
    }
    const wasPaid = /confirmed|card kept|mirrored/.test(step)
    expect(after).toHaveLength(wasPaid ? 1 : 0)
    if (!wasPaid) await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('good'), 'WELCOME20'))
    const { charges, subscriptions } = await shop.books(userId)
    expect(charges).toBe(160_000)
    expect(subscriptions.filter(({ status }) => status === 'active')).toHaveLength(1)
  })

  it('while it is taken back is taken back later', async () => {
    const userId = await shop.person()
    await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('bankOnce')))
    const { payments, reached } = await cutAt('subscribe: closed')
    await expect(payments.subscribe(userId, shop.wanted('yearly', await shop.card('good')))).rejects.toThrow()
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

describe('an upgrade that is cut off', () => {
  const names = ['attached', 'released', 'card set', 'discounted', 'updating', 'updated']
  it.each(steps('upgrade', names))('at "%s" is finished or everything is as it was', async step => {
    const userId = await shop.person()
    const id = await shop.buy(userId, 'quarterly')
    await shop.payments.changePeriod(userId, id, shop.wanted('monthly', 'existing_card'))
    const before = await shop.books(userId)
    const rights = await shop.rights(userId)
    const { payments, reached } = await cutAt(step)
    const wanted = shop.wanted('yearly', await shop.card('mastercard'), 'FIXED500')
    const { amount } = await shop.payments.previewUpdate(userId, id, wanted)
    await expect(payments.changePeriod(userId, id, wanted)).rejects.toThrow()
    expect(reached.yes).toBe(true)

    await shop.payments.reconcile()
    expect(await openOperations(userId)).toBe(0)
    const after = await shop.books(userId)
    if (/updated|card kept|mirrored/.test(step)) {
      expect(after.charges).toBe(hk.quarterly + amount)
      expect(after).toMatchObject({
        cards: [wanted.paymentMethod],
        subscriptions: [{ price: hk.yearly, schedule: false }],
      })
      expect((await shop.rights(userId))[0]?.periodId).toBe(1)
    } else {
      expect(after).toEqual(before)
      expect(await shop.rights(userId)).toEqual(rights)
    }
  })

  it.each(['upgrade: voided', 'upgrade: discount put back', 'upgrade: card put back'])(
    'at "%s", while it is taken back, is taken back later',
    async step => {
      const userId = await shop.person()
      const id = await shop.buy(userId, 'monthly')
      const before = await shop.books(userId)
      const { payments, reached } = await cutAt(step)
      const wanted = shop.wanted('yearly', await shop.card('bankAlways'), 'FIXED500')
      const { paymentIntentSecret } = await payments.changePeriod(userId, id, wanted)
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

describe('what else is cut off', () => {
  it.each(['downgrade: begun', 'downgrade: renews', 'downgrade: scheduled, not recorded', 'downgrade: scheduled'])(
    'a downgrade at "%s"',
    async step => {
      const userId = await shop.person()
      const id = await shop.buy(userId, 'quarterly')
      await shop.payments.setAutoRenew(userId, id, false)
      const before = await shop.books(userId)
      const { payments, reached } = await cutAt(step)
      await expect(payments.changePeriod(userId, id, shop.wanted('monthly', 'existing_card'))).rejects.toThrow()
      expect(reached.yes).toBe(true)
      await shop.payments.reconcile()
      const after = await shop.books(userId)
      if (step.includes('scheduled')) expect(after.subscriptions).toMatchObject([{ schedule: true, renews: true }])
      else expect(after).toEqual(before)
    },
  )

  it.each(['card: begun', 'card: set up, not recorded', 'card: set up', 'card: kept', 'card: outstanding paid'])(
    'a new card at "%s" that pays what is outstanding, once',
    async step => {
      const userId = await shop.person()
      await shop.buy(userId, 'monthly')
      await shop.payments.updateCard(userId, await shop.card('failsLater'))
      await shop.sandbox.advance(33 * daySeconds)
      await shop.settle()
      const { payments, reached } = await cutAt(step)
      const card = await shop.card('mastercard')
      await expect(payments.updateCard(userId, card)).rejects.toThrow()
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
    await expect(payments.setAutoRenew(userId, id, false)).rejects.toThrow()
    await shop.payments.reconcile()
    const [subscription] = (await shop.payments.subscriptionsOf(userId)).subscriptions
    expect(subscription?.hasAutoRenew).toBe(step === 'renewal: begun')
    expect((await shop.books(userId)).subscriptions[0]?.renews).toBe(step === 'renewal: begun')
  })
})
