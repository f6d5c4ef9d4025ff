import { previewSubscribe, subscribe } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { syncCatalogue } from '../../src/commands/sync-catalogue.ts'
import { readConfig } from '../../src/config.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { buy, held, newCard } from './shopper.ts'

let testServer: PayingTestServer
beforeAll(async () => {
  testServer = await openTestServer({}, { payments: true })
})
afterAll(() => testServer.close())

async function sync(prices: Record<string, string>, dryRun = false) {
  const told: string[] = []
  const { stripe } = testServer.provider
  const changes = await syncCatalogue({ stripe, config: readConfig(prices), dryRun, tell: line => told.push(line) })
  expect(told).toHaveLength(changes)
  return told
}

const halfYear = { productId: 1, billingPeriodId: 4, couponCode: null }
const previewOf = async (name: string, body: object) => {
  // Prices are cached for a minute unless a webhook event of a changed price invalidates them.
  await testServer.settle()
  return await (await ApiClient.byToken(testServer, name)).ask(previewSubscribe, { body })
}

it('the catalogue at the payment provider has every plan under its key, in Hong Kong dollars, with the right billing period', async () => {
  const { stripe } = testServer.provider
  const { data } = await stripe.prices.list({ active: true, limit: 100, expand: ['data.product'] })
  const rows = data.map(({ lookup_key, currency, unit_amount, recurring, product }) => ({
    key: lookup_key,
    currency,
    cents: unit_amount,
    every: `${recurring?.interval_count} ${recurring?.interval}`,
    productId: typeof product === 'string' || product.deleted ? '' : product.metadata['product_id'],
  }))
  const hongKong = { currency: 'hkd', productId: '1' }
  expect(rows.length).toBe(15)
  expect(rows).toEqual(
    expect.arrayContaining([
      { ...hongKong, key: 'finlist-hk:yearly', cents: 1_680_000, every: '1 year' },
      { ...hongKong, key: 'finlist-hk:quarterly', cents: 480_000, every: '3 month' },
      { ...hongKong, key: 'finlist-hk:monthly', cents: 200_000, every: '1 month' },
      { currency: 'hkd', productId: '6', key: 'finlist-jp:monthly', cents: 150_000, every: '1 month' },
    ]),
  )
})

it('setting up the catalogue again changes nothing', async () => {
  expect(await sync({})).toEqual([])
})

it('a dry run of the catalogue setup prints what it would do, and changes nothing', async () => {
  const told = ['would be priced: finlist-hk:half-year at HK$9,000']
  expect(await sync({ HALF_YEAR_PRICE_HK: '1500' }, true)).toEqual(told)
  expect(await previewOf('free', halfYear)).toMatchObject({ http: 400, errors: [{ code: 'not_sold' }] })
  expect(await sync({ HALF_YEAR_PRICE_HK: '1500' }, true)).toEqual(told)
})

it('an operator’s new price applies to new buyers only, and a plan without a price is not sold (PLAN-03, PLAN-23)', async () => {
  expect(await sync({ HALF_YEAR_PRICE_HK: '1500' })).toEqual(['priced: finlist-hk:half-year at HK$9,000'])
  expect((await previewOf('free', halfYear)).data).toMatchObject({ amount: 900_000 })
  const early = await ApiClient.byToken(testServer, 'free')
  const plan: { productId: ProductId; billingPeriodId: PeriodId } = { productId: 1, billingPeriodId: 4 }
  expect((await buy(testServer, early, plan)).answer.data.subscriptionStatus).toBe('active')

  expect(await sync({ HALF_YEAR_PRICE_HK: '1600' })).toEqual(['priced anew: finlist-hk:half-year at HK$9,600'])
  expect((await previewOf('staff', halfYear)).data).toMatchObject({ amount: 960_000 })
  expect((await held(early)).subscriptions[0]).toMatchObject({ billingPeriodId: 4, nextAmount: 900_000 })

  expect(await sync({})).toEqual(['not sold any more: finlist-hk:half-year'])
  const paymentMethod = await newCard(testServer)
  await testServer.settle()
  const refused = await (await ApiClient.byToken(testServer, 'staff')).ask(subscribe, {
    body: { ...halfYear, paymentMethod },
  })
  expect(refused).toMatchObject({ http: 400, errors: [{ code: 'not_sold' }] })

  await testServer.sandbox.advance(185 * 86_400)
  await testServer.settle()
  const renewed = await held(await ApiClient.byToken(testServer, 'free'))
  expect(renewed.subscriptions[0]).toMatchObject({ billingPeriodId: 4, status: 'active', nextAmount: 900_000 })
  expect(renewed.invoices.map(({ amountPaid }) => amountPaid)).toEqual([900_000, 900_000])
})

it('Sunday Club is sold by month, quarter and year at the same price per month', async () => {
  expect(await sync({ SUNDAY_CLUB_PRICE: '300' })).toEqual([
    'made: sunday-club',
    'priced: sunday-club:yearly at HK$3,600',
    'priced: sunday-club:quarterly at HK$900',
    'priced: sunday-club:monthly at HK$300',
  ])
})
