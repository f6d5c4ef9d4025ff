import { setInterval as every } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { each } from './answered.ts'
import { daySeconds } from './billing/billing-fixture.ts'
import { type BillingWorld, openLongBillingWorld } from './billing/billing-world.ts'
import type { SandboxProcess } from './billing/sandbox-process.ts'
import { inMs, show } from './figure.ts'

const previewsPerSecond = 50
const previewSeconds = 20
const renewals = 200

let street: BillingWorld<SandboxProcess>
beforeAll(async () => {
  street = await openLongBillingWorld()
  await street.start()
}, 60_000)
afterAll(() => street.close())

it(`the server answers ${previewsPerSecond} price previews a second`, async context => {
  const apiClients = await each(Array.from({ length: 20 }), async (_, index) => {
    await street.person(`looker-${index}`)
    return await street.apiClient(`looker-${index}`)
  })
  const body = { productId: 1, billingPeriodId: 3, couponCode: null }
  const look = async (index: number) => {
    const began = performance.now()
    const { http } = await apiClients[index % apiClients.length]!.raw('POST', '/users/subscribe/preview', body)
    expect(http).toBe(200)
    return performance.now() - began
  }
  await each(apiClients, (_, index) => look(index))
  const asked: Promise<number>[] = []
  for await (const _ of every(1_000 / previewsPerSecond)) {
    asked.push(look(asked.length))
    if (asked.length >= previewsPerSecond * previewSeconds) break
  }
  const took = await Promise.all(asked)
  expect(took).toHaveLength(previewsPerSecond * previewSeconds)
  show(context, {
    name: `${previewsPerSecond} previews a second through the server`,
    is: inMs(took, 0.5, 0.95, 0.99),
    asked: 'p95 < 150 ms (shown)',
  })
}, 120_000)

it(`${renewals} plans renew, and our billing data follow`, async context => {
  await each(Array.from({ length: renewals }), async (_, index) => {
    await street.person(`renewed-${index}`)
    const apiClient = await street.apiClient(`renewed-${index}`)
    const answer = await apiClient.raw('POST', '/users/subscribe', street.wanted('monthly', await street.card('good')))
    expect(answer.http).toBe(200)
  })
  await street.heard()
  const isRenewed = async () => {
    const sql = `select count(*)::int as count from (select user_id from invoice where status = 'paid' group by user_id having count(*) = 2) it`
    const { rows } = await street.database.pool.query(sql)
    return (rows as { count: number }[])[0]?.count === renewals
  }
  const began = performance.now()
  await street.advance(32 * daySeconds)
  const playedMs = performance.now() - began
  const reader = await street.apiClient('renewed-0')
  const took: number[] = []
  while (!(await isRenewed())) {
    const asked = performance.now()
    await reader.raw('GET', '/users/user/subscriptions')
    took.push(performance.now() - asked)
    if (performance.now() - began > 120_000) throw new Error('not renewed within two minutes')
  }
  const totalMs = performance.now() - began
  const aMinute = ((renewals / totalMs) * 60_000).toFixed(0)
  show(
    context,
    {
      name: `${renewals} renewals at the payment provider, told and copied`,
      is: `${(playedMs / 1_000).toFixed(1)} + ${((totalMs - playedMs) / 1_000).toFixed(1)} s, ${aMinute} a minute`,
      asked: '200 a minute (shown)',
    },
    { name: 'pages of subscribers meanwhile', is: inMs(took, 0.5, 0.95), asked: 'p95 < 150 ms (shown)' },
  )
}, 300_000)
