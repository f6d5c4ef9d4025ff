import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { ownerOf } from '../src/stripe-objects.ts'
import { Shop } from './shop.ts'

const day = 86_400
const opened = () => new Shop('2026-01-15T00:00:00Z')
const coupon = (shop: Shop, values: Record<string, string | number | object>) =>
  shop.post<Stripe.Coupon>('coupons', values as never).id
const code = (shop: Shop, values: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  shop.post<Stripe.PromotionCode>('promotion_codes', {
    promotion: { type: 'coupon', coupon: coupon(shop, values as never) },
    ...(more as object),
  })

describe('a first invoice with a coupon', () => {
  it.each([
    ['20%', { percent_off: 20 }, 160_000],
    ['33.33%, to the cent', { percent_off: 33.33 }, 133_340],
    ['12.5%', { percent_off: 12.5 }, 175_000],
    ['100%', { percent_off: 100 }, 0],
    ['HK$500', { amount_off: 50_000, currency: 'hkd' }, 150_000],
    ['exactly the price', { amount_off: 200_000, currency: 'hkd' }, 0],
    ['more than the price', { amount_off: 200_001, currency: 'hkd' }, 0],
    ['leaving less than the card minimum', { amount_off: 199_601, currency: 'hkd' }, 0],
    ['leaving exactly the card minimum', { amount_off: 199_600, currency: 'hkd' }, 400],
  ])('is reduced by the right amount: %s', (_what, values, due) => {
    const shop = opened()
    const id = coupon(shop, { ...values, duration: 'once' })
    const customer = shop.customer()
    const price = shop.price(200_000)
    const wish = { customer, discounts: [{ coupon: id }] }
    const preview = shop.post<Stripe.Invoice>('invoices/create_preview', {
      ...wish,
      subscription_details: { items: [{ price }] },
    })
    const subscription = shop.post<Stripe.Subscription>('subscriptions', {
      ...wish,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
    })
    const invoice = shop.latest(subscription.id)
    expect([preview.amount_due, invoice.amount_due]).toEqual([due, due])
    expect(invoice.subtotal - invoice.total).toBe(invoice.total_discount_amounts?.[0]?.amount)
    expect(invoice.total).toBeGreaterThanOrEqual(0)
    expect(subscription.status).toBe(due === 0 ? 'active' : 'incomplete')
    expect(invoice.status).toBe(due === 0 ? 'paid' : 'open')
    expect(shop.get<Stripe.InvoicePayment[]>('invoice_payments', { invoice: invoice.id })).toHaveLength(
      due === 0 ? 0 : 1,
    )
  })
})

describe('a coupon applies', () => {
  it.each([
    ['once', {}, [150_000, 200_000, 200_000, 200_000]],
    ['repeating', { duration_in_months: 2 }, [150_000, 150_000, 200_000, 200_000]],
    ['forever', {}, [150_000, 150_000, 150_000, 150_000]],
  ])('a coupon applies to the invoices of its duration: %s', (duration, more, totals) => {
    const shop = opened()
    const discounts = [{ coupon: coupon(shop, { percent_off: 25, duration, ...more }) }]
    const subscription = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000), { discounts })
    shop.wait(93 * day)
    expect(shop.invoices(subscription.id).map(({ total }) => total)).toEqual(totals)
  })

  it('only to invoices with an amount due, so a one-time coupon survives a free trial', () => {
    const shop = opened()
    const discounts = [{ coupon: coupon(shop, { percent_off: 25, duration: 'once' }) }]
    const subscription = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000), {
      discounts,
      trial_period_days: 7,
    })
    shop.wait(45 * day)
    expect(shop.invoices(subscription.id).map(({ total }) => total)).toEqual([0, 150_000, 200_000])
  })
})

describe('a promotion code', () => {
  const tried = (shop: Shop, promo: string, customer = shop.customer('pm_card_visa')) =>
    shop.subscribe(customer, shop.price(200_000), { discounts: [{ promotion_code: promo }] })

  it('is found in upper or lower case; a search for active codes omits inactive ones', () => {
    const shop = opened()
    const { id } = code(shop, { percent_off: 10 }, { code: 'Welcome20' })
    const find = (values: Record<string, string | boolean>) =>
      shop.get<Stripe.PromotionCode[]>('promotion_codes', values).map(one => one.id)
    expect(find({ code: 'WELCOME20', active: true })).toEqual([id])
    shop.post(`promotion_codes/${id}`, { active: false })
    expect(find({ code: 'WELCOME20', active: true })).toEqual([])
    expect(find({ code: 'welcome20' })).toEqual([id])
  })

  it('is unique among the active codes, whatever its case', () => {
    const shop = opened()
    const { id } = code(shop, { percent_off: 10 }, { code: 'WELCOME20' })
    expect(shop.refused(() => code(shop, { percent_off: 5 }, { code: 'welcome20' }))).toMatchObject({
      message: 'An active promotion code with `code: welcome20` already exists.',
    })
    shop.post(`promotion_codes/${id}`, { active: false })
    const second = code(shop, { percent_off: 5 }, { code: 'welcome20' })
    expect(second.active).toBe(true)
    expect(shop.refused(() => shop.post(`promotion_codes/${id}`, { active: true })).status).toBe(400)
  })

  it('counts its redemptions, as does its coupon', () => {
    const shop = opened()
    const promo = code(shop, { percent_off: 10, max_redemptions: 5 }, { max_redemptions: 2 })
    tried(shop, promo.id)
    tried(shop, promo.id)
    const after = shop.get<Stripe.PromotionCode>(`promotion_codes/${promo.id}`)
    expect(after).toMatchObject({ times_redeemed: 2, active: false })
    expect(shop.get<Stripe.Coupon>(`coupons/${ownerOf(after.promotion.coupon)}`)).toMatchObject({
      times_redeemed: 2,
      valid: true,
    })
    expect(shop.refused(() => tried(shop, promo.id)).message).toContain('maximum number of times')
  })

  it('expires when its coupon does', () => {
    const shop = opened()
    const promo = code(shop, { percent_off: 10, max_redemptions: 1 })
    tried(shop, promo.id)
    expect(shop.get<Stripe.PromotionCode>(`promotion_codes/${promo.id}`).active).toBe(false)
    expect(shop.refused(() => tried(shop, promo.id)).param).toBe('discounts[0][promotion_code]')
  })

  it('expires automatically at its expiry time', () => {
    const shop = opened()
    const promo = code(shop, { percent_off: 10 }, { expires_at: shop.now + 60 })
    shop.wait(59)
    expect(shop.get<Stripe.PromotionCode>(`promotion_codes/${promo.id}`).active).toBe(true)
    expect(shop.heard(() => shop.wait(1))).toEqual(['promotion_code.updated'])
    expect(shop.refused(() => tried(shop, promo.id)).message).toContain('it has expired')
  })

  it('expires at the end of its coupon’s redemption period', () => {
    const shop = opened()
    const promo = code(shop, { percent_off: 10, redeem_by: shop.now + 60 })
    expect(shop.heard(() => shop.wait(60))).toEqual(['coupon.updated', 'promotion_code.updated'])
    expect(shop.get<Stripe.PromotionCode>(`promotion_codes/${promo.id}`).active).toBe(false)
  })

  it('a promotion code for first-time customers is refused for a customer who has paid before', () => {
    const shop = opened()
    const promo = code(shop, { percent_off: 10 }, { restrictions: { first_time_transaction: true } })
    const customer = shop.customer('pm_card_visa')
    expect(tried(shop, promo.id, customer).status).toBe('active')
    expect(shop.refused(() => tried(shop, promo.id, customer)).message).toBe(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
    )
  })

  it('a promotion code with a minimum amount is accepted only for an order of at least that amount', () => {
    const shop = opened()
    const least = (minimum_amount: number) =>
      code(shop, { percent_off: 10 }, { restrictions: { minimum_amount, minimum_amount_currency: 'hkd' } }).id
    expect(tried(shop, least(200_000)).status).toBe('active')
    expect(shop.refused(() => tried(shop, least(200_001))).message).toContain('HK$2,000.01')
  })

  it('restricted to one customer is refused for another', () => {
    const shop = opened()
    const customer = shop.customer('pm_card_visa')
    const promo = code(shop, { percent_off: 10 }, { customer })
    expect(shop.refused(() => tried(shop, promo.id)).message).toContain('belongs to another customer')
    expect(tried(shop, promo.id, customer).status).toBe('active')
  })

  it('leaves no subscription behind when it is refused', () => {
    const shop = opened()
    const promo = code(shop, { percent_off: 10 }, { max_redemptions: 1 })
    shop.post(`promotion_codes/${promo.id}`, { active: false })
    const customer = shop.customer('pm_card_visa')
    expect(shop.heard(() => shop.refused(() => tried(shop, promo.id, customer)))).toEqual([
      'product.created',
      'price.created',
    ])
    expect(shop.get<Stripe.Subscription[]>('subscriptions', { customer, status: 'all' })).toEqual([])
  })
})

it('a coupon limited to certain products does not discount other products', () => {
  const shop = opened()
  const [one, other] = [shop.price(200_000), shop.price(300_000)]
  const product = shop.get<Stripe.Price>(`prices/${one}`).product as string
  const id = coupon(shop, { percent_off: 50, duration: 'forever', applies_to: { products: [product] } })
  const total = (price: string) =>
    shop.post<Stripe.Invoice>('invoices/create_preview', {
      customer: shop.customer(),
      discounts: [{ coupon: id }],
      subscription_details: { items: [{ price }] },
    }).total
  expect([total(one), total(other)]).toEqual([100_000, 300_000])
})

it('a running subscription’s discounts can be replaced, retained by id, and cleared', () => {
  const shop = opened()
  const [first, second] = [
    coupon(shop, { percent_off: 50, duration: 'forever' }),
    coupon(shop, { percent_off: 10, duration: 'forever' }),
  ]
  const { id, discounts: had } = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000), {
    discounts: [{ coupon: first }],
  })
  const set = (discounts: { coupon?: string; discount?: string }[] | '') => {
    shop.post(`subscriptions/${id}`, { discounts })
    return shop.post<Stripe.Invoice>('invoices/create_preview', { subscription: id }).total
  }
  expect(set([{ discount: ownerOf(had[0]) }])).toBe(100_000)
  expect(set([{ discount: ownerOf(had[0]) }, { coupon: second }])).toBe(90_000)
  expect(set([{ coupon: second }])).toBe(180_000)
  expect(shop.refused(() => set([{ discount: ownerOf(had[0]) }])).code).toBe('resource_missing')
  expect(set('')).toBe(200_000)
})

it('a deleted coupon still applies to subscriptions that redeemed it before', () => {
  const shop = opened()
  const promo = code(shop, { percent_off: 50, duration: 'forever' })
  const id = ownerOf(promo.promotion.coupon)
  const subscription = shop.subscribe(shop.customer('pm_card_visa'), shop.price(200_000), {
    discounts: [{ promotion_code: promo.id }],
  })
  expect(shop.call('DELETE', `/v1/coupons/${id}`)).toEqual({ id, object: 'coupon', deleted: true })
  shop.wait(32 * day)
  expect(shop.latest(subscription.id).total).toBe(100_000)
  expect(shop.refused(() => shop.get(`coupons/${id}`))).toMatchObject({ status: 404, code: 'resource_missing' })
  expect(shop.get<Stripe.PromotionCode>(`promotion_codes/${promo.id}`).active).toBe(false)
})
