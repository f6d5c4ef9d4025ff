import fc from 'fast-check'
import type Stripe from 'stripe'
import { runDue } from '../src/clock.ts'
import { ApiError } from '../src/route.ts'
import { ownerOf } from '../src/stripe-objects.ts'
import { Shop } from './shop.ts'

const hour = 3600
const day = 24 * hour
const cards = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredOnSetup',
  'pm_card_threeDSecureRequiredChargeDeclined',
]
const behaviors = [
  'pending_if_incomplete',
  'pending_if_incomplete',
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
]

/** Unbiased, because by default small numbers are more frequent and some cards and prices would rarely be chosen. */
const pick = fc.noBias(fc.nat({ max: 1000 }))
/** One action of a customer. `a`, `b` and `c` choose among the existing objects. */
export type Action = { act: keyof typeof acts; a: number; b: number; c: number }
export const action: fc.Arbitrary<Action> = fc.record({
  act: fc.constantFrom(
    ...(
      [
        ['subscribe', 8],
        ['confirm', 6],
        ['bank', 5],
        ['upgrade', 7],
        ['upgradeAsked', 5],
        ['resize', 2],
        ['downgrade', 2],
        ['release', 1],
        ['autoRenew', 2],
        ['cancel', 1],
        ['card', 3],
        ['pay', 2],
        ['credit', 2],
        ['debit', 1],
        ['refund', 2],
        ['discount', 2],
        ['endTrial', 1],
        ['waitHours', 4],
        ['waitDays', 6],
        ['waitForRenewal', 9],
      ] as const
    ).flatMap(([name, weight]) => Array.from({ length: weight }, () => name)),
  ),
  a: pick,
  b: pick,
  c: pick,
})

/** A shop whose customers take any action at any time. */
export class RandomShop extends Shop {
  readonly prices: string[]
  readonly readers: string[]
  readonly codes: string[]
  /** Descriptions of the rules that were broken. */
  readonly faults: string[] = []
  /** Charges triggered by the clock, not by a request. */
  readonly automatic = new Set<string>()

  override wait(seconds: number): void {
    const before = this.store.all('charge').length
    super.wait(seconds)
    for (const { id } of this.store.all('charge').slice(before)) this.automatic.add(id)
  }

  constructor() {
    super('2026-01-31T15:30:00Z')
    const product = this.post<Stripe.Product>('products', { name: 'FinList HK' }).id
    const price = (unit_amount: number, interval: string, interval_count: number) =>
      this.post<Stripe.Price>('prices', {
        product,
        currency: 'hkd',
        unit_amount,
        recurring: { interval, interval_count },
      }).id
    this.prices = [
      price(200_000, 'month', 1),
      price(480_000, 'month', 3),
      price(1_680_000, 'year', 1),
      price(99_999, 'month', 1),
      price(390, 'month', 1),
    ]
    const code = (coupon: Record<string, string | number>) =>
      this.post<Stripe.PromotionCode>('promotion_codes', {
        promotion: { type: 'coupon', coupon: this.post<Stripe.Coupon>('coupons', coupon).id },
      }).id
    this.codes = [
      code({ percent_off: 33.33, duration: 'repeating', duration_in_months: 3 }),
      code({ percent_off: 10, duration: 'once' }),
      code({ amount_off: 5_001, currency: 'hkd', duration: 'forever' }),
      code({ amount_off: 9_000_000, currency: 'hkd', duration: 'once' }),
      code({ percent_off: 100, duration: 'once' }),
    ]
    this.readers = ['pm_card_visa', 'pm_card_visa', 'pm_card_authenticationRequired'].map(card => this.customer(card))
  }

  do({ act, a, b, c }: Action): void {
    try {
      acts[act](this, a, b, c)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    this.store.change(() => runDue(this.store))
  }

  all(customer: string): readonly Stripe.Subscription[] {
    return this.store.by<Stripe.Subscription>('subscription', 'customer', customer)
  }

  live(customer: string): Stripe.Subscription | undefined {
    return this.all(customer).find(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
  }

  /** Records a fault unless the preview equals the invoice, line by line. */
  compare(preview: Stripe.Invoice, charged: Stripe.Invoice): void {
    const of = (invoice: Stripe.Invoice) =>
      JSON.stringify([
        invoice.subtotal,
        invoice.total,
        invoice.amount_due,
        invoice.starting_balance,
        invoice.lines.data.map(({ amount, description, period, discount_amounts }) => [
          amount,
          description,
          period,
          (discount_amounts ?? []).map(one => one.amount),
        ]),
        (invoice.total_discount_amounts ?? []).map(({ amount }) => amount),
      ])
    if (of(preview) !== of(charged)) this.faults.push(`previewed ${of(preview)}, charged ${of(charged)}`)
  }
}

type Act = (shop: RandomShop, a: number, b: number, c: number) => void
const of = <T>(list: readonly T[], number: number): T => list[number % list.length] as T
const live = (shop: RandomShop, number: number) => {
  const running = shop.readers.map(reader => shop.live(reader)).filter(one => one !== undefined)
  return running.length > 0 ? of(running, number) : undefined
}
const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0] as Stripe.SubscriptionItem
const some = (shop: RandomShop, number: number) =>
  number % 3 === 0 ? [{ promotion_code: of(shop.codes, number) }] : []

/** One second before a renewal: checks that it costs as much as its preview. */
function compareRenewal(shop: RandomShop, id: string): void {
  const before = shop.subscription(id)
  const preview = () => shop.post<Stripe.Invoice>('invoices/create_preview', { subscription: id })
  const announced = before.cancel_at_period_end || before.ended_at !== null ? undefined : preview()
  shop.wait(1)
  const invoice = shop.latest(id)
  const isNew = invoice.id !== before.latest_invoice && invoice.billing_reason === 'subscription_cycle'
  if (announced && isNew && invoice.status === 'draft') shop.compare(announced, invoice)
}

const acts = {
  subscribe(shop, a, b, c) {
    const customer = of(shop.readers, a)
    if (shop.live(customer)) return
    const wish = {
      items: [{ price: of(shop.prices, b) }],
      ...(c % 4 === 0 && { trial_end: shop.now + (1 + (c % 20)) * day }),
    }
    const discounts = some(shop, c)
    const preview = shop.post<Stripe.Invoice>('invoices/create_preview', {
      customer,
      discounts,
      subscription_details: wish,
    })
    const made = shop.post<Stripe.Subscription>('subscriptions', {
      customer,
      ...wish,
      discounts,
      payment_behavior: of(
        ['default_incomplete', 'default_incomplete', 'allow_incomplete', 'error_if_incomplete'],
        a + b + c,
      ),
    })
    shop.compare(preview, shop.latest(made.id))
  },
  confirm(shop, a, b) {
    const subscription = live(shop, a)
    if (!subscription) return
    const invoice = shop.latest(subscription.id)
    if (invoice.status !== 'open') return
    shop.post(`payment_intents/${shop.intent(invoice.id).id}/confirm`, {
      payment_method: of(cards, b),
      return_url: 'http://127.0.0.1/back',
    })
  },
  bank(shop, a, b) {
    const waiting = shop.store
      .all<Stripe.PaymentIntent>('payment_intent')
      .filter(({ status }) => status === 'requires_action')
    if (waiting.length) shop.bank(of(waiting, a).id, b % 4 !== 0)
  },
  upgrade(shop, a, b, c) {
    const subscription = live(shop, a)
    if (!subscription) return
    const change = {
      items: [{ id: itemOf(subscription).id, price: of(shop.prices, b) }],
      proration_behavior: 'always_invoice',
      proration_date: shop.now,
      billing_cycle_anchor: { type: 'now' },
    }
    const preview = shop.post<Stripe.Invoice>('invoices/create_preview', {
      subscription: subscription.id,
      subscription_details: change,
    })
    const told = shop.store.all('event').length
    shop.wait(c % 300)
    const isQuiet = shop.store.all('event').length === told
    const after = shop.post<Stripe.Subscription>(`subscriptions/${subscription.id}`, {
      ...change,
      payment_behavior: of(behaviors, c),
    })
    if (isQuiet && after.latest_invoice !== subscription.latest_invoice)
      shop.compare(preview, shop.latest(subscription.id))
  },
  /** Requests an upgrade that requires authentication; for odd `c` the card holder answers the bank immediately. */
  upgradeAsked(shop, a, b, c) {
    const subscription = live(shop, a)
    if (!subscription) return
    shop.keepCard(ownerOf(subscription.customer), 'pm_card_authenticationRequired')
    acts.upgrade(shop, a, b, c - (c % behaviors.length))
    if (c % 2) acts.bank(shop, 0, b)
  },
  resize(shop, a, b, c) {
    const subscription = live(shop, a)
    if (!subscription) return
    const change = {
      items: [{ id: itemOf(subscription).id, quantity: 1 + (b % 3) }],
      proration_behavior: of(['always_invoice', 'create_prorations', 'none'], c),
    }
    const preview = shop.post<Stripe.Invoice>('invoices/create_preview', {
      subscription: subscription.id,
      subscription_details: change,
    })
    const after = shop.post<Stripe.Subscription>(`subscriptions/${subscription.id}`, {
      ...change,
      payment_behavior: of(behaviors, b + c),
    })
    if (after.latest_invoice !== subscription.latest_invoice) shop.compare(preview, shop.latest(subscription.id))
  },
  downgrade(shop, a, b) {
    const subscription = live(shop, a)
    if (!subscription || subscription.schedule) return
    const schedule = shop.post<Stripe.SubscriptionSchedule>('subscription_schedules', {
      from_subscription: subscription.id,
    })
    const [phase] = schedule.phases
    const discounts = subscription.discounts.map(discount => ({ discount: ownerOf(discount) }))
    shop.post(`subscription_schedules/${schedule.id}`, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: itemOf(subscription).price.id, quantity: itemOf(subscription).quantity }],
          start_date: phase?.start_date,
          end_date: phase?.end_date,
          discounts,
        },
        {
          items: [{ price: of(shop.prices, b) }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
          discounts,
        },
      ],
    })
  },
  release(shop, a) {
    const schedule = live(shop, a)?.schedule
    if (schedule) shop.post(`subscription_schedules/${ownerOf(schedule)}/release`)
  },
  autoRenew(shop, a, b) {
    const subscription = live(shop, a)
    if (subscription) shop.post(`subscriptions/${subscription.id}`, { cancel_at_period_end: b % 2 === 0 })
  },
  cancel(shop, a, b) {
    const subscription = live(shop, a)
    if (subscription)
      shop.call('DELETE', `/v1/subscriptions/${subscription.id}`, b % 2 ? { prorate: true, invoice_now: true } : {})
  },
  card: (shop, a, b) => void shop.keepCard(of(shop.readers, a), of(cards, b)),
  pay(shop, a) {
    const subscription = live(shop, a)
    const open = subscription && shop.invoices(subscription.id).find(({ status }) => status === 'open')
    if (open) shop.post(`invoices/${open.id}/pay`)
  },
  credit: (shop, a, b) =>
    void shop.post(`customers/${of(shop.readers, a)}/balance_transactions`, { amount: -b * 317, currency: 'hkd' }),
  debit: (shop, a, b) =>
    void shop.post(`customers/${of(shop.readers, a)}/balance_transactions`, { amount: b, currency: 'hkd' }),
  refund(shop, a, b) {
    const charges = shop.store.all<Stripe.Charge>('charge').filter(({ paid }) => paid)
    if (!charges.length) return
    const charge = of(charges, a)
    shop.post('refunds', {
      charge: charge.id,
      ...(b % 2 && { amount: 1 + Math.floor((charge.amount * (b % 100)) / 70) }),
    })
  },
  discount(shop, a, b) {
    const subscription = live(shop, a)
    if (subscription)
      shop.post(`subscriptions/${subscription.id}`, { discounts: b % 3 ? [{ promotion_code: of(shop.codes, b) }] : '' })
  },
  endTrial(shop, a) {
    const subscription = live(shop, a)
    if (subscription?.status === 'trialing') shop.post(`subscriptions/${subscription.id}`, { trial_end: 'now' })
  },
  waitHours: (shop, a) => shop.wait(hour + (a % 30) * hour + (a % 7) * 61),
  waitDays: (shop, a) => shop.wait((1 + (a % 12)) * day + (a % 5) * 3601),
  /** Moves the clock to around the end of a running period: from one second before it to two days after. */
  waitForRenewal(shop, a, b) {
    const subscription = live(shop, a)
    if (!subscription) return
    const end = itemOf(subscription).current_period_end + of([-1, 0, 1, hour, 2 * hour, 2 * day], b)
    if (end <= shop.now) return
    const { current_period_end: renewed } = itemOf(subscription)
    if (end >= renewed) {
      shop.waitUntil(renewed - 1)
      compareRenewal(shop, subscription.id)
    }
    if (end > shop.now) shop.waitUntil(end)
  },
} satisfies Record<string, Act>
