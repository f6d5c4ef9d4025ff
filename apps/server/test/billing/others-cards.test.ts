import { previewSubscribe, previewUpdate, subscribe, updateCard, updateSubscription } from '@finlist/contract/billing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { buy, held, newCard } from './shopper.ts'

let testServer: PayingTestServer
let victim: ApiClient
let card: string
beforeAll(async () => {
  testServer = await openTestServer({}, { payments: true, demo: 'bought', at: calmDay })
  victim = await ApiClient.byToken(testServer, 'hk-yearly')
  card = (await customerOf(victim)).card
})
afterAll(() => testServer.close())

async function customerOf({ userId }: ApiClient): Promise<{ customer: string; card: string }> {
  const row = await testServer.database.db
    .selectFrom('billing_customer')
    .select(['customer_id', 'payment_method_id'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { customer: row.customer_id, card: row.payment_method_id! }
}

/** Returns the card's owner, the owner's charges, and the owner's other data at the payment provider. */
async function ofVictim() {
  const { stripe } = testServer.provider
  const { customer } = await customerOf(victim)
  const [method, known, invoices] = [
    await stripe.paymentMethods.retrieve(card),
    await stripe.customers.retrieve(customer),
    await stripe.invoices.list({ customer, limit: 100 }),
  ]
  return {
    owner: method.customer,
    standard: 'invoice_settings' in known ? known.invoice_settings.default_payment_method : null,
    charges: invoices.data.map(({ id, amount_paid }) => [id, amount_paid]),
    plans: (await held(victim)).subscriptions,
  }
}

const plan = { productId: 2, billingPeriodId: 3, couponCode: null } as const
const refused = { http: 400, errors: [{ code: 'card_unknown', field: 'paymentMethod' }] }

describe('another customer’s card whose id is known', () => {
  it('buys nothing', async () => {
    const before = await ofVictim()
    expect(before).toMatchObject({ owner: expect.stringMatching(/^cus_/), standard: card })
    const attacker = await ApiClient.byToken(testServer, 'free')
    await attacker.ask(previewSubscribe, { body: plan })
    expect(await attacker.ask(subscribe, { body: { ...plan, paymentMethod: card } })).toMatchObject(refused)
    expect((await held(attacker)).subscriptions).toEqual([])
    expect(await ofVictim()).toEqual(before)
  })

  it('does not become the card on file of a user, whether they have a card or not', async () => {
    const before = await ofVictim()
    for (const name of ['hk-monthly', 'friend']) {
      const attacker = await ApiClient.byToken(testServer, name)
      const own = (await held(attacker)).cardDetails
      expect(await attacker.ask(updateCard, { body: { paymentMethod: card } })).toMatchObject(refused)
      expect((await held(attacker)).cardDetails).toEqual(own)
    }
    expect(await ofVictim()).toEqual(before)
  })

  it('pays for no change of a plan', async () => {
    const before = await ofVictim()
    const attacker = await ApiClient.byToken(testServer, 'hk-monthly')
    const { subscriptions, cardDetails } = await held(attacker)
    const params = { id: subscriptions[0]!.subscriptionId }
    const change = { productId: 1, billingPeriodId: 1, couponCode: null } as const
    expect((await attacker.ask(previewUpdate, { params, body: change })).http).toBe(200)
    const answer = await attacker.ask(updateSubscription, { params, body: { ...change, paymentMethod: card } })
    expect(answer).toMatchObject(refused)
    expect(await held(attacker)).toMatchObject({ subscriptions, cardDetails })
    expect(await ofVictim()).toEqual(before)
  })

  it('a card that was just used for the first time belongs to its owner only', async () => {
    const [first, second] = [
      await ApiClient.byToken(testServer, 'credit'),
      await ApiClient.byToken(testServer, 'affiliate'),
    ]
    const { answer, body } = await buy(testServer, first, plan)
    expect(answer.http).toBe(200)
    await second.ask(previewSubscribe, { body: plan })
    expect(await second.ask(subscribe, { body })).toMatchObject(refused)
    expect((await held(second)).subscriptions).toEqual([])
    const method = await testServer.provider.stripe.paymentMethods.retrieve(body.paymentMethod)
    expect(method.customer).toBe((await customerOf(first)).customer)
  })

  it('is refused in the same way as an id that does not exist, so that ids cannot be probed', async () => {
    const attacker = await ApiClient.byToken(testServer, 'free')
    await attacker.ask(previewSubscribe, { body: plan })
    const known = await attacker.ask(subscribe, { body: { ...plan, paymentMethod: card } })
    const none = await attacker.ask(subscribe, {
      body: { ...plan, paymentMethod: `${(await newCard(testServer)).slice(0, -4)}none` },
    })
    expect([none.http, none.errors]).toEqual([known.http, known.errors])
  })
})
