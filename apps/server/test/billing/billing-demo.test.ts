import { cancelDowngrade } from '@finlist/contract/billing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyDemoPlans } from '../../src/demo/buy-plans.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'
import { held } from './shopper.ts'

const day = 86_400
let testServer: PayingTestServer
beforeAll(async () => {
  testServer = await openTestServer({}, { payments: true, demo: 'bought', at: calmDay })
})
afterAll(() => testServer.close())

const now = () => new Date(testServer.clock.now())
const startAgain = () => buyDemoPlans(testServer.database, testServer.config, testServer.demoShop, now())
const planOf = async (name: string) => (await held(await ApiClient.byToken(testServer, name))).subscriptions[0]
const grants = async () => {
  const { rows } = await testServer.database.pool.query<{ name: string; paid: boolean }>(
    `select split_part(email, '@', 1) as name, subscription_id is not null as paid
     from plan_grant join users using (user_id) where ends_at > $1 order by name`,
    [now()],
  )
  return rows.map(({ name, paid }) => (paid ? name : `${name} (given)`))
}
const withPlans = [
  'credit',
  'expired-card',
  'full-lists',
  'hk-downgrade',
  'hk-monthly',
  'hk-no-renew',
  'hk-quarterly',
  'hk-yearly',
  'jp-trial',
  'sunday-club (given)',
  'us-yearly',
]

it('the demo buys each of its plans once, even across a restart, and grants the plans that are not for sale', async () => {
  expect(await grants()).toEqual(withPlans)
  expect(await startAgain()).toBe(0)
  expect(await grants()).toEqual(withPlans)
})

it('the demo keeps a user’s changes of a plan', async () => {
  const apiClient = await ApiClient.byToken(testServer, 'hk-downgrade')
  const { subscriptionId } = (await planOf('hk-downgrade'))!
  await apiClient.ask(cancelDowngrade, { params: { id: subscriptionId } })
  expect(await startAgain()).toBe(0)
  expect(await planOf('hk-downgrade')).toMatchObject({ subscriptionId, futureBillingPeriodId: 0 })
})

it('after six weeks without the server, the demo’s plans have renewed, and an expired plan is bought again', async () => {
  const before = {
    monthly: await planOf('hk-monthly'),
    ended: await planOf('hk-no-renew'),
    trial: await planOf('jp-trial'),
  }
  await testServer.sandbox.advance(42 * day)
  expect(await startAgain()).toBe(3)
  expect(await grants()).toEqual(withPlans)
  expect(await planOf('hk-monthly')).toMatchObject({ subscriptionId: before.monthly!.subscriptionId, status: 'active' })
  expect(await planOf('jp-trial')).toMatchObject({ subscriptionId: before.trial!.subscriptionId, status: 'active' })
  const anew = await planOf('hk-no-renew')
  expect(anew).toMatchObject({ hasAutoRenew: false, status: 'active' })
  expect(anew!.subscriptionId).not.toBe(before.ended!.subscriptionId)
  expect((await held(await ApiClient.byToken(testServer, 'expired-card'))).cardDetails).toMatchObject({ expired: true })
})
