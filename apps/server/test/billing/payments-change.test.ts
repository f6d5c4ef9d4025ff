import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BillingFixture, daySeconds, hk, openBillingFixture, refusal } from './billing-fixture.ts'

let shop: BillingFixture
beforeAll(async () => {
  shop = await openBillingFixture()
})
afterEach(() => shop.everybodyLeaves())
afterAll(() => shop.close())

async function subscriber(period: 'yearly' | 'quarterly' | 'monthly', code?: string) {
  const userId = await shop.person()
  const id = await shop.buy(userId, period, 'good', code)
  const [card = ''] = (await shop.books(userId)).cards
  const shown = async () => (await shop.payments.subscriptionsOf(userId)).subscriptions[0]
  return { userId, id, card, shown }
}
const forever = async (code: string, percent_off: number) => {
  const { stripe } = shop.provider
  const coupon = await stripe.coupons.create({ percent_off, duration: 'forever' })
  await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code })
}

describe('an upgrade', () => {
  it('is charged immediately, less the unused part, exactly as previewed (SUB-08, SUB-12, SUB-14)', async () => {
    const { userId, id, shown } = await subscriber('monthly')
    await shop.sandbox.advance(10 * daySeconds + 12_345)
    const wanted = shop.wanted('yearly', await shop.card('mastercard'))
    const preview = await shop.payments.previewUpdate(userId, id, wanted)
    expect(preview).toMatchObject({ downgrade: false, nextAmount: hk.yearly, couponDetail: null })
    expect(preview.amount).toBeGreaterThan(hk.yearly - hk.monthly)
    expect(preview.amount).toBeLessThan(hk.yearly)
    await shop.sandbox.advance(300)
    const answer = await shop.payments.changePeriod(userId, id, wanted)
    expect(answer).toMatchObject({ subscriptionStatus: 'active', subscription: { billingPeriodId: 1 } })
    const books = await shop.books(userId)
    expect(books).toMatchObject({ charges: hk.monthly + preview.amount, cards: [wanted.paymentMethod] })
    expect((await shop.rights(userId))[0]?.periodId).toBe(1)
    expect((await shown())?.nextAmount).toBe(hk.yearly)
  })

  it('is itemised in its preview, also when a coupon is entered later (PLAN-33)', async () => {
    const { userId, id } = await subscriber('monthly')
    await shop.sandbox.advance(10 * daySeconds)
    const linesWith = async (couponCode: string | null) => {
      const preview = await shop.payments.previewUpdate(userId, id, { ...shop.wanted('yearly', ''), couponCode })
      expect(preview.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(preview.amount)
      return Object.fromEntries(preview.lines.map(({ kind, amount }) => [kind, amount]))
    }
    const plain = await linesWith(null)
    expect(plain).toEqual({ plan: hk.yearly, unused: expect.any(Number) })
    await shop.sandbox.advance(60)
    const later = await linesWith('FIXED500')
    expect(later).toEqual({ plan: hk.yearly, unused: expect.any(Number), coupon: -50_000 })
    expect(plain['unused']).toBeLessThan(later['unused']!)
    expect(later['unused']).toBeLessThan(-hk.monthly / 2)
  })

  it('previews which permanent discount a coupon code would replace, and the cost with each', async () => {
    await forever('LASTING20', 20)
    const { userId, id, shown } = await subscriber('monthly', 'LASTING20')
    expect(await shown()).toMatchObject({ discountName: 'LASTING20', nextAmount: 160_000 })
    await shop.sandbox.advance(10 * daySeconds)
    const preview = (couponCode: string | null) =>
      shop.payments.previewUpdate(userId, id, { ...shop.wanted('quarterly', ''), couponCode })
    const plain = await preview(null)
    expect(plain).not.toHaveProperty('replaces')
    expect(plain.nextAmount).toBe(384_000)
    const coded = await preview('FIXED500')
    expect(coded.amount).toBeGreaterThan(plain.amount)
    expect(coded.nextAmount).toBe(480_000)
    expect(coded.replaces).toMatchObject({ name: 'LASTING20', nextAmount: 384_000 })
    expect(Math.abs(coded.replaces!.amount - plain.amount)).toBeLessThan(100)
    const { userId: other, id: plan } = await subscriber('monthly')
    const fresh = shop.payments.previewUpdate(other, plan, { ...shop.wanted('quarterly', ''), couponCode: 'FIXED500' })
    expect(await fresh).not.toHaveProperty('replaces')
  })

  it('can use a new card, 3-D Secure and a coupon (SUB-16, SUB-17)', async () => {
    const { userId, id } = await subscriber('monthly')
    const wanted = shop.wanted('yearly', await shop.card('bankOnce'), 'WELCOME20')
    const preview = await shop.payments.previewUpdate(userId, id, wanted)
    const code = { ...wanted, couponCode: preview.couponDetail!.id }
    const answer = await shop.payments.changePeriod(userId, id, code)
    expect(answer).toMatchObject({ subscriptionStatus: 'requires_action', subscription: { billingPeriodId: 3 } })
    const { paymentIntentSecret } = await shop.payments.changePeriod(userId, id, code)
    expect(paymentIntentSecret).toBe(answer.paymentIntentSecret)
    const shownCard = async () => (await shop.payments.subscriptionsOf(userId)).cardDetails?.cardNumberLast4
    await shop.payments.reconcile()
    expect(await shownCard()).toBe('4242')
    await shop.bank(answer.paymentIntentSecret)
    expect(await shownCard()).toBe('3155')
    expect((await shop.payments.subscriptionsOf(userId)).subscriptions).toMatchObject([{ billingPeriodId: 1 }])
    const books = await shop.books(userId)
    expect(books.charges).toBe(hk.monthly + preview.amount)
    expect(books).toMatchObject({ cards: [wanted.paymentMethod], defaultCard: wanted.paymentMethod })
  })

  it.each(['abandoned', 'refused by the bank', 'declined'] as const)(
    'an upgrade that is %s leaves plan, discount, card and scheduled downgrade unchanged (SUB-18)',
    async how => {
      const name = how.slice(0, 4).toUpperCase()
      await forever(`OLD${name}`, 10)
      await forever(`NEW${name}`, 50)
      const { userId, id, card, shown } = await subscriber('quarterly', `OLD${name}`)
      await shop.payments.changePeriod(userId, id, shop.wanted('monthly', 'existing_card'))
      const before = { ...(await shop.books(userId)), shown: await shown(), rights: await shop.rights(userId) }
      expect(before.shown).toMatchObject({ futureBillingPeriodId: 3, nextAmount: 180_000 })
      const given = how === 'declined' ? 'noFunds' : 'bankAlways'
      const wanted = shop.wanted(
        'yearly',
        await shop.card(given === 'noFunds' ? 'bankThenDeclined' : given),
        `NEW${name}`,
      )
      const answer = await shop.upgrade(userId, id, wanted)
      expect(answer.subscriptionStatus).toBe('requires_action')
      if (how === 'abandoned') await shop.sandbox.advance(31 * 60)
      else await shop.bank(answer.paymentIntentSecret, how === 'declined')
      await shop.payments.reconcile()
      const after = { ...(await shop.books(userId)), shown: await shown(), rights: await shop.rights(userId) }
      expect(after.invoices[0]).toMatchObject({ status: 'void', reason: 'subscription_update' })
      expect({ ...after, invoices: after.invoices.slice(1) }).toEqual(before)
      expect(after.cards).toEqual([card])
      const now = await shop.provider.stripe.subscriptions.retrieve(id, { expand: ['discounts.source.coupon'] })
      expect(now.discounts).toMatchObject([{ source: { coupon: { percent_off: 10 } } }])
      expect(now.pending_update).toBeNull()
    },
  )

  it('an upgrade that waits for the bank is dropped when another price is quoted, and only the new price is charged', async () => {
    const { userId, id, card } = await subscriber('monthly')
    const waiting = shop.wanted('quarterly', await shop.card('bankAlways'), 'FIXED500')
    const { couponDetail } = await shop.payments.previewUpdate(userId, id, waiting)
    const left = await shop.payments.changePeriod(userId, id, { ...waiting, couponCode: couponDetail!.id })
    expect(left.subscriptionStatus).toBe('requires_action')
    const wanted = shop.wanted('yearly', 'existing_card')
    const preview = await shop.payments.previewUpdate(userId, id, wanted)
    expect(preview.lines.map(({ kind }) => kind)).toEqual(['plan', 'unused'])
    expect(await shop.books(userId)).toMatchObject({ defaultCard: card, subscriptions: [{ discounts: 0 }] })
    await expect(shop.bank(left.paymentIntentSecret)).rejects.toThrow('canceled')
    await shop.payments.changePeriod(userId, id, wanted)
    expect(await shop.books(userId)).toMatchObject({ charges: hk.monthly + preview.amount, defaultCard: card })
  })

  it('an upgrade without a quoted price is refused', async () => {
    const { userId, id, shown } = await subscriber('monthly')
    const wanted = shop.wanted('yearly', 'existing_card')
    const unpriced = { http: 409, code: 'quote_changed' }
    expect(await refusal(shop.payments.changePeriod(userId, id, wanted))).toEqual(unpriced)
    await shop.payments.previewUpdate(userId, id, { ...wanted, couponCode: 'WELCOME20' })
    expect(await refusal(shop.payments.changePeriod(userId, id, wanted))).toEqual(unpriced)
    expect(await shown()).toMatchObject({ billingPeriodId: 3 })
    expect((await shop.books(userId)).charges).toBe(hk.monthly)
  })

  it('an upgrade with a card that is declined immediately gets a 402 and changes nothing', async () => {
    const { userId, id, card } = await subscriber('monthly')
    const wanted = shop.wanted('yearly', await shop.card('failsLater'))
    expect(await refusal(shop.upgrade(userId, id, wanted))).toMatchObject({ http: 402 })
    expect(await shop.books(userId)).toMatchObject({ charges: hk.monthly, defaultCard: card, cards: [card] })
    expect((await shop.rights(userId))[0]?.periodId).toBe(3)
  })

  it('is refused shortly before the renewal, when it might still be waiting for the bank', async () => {
    const { userId, id } = await subscriber('monthly')
    const { subscriptions } = await shop.payments.subscriptionsOf(userId)
    const left = Date.parse(subscriptions[0]!.subscriptionPeriodEnd) - shop.clock.now()
    await shop.sandbox.advance(Math.floor(left / 1_000) - 20 * 60)
    const wanted = shop.wanted('yearly', 'existing_card')
    expect(await refusal(shop.payments.changePeriod(userId, id, wanted))).toEqual({ http: 409, code: 'renews_soon' })
  })

  it('an upgrade that is still pending at a renewal leaves the old plan, paid once with the old card', async () => {
    const { userId, id, card, shown } = await subscriber('monthly')
    await shop.upgrade(userId, id, shop.wanted('yearly', await shop.card('bankAlways')))
    await shop.sandbox.advance(32 * daySeconds)
    await shop.payments.reconcile()
    expect(await shown()).toMatchObject({ billingPeriodId: 3, status: 'active' })
    const books = await shop.books(userId)
    expect(books).toMatchObject({ charges: 2 * hk.monthly, defaultCard: card, cards: [card] })
    expect(books.invoices.map(({ status }) => status).toSorted()).toEqual(['paid', 'paid', 'void'])
  })

  it('turns renewal on again', async () => {
    const { userId, id, shown } = await subscriber('monthly')
    await shop.payments.setAutoRenew(userId, id, false)
    await shop.upgrade(userId, id, shop.wanted('yearly', 'existing_card'))
    expect(await shown()).toMatchObject({ billingPeriodId: 1, hasAutoRenew: true })
    expect((await shop.books(userId)).subscriptions).toMatchObject([{ renews: true }])
  })

  it('an upgrade during a trial costs nothing, and changes the plan that follows the trial', async () => {
    const payments = await shop.another({ trialDays: 7 })
    const userId = await shop.person()
    const { subscriptionId: id } = await payments.subscribe(
      userId,
      shop.wanted('monthly', await shop.card('mastercard')),
    )
    const wanted = shop.wanted('yearly', 'existing_card')
    expect(await payments.previewUpdate(userId, id, wanted)).toMatchObject({ amount: 0, nextAmount: hk.yearly })
    const answer = await payments.changePeriod(userId, id, wanted)
    expect(answer.subscription).toMatchObject({ status: 'trialing', billingPeriodId: 1, nextAmount: hk.yearly })
    expect((await shop.books(userId)).charges).toBe(0)
    expect((await shop.rights(userId))[0]?.periodId).toBe(1)
  })
})

describe('a downgrade', () => {
  it('takes effect at the next billing date, at the price of the shorter period (SUB-09, SUB-11)', async () => {
    const { userId, id, shown } = await subscriber('quarterly')
    const wanted = shop.wanted('monthly', 'existing_card')
    expect(await shop.payments.previewUpdate(userId, id, wanted)).toMatchObject({ amount: hk.monthly, downgrade: true })
    const answer = await shop.payments.changePeriod(userId, id, wanted)
    expect(answer.subscription).toMatchObject({ billingPeriodId: 2, futureBillingPeriodId: 3, nextAmount: hk.monthly })
    expect((await shop.books(userId)).charges).toBe(hk.quarterly)
    await shop.sandbox.advance(93 * daySeconds)
    await shop.settle()
    expect(await shown()).toMatchObject({ billingPeriodId: 3, futureBillingPeriodId: 0, status: 'active' })
    expect((await shop.books(userId)).charges).toBe(hk.quarterly + hk.monthly)
  })

  it('can be replaced by another, and cancelled; cancelling twice changes nothing (SUB-10, SUB-21)', async () => {
    const { userId, id, shown } = await subscriber('yearly')
    await shop.payments.changePeriod(userId, id, shop.wanted('monthly', 'existing_card'))
    await shop.payments.changePeriod(userId, id, shop.wanted('quarterly', 'existing_card'))
    expect(await shown()).toMatchObject({ billingPeriodId: 1, futureBillingPeriodId: 2 })
    for (const period of ['yearly', 'quarterly'] as const) {
      const same = shop.payments.changePeriod(userId, id, shop.wanted(period, 'existing_card'))
      expect(await refusal(same)).toEqual({ http: 400, code: 'same_period' })
    }
    await shop.payments.cancelDowngrade(userId, id)
    await shop.payments.cancelDowngrade(userId, id)
    expect(await shown()).toMatchObject({ futureBillingPeriodId: 0, nextAmount: hk.yearly })
    expect((await shop.books(userId)).subscriptions).toMatchObject([{ schedule: false }])
  })

  it('turns renewal on (SUB-07), and requires a valid card, the same product and no coupon', async () => {
    const { userId, id } = await subscriber('yearly')
    const wanted = shop.wanted('monthly', 'existing_card')
    expect(await refusal(shop.payments.changePeriod(userId, id, { ...wanted, productId: 2 }))).toMatchObject({
      http: 400,
    })
    const withCode = shop.payments.changePeriod(userId, id, { ...wanted, couponCode: 'WELCOME20' })
    expect(await refusal(withCode)).toEqual({ http: 400, code: 'coupon' })
    await shop.payments.setAutoRenew(userId, id, false)
    await shop.payments.changePeriod(userId, id, wanted)
    const off = shop.payments.setAutoRenew(userId, id, false)
    expect(await refusal(off)).toEqual({ http: 400, code: 'downgrade_scheduled' })
    expect((await shop.books(userId)).subscriptions).toMatchObject([{ renews: true, schedule: true }])
    await shop.payments.cancelDowngrade(userId, id)
    await shop.payments.updateCard(userId, await shop.card('mastercard', 'this month'))
    await shop.sandbox.advance(32 * daySeconds)
    expect(await refusal(shop.payments.changePeriod(userId, id, wanted))).toEqual({ http: 400, code: 'card_expired' })
  })

  it('another user’s downgrade is not found', async () => {
    const { id } = await subscriber('yearly')
    const stranger = await shop.person()
    const wanted = shop.wanted('monthly', 'existing_card')
    const tries = [
      shop.payments.changePeriod(stranger, id, wanted),
      shop.payments.previewUpdate(stranger, id, wanted),
      shop.payments.cancelDowngrade(stranger, id),
      shop.payments.setAutoRenew(stranger, id, false),
    ].map(refusal)
    for (const { http } of await Promise.all(tries)) expect(http).toBe(404)
  })
})

describe('the renewal of a plan', () => {
  it('can be turned off, with access up to the last paid second, and on again (SUB-05, SUB-06, SUB-20)', async () => {
    const { userId, id, shown } = await subscriber('monthly')
    const end = Date.parse((await shown())!.subscriptionPeriodEnd)
    const off = await shop.payments.setAutoRenew(userId, id, false, { feedback: 'unused', comment: 'away' })
    expect(off.subscription).toMatchObject({ hasAutoRenew: false, nextBillingDate: null, nextAmount: null })
    expect((await shop.rights(userId))[0]?.endsAt).toBe(end)
    const asked = await shop.provider.stripe.subscriptions.retrieve(id)
    expect(asked.cancellation_details).toMatchObject({ feedback: 'unused', comment: 'away' })
    const on = await shop.payments.setAutoRenew(userId, id, true)
    expect(on.subscription).toMatchObject({ hasAutoRenew: true, nextAmount: hk.monthly })
    await shop.payments.setAutoRenew(userId, id, false)
    await shop.sandbox.advance(40 * daySeconds)
    await shop.settle()
    expect(await shown()).toBeUndefined()
    expect((await shop.rights(userId))[0]?.endsAt).toBe(end)
    expect((await shop.books(userId)).charges).toBe(hk.monthly)
  })

  it('a failed renewal makes the plan past due with seven more days of access; a new card then pays exactly once', async () => {
    const { userId, shown } = await subscriber('monthly')
    const end = Date.parse((await shown())!.subscriptionPeriodEnd)
    await shop.payments.updateCard(userId, await shop.card('failsLater'))
    await shop.sandbox.advance(33 * daySeconds)
    await shop.settle()
    expect(await shown()).toMatchObject({ status: 'past_due', nextAmount: hk.monthly })
    expect((await shop.rights(userId))[0]?.endsAt).toBe(end + 7 * daySeconds * 1_000)
    const more = shop.payments.changePeriod(
      userId,
      (await shown())!.subscriptionId,
      shop.wanted('yearly', 'existing_card'),
    )
    expect(await refusal(more)).toEqual({ http: 409, code: 'not_changeable' })
    const card = await shop.card('mastercard')
    await Promise.all(Array.from({ length: 5 }, () => shop.payments.updateCard(userId, card)))
    expect(await shown()).toMatchObject({ status: 'active' })
    expect(await shop.books(userId)).toMatchObject({ charges: 2 * hk.monthly, cards: [card] })
    expect((await shop.rights(userId))[0]!.endsAt).toBeGreaterThan(end + 25 * daySeconds * 1_000)
  })

  it('a renewal that is never paid ends the subscription after the last retry; access ended with the paid period', async () => {
    const { userId, shown } = await subscriber('monthly')
    const end = Date.parse((await shown())!.subscriptionPeriodEnd)
    await shop.payments.updateCard(userId, await shop.card('failsLater'))
    await shop.sandbox.advance(45 * daySeconds)
    await shop.settle()
    expect(await shown()).toBeUndefined()
    expect((await shop.rights(userId))[0]?.endsAt).toBe(end)
    expect((await shop.books(userId)).charges).toBe(hk.monthly)
    const again = await shop.payments.subscribe(userId, shop.wanted('monthly', await shop.card('good')))
    expect(again.subscriptionStatus).toBe('active')
  })
})

describe('the card on file', () => {
  it('is replaced once the bank approves, and stays if it does not (SUB-22, SUB-23)', async () => {
    const { userId, card } = await subscriber('monthly')
    const given = await shop.card('bankOnce')
    const asked = await shop.payments.updateCard(userId, given)
    expect(asked).toMatchObject({ status: 'requires_action', cardDetails: { cardNumberLast4: '4242' } })
    await shop.bank(asked.setupIntentSecret, false)
    expect(await refusal(shop.payments.updateCard(userId, given))).toMatchObject({ http: 402 })
    expect(await shop.books(userId)).toMatchObject({ defaultCard: card, cards: [card] })
    const next = await shop.card('bankOnce')
    const again = await shop.payments.updateCard(userId, next)
    await shop.bank(again.setupIntentSecret)
    expect(await shop.payments.updateCard(userId, next)).toMatchObject({
      status: 'succeeded',
      setupIntentSecret: null,
      cardDetails: { cardNumberLast4: '3155' },
    })
    expect(await shop.books(userId)).toMatchObject({ defaultCard: next, cards: [next] })
  })

  it('is not replaced by a card that is declined or belongs to another user', async () => {
    const { userId, card } = await subscriber('monthly')
    expect(await refusal(shop.payments.updateCard(userId, await shop.card('declined')))).toMatchObject({ http: 402 })
    const other = await subscriber('monthly')
    expect(await refusal(shop.payments.updateCard(userId, other.card))).toEqual({ http: 400, code: 'card_unknown' })
    expect(await refusal(shop.payments.updateCard(userId, 'pm_nothing'))).toEqual({ http: 400, code: 'card_unknown' })
    expect((await shop.books(userId)).cards).toEqual([card])
  })
})
