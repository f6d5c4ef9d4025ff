import { saveUser } from '@finlist/contract/account/profile'
import { completeRegistration, startEmailProof } from '@finlist/contract/account/registration'
import { existingCard, subscribe, updateSubscription } from '@finlist/contract/billing'
import { type AnyCall, freshnessOf } from '@finlist/contract/call'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { everyCall } from '../../src/http/api-documents/every-call.ts'
import { buy, held, newCard } from '../billing/shopper.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { freshRows, rows } from './access-matrix.ts'

let testServer: PayingTestServer
const calls = [...(await everyCall()).values()].map(({ call }) => call)

beforeAll(async () => {
  testServer = await openTestServer({}, { payments: true, at: calmDay })
})
afterAll(() => testServer.close())
afterEach(() => {
  testServer.clock.offsetMs = 0
})

const stale = { http: 401, errors: [{ code: 'fresh_sign_in' }] }

/** Leaves the browser alone for twenty minutes. */
async function leftOpen(apiClient: ApiClient): Promise<ApiClient> {
  testServer.clock.offsetMs += 20 * 60_000
  await apiClient.takeToken()
  return apiClient
}
const signIn = (name: string) => ApiClient.signIn(testServer, name)

describe('an unattended browser', () => {
  it('may make only the calls that the matrix allows without a recent sign-in; every call is tried', {
    tags: ['slow'],
  }, async () => {
    const inContract = calls.flatMap(call =>
      freshnessOf(call) === 'never' ? [] : [[`${call.method} ${call.path}`, freshnessOf(call)]],
    )
    expect(Object.fromEntries(inContract)).toEqual(freshRows)

    for (const name of ['admin', 'affiliate']) {
      const apiClient = await leftOpen(await signIn(name))
      for (const call of calls.filter(({ needs }) => needs !== 'public')) {
        const { http, body } = await ask(apiClient, call)
        const fresh = freshRows[`${call.method} ${call.path}`]
        if (http === 403 || fresh === 'conditional') continue
        const isAsked = fresh === 'always'
        expect([call.path, body.includes('fresh_sign_in')]).toEqual([call.path, isAsked])
      }
    }
  })

  it('cannot charge the card on file, nor replace it by buying', async () => {
    const apiClient = await signIn('free')
    await buy(testServer, apiClient, { productId: 1, billingPeriodId: 3 })
    const { cardDetails } = await held(apiClient)
    await leftOpen(apiClient)
    const plan = { productId: 2, billingPeriodId: 1, couponCode: null }
    for (const paymentMethod of [existingCard, await newCard(testServer)])
      expect(await apiClient.ask(subscribe, { body: { ...plan, paymentMethod } })).toMatchObject(stale)
    const after = await held(apiClient)
    expect([after.subscriptions.length, after.cardDetails]).toEqual([1, cardDetails])
  })

  it('can buy with a card entered at that moment if no card is on file', async () => {
    const apiClient = await leftOpen(await signIn('unregistered'))
    const { answer } = await buy(testServer, apiClient, { productId: 1, billingPeriodId: 3 })
    expect(answer).toMatchObject({ http: 200, data: { subscriptionStatus: 'active' } })
  })

  it('can turn renewal off, but cannot turn it on again or change the period', async () => {
    const apiClient = await signIn('friend')
    await buy(testServer, apiClient, { productId: 1, billingPeriodId: 3 })
    const [plan] = (await held(apiClient)).subscriptions
    await leftOpen(apiClient)
    const change = (body: object) => apiClient.ask(updateSubscription, { params: { id: plan!.subscriptionId }, body })
    expect(await change({ productId: 1, billingPeriodId: 1 })).toMatchObject(stale)
    expect((await change({ hasAutoRenew: false })).http).toBe(200)
    expect(await change({ hasAutoRenew: true })).toMatchObject(stale)
    expect((await held(apiClient)).subscriptions[0]).toMatchObject({ billingPeriodId: 3, hasAutoRenew: false })
  })

  it('can change the name, but neither address nor phone number', async () => {
    const apiClient = await leftOpen(await signIn('hk-monthly'))
    const body = { nickname: 'Somebody' }
    expect((await apiClient.ask(saveUser, { body })).http).toBe(200)
    for (const way of [{ email: 'new@demo.example' }, { user_metadata: { fin_phone_number: '+852 9123 4567' } }])
      expect(await apiClient.ask(saveUser, { body: way })).toMatchObject(stale)
    expect(await apiClient.ask(startEmailProof, { body: { email: 'new@demo.example' } })).toMatchObject(stale)
    const registration = { name: 'A', phoneNumber: '+852 9123 4567', referral: { google: true } }
    expect(await apiClient.ask(completeRegistration, { body: registration })).toMatchObject(stale)
  })
})

async function ask(apiClient: ApiClient, call: AnyCall): Promise<{ http: number; body: string }> {
  const row = rows[`${call.method} ${call.path}`]
  const filled = (text: string) => text.replace('{market}', 'HKEX')
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => filled(row?.params?.[name] ?? '0'))
  const query = new URLSearchParams(
    Object.entries(row?.query ?? {}).map(([name, value]) => [name, filled(value)] as [string, string]),
  )
  const answer = await fetch(`${testServer.base}/api${path}?${query.toString()}`, {
    method: call.method,
    headers: apiClient.headers(),
  })
  return { http: answer.status, body: await answer.text() }
}
