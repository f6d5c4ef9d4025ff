import { type PeriodId, periods, plansSold } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { type Config, ownPrices } from '../config.ts'
import { translate } from '../http/translate.ts'
import type { ProviderClient } from '../payments/provider/provider.ts'

type ProductName = (typeof products)[ProductId]['name']
type Plan = { productId: ProductId; periodId: PeriodId; cents: number }
type Asked = { stripe: ProviderClient; config: Config; dryRun?: boolean; tell: (line: string) => void }

/**
 * Makes the payment provider's products and prices match what we sell, and prints each change; with `dryRun` only
 * prints. Prices are found by their lookup key `<product>:<period>`. The provider does not allow a price's amount to
 * change. A new amount therefore becomes a new price that takes over the key, while existing subscribers keep the old
 * price. If a plan is no longer sold, its price is closed to new buyers only. A second run changes nothing. Returns the
 * number of changes.
 */
export async function syncCatalogue({ stripe, config, dryRun = false, tell }: Asked): Promise<number> {
  const sold = plansSold(ownPrices(config))
  let changes = 0
  const change = async (what: string, make: () => Promise<unknown>) => {
    changes++
    tell(`${dryRun ? 'would be ' : ''}${what}`)
    if (!dryRun) await make()
  }
  for (const [id, { name }] of Object.entries(products)) {
    const plans = sold.filter(({ productId }) => productId === Number(id))
    await syncProduct(stripe, { productId: Number(id), name, isSold: plans.length > 0 }, change)
    await syncPrices(stripe, name, plans, change)
  }
  return changes
}

type Change = (what: string, make: () => Promise<unknown>) => Promise<void>

async function syncProduct(
  stripe: ProviderClient,
  { productId, name, isSold }: { productId: number; name: ProductName; isSold: boolean },
  change: Change,
) {
  const wanted = { name: translate('en', `plan.${name}`), metadata: { product_id: String(productId) } }
  const found = await stripe.products.retrieve(name).catch(error => {
    if ((error as { code?: string }).code === 'resource_missing') return undefined
    throw error
  })
  if (!found && isSold) await change(`made: ${name}`, () => stripe.products.create({ id: name, ...wanted }))
  if (found && (found.name !== wanted.name || found.metadata['product_id'] !== wanted.metadata.product_id))
    await change(`changed: ${name}`, () => stripe.products.update(name, wanted))
}

async function syncPrices(stripe: ProviderClient, product: string, plans: Plan[], change: Change) {
  const keyOf = (periodId: PeriodId) => `${product}:${periods[periodId].name}`
  const keys = Object.keys(periods).map(id => keyOf(Number(id) as PeriodId))
  const { data: found } = await stripe.prices.list({ lookup_keys: keys, active: true, limit: 100 })
  for (const { periodId, cents } of plans) {
    const key = keyOf(periodId)
    const recurring = recurringOf(periodId)
    const same = (price: (typeof found)[number]) =>
      price.unit_amount === cents &&
      price.currency === 'hkd' &&
      price.product === product &&
      price.recurring?.interval === recurring.interval &&
      price.recurring.interval_count === recurring.interval_count
    const old = found.find(price => price.lookup_key === key)
    if (old && same(old)) continue
    await change(
      `${old ? 'priced anew' : 'priced'}: ${key} at HK$${(cents / 100).toLocaleString('en-US')}`,
      async () => {
        const price = { product, currency: 'hkd', unit_amount: cents, recurring, lookup_key: key }
        await stripe.prices.create({ ...price, transfer_lookup_key: true })
        if (old) await stripe.prices.update(old.id, { active: false })
      },
    )
  }
  for (const price of found.filter(({ lookup_key }) => !plans.some(({ periodId }) => keyOf(periodId) === lookup_key)))
    await change(`not sold any more: ${price.lookup_key}`, () => stripe.prices.update(price.id, { active: false }))
}

/** A year is sent as one year rather than 12 months, so that receipts and the payment provider's pages say "year". */
function recurringOf(periodId: PeriodId): { interval: 'year' | 'month'; interval_count: number } {
  const { months } = periods[periodId]
  return months === 12 ? { interval: 'year', interval_count: 1 } : { interval: 'month', interval_count: months }
}
