import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import type Stripe from 'stripe'
import { BadRequest } from '../../http/client-errors.ts'
import { answered, idOf } from './provider.ts'

/**
 * A plan's price. `product` and `rhythm` are the provider's product id and interval; a price without an interval is
 * charged once.
 */
export type Price = {
  id: string
  cents: number
  currency: string
  product: string | null
  rhythm: { interval: Stripe.Price.Recurring.Interval; interval_count: number } | null
}

export type Plan = { productId: ProductId; periodId: PeriodId }

const rememberedMs = 60_000
const mostRemembered = 1_000

/** Reads the payment provider's prices of plans, and the plan that a price belongs to; caches both. */
export class Prices {
  readonly #stripe: Stripe
  readonly #now: () => number
  readonly #current = new Map<string, { price: Price; at: number }>()
  readonly #plans = new Map<string, Plan | null>()

  constructor(stripe: Stripe, now: () => number) {
    this.#stripe = stripe
    this.#now = now
  }

  /** The plan's current price, at most a minute old. Throws if the plan is not sold. */
  async priceOf(productId: ProductId, periodId: PeriodId): Promise<Price> {
    const key = lookupKey(productId, periodId)
    const known = this.#current.get(key)
    if (known && this.#now() - known.at < rememberedMs) return known.price
    const { data } = await answered('list', this.#stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 }))
    const [sold] = data
    if (!sold || sold.unit_amount === null) throw new BadRequest('billing.not-sold', { code: 'not_sold' })
    const price = priceOf(sold)
    this.#current.set(key, { price, at: this.#now() })
    return price
  }

  /** Reads a price, even one that is no longer sold. */
  async read(priceId: string): Promise<Price> {
    return priceOf(await answered('price', this.#stripe.prices.retrieve(priceId)))
  }

  /**
   * The plan of a price, or null if the price is not one of ours. A price no longer sold is identified by its product
   * and interval.
   */
  async planOf(priceId: string): Promise<Plan | null> {
    const known = this.#plans.get(priceId)
    if (known !== undefined) return known
    const price = await answered('price', this.#stripe.prices.retrieve(priceId, { expand: ['product'] }))
    const plan = planOfKey(price.lookup_key) ?? planOfRhythm(price)
    if (this.#plans.size >= mostRemembered) this.#plans.clear()
    this.#plans.set(priceId, plan)
    return plan
  }

  /** Empties the caches after a change of the catalogue. */
  forget() {
    this.#current.clear()
    this.#plans.clear()
  }
}

const priceOf = ({ id, unit_amount, currency, product, recurring }: Stripe.Price): Price => ({
  id,
  cents: unit_amount ?? 0,
  currency,
  product: idOf(product),
  rhythm: recurring && { interval: recurring.interval, interval_count: recurring.interval_count },
})

const lookupKey = (productId: ProductId, periodId: PeriodId) => `${products[productId].name}:${periods[periodId].name}`

function planOfKey(key: string | null): Plan | null {
  for (const productId of idsOf(products)) {
    for (const periodId of idsOf(periods)) if (lookupKey(productId, periodId) === key) return { productId, periodId }
  }
  return null
}

function planOfRhythm({ product, recurring }: Stripe.Price): Plan | null {
  if (typeof product === 'string' || product.deleted || !recurring) return null
  const months = recurring.interval_count * (recurring.interval === 'year' ? 12 : 1)
  const productId = idsOf(products).find(id => String(id) === product.metadata['product_id'])
  const periodId = idsOf(periods).find(id => periods[id].months === months)
  return productId && periodId && ['year', 'month'].includes(recurring.interval) ? { productId, periodId } : null
}

const idsOf = <T extends object>(table: T) => Object.keys(table).map(Number) as (keyof T & number)[]
