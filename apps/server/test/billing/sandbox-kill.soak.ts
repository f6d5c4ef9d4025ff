import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { each, untilAnswered } from '../answered.ts'
import { quantile, show } from '../figure.ts'
import { type BillingWorld, openLongBillingWorld } from './billing-world.ts'
import type { SandboxProcess } from './sandbox-process.ts'
import { begin, type StaffAction, type StaffActionName } from './staff-actions.ts'

const kills = Number(process.env['SOAK_RUNS'] ?? 2)
const busy: StaffActionName[] = [
  'purchase',
  'upgrade',
  'purchase',
  'card',
  'upgrade',
  'downgrade',
  'purchase',
  'renewal off',
]
const writers = 4

let street: BillingWorld<SandboxProcess>
beforeAll(async () => {
  street = await openLongBillingWorld()
  await street.start()
}, 60_000)
afterAll(() => street.close())

/**
 * Creates customers one by one until the payment provider is killed. Returns the ids that were acknowledged, and the
 * name of the customer whose creation was cut off.
 */
async function write(round: number, writer: number): Promise<{ answered: string[]; cutOff: string }> {
  const { customers } = street.provider.stripe
  const answered: string[] = []
  for (let number = 0; ; number++) {
    const name = `writer-${round}-${writer}-${number}`
    try {
      const once = { idempotencyKey: name, maxNetworkRetries: 0 }
      answered.push((await customers.create({ name }, once)).id)
    } catch {
      return { answered, cutOff: name }
    }
  }
}

it(
  `a payment sandbox that is killed at any moment loses nothing that it confirmed (${kills} times)`,
  async context => {
    const backMs: number[] = []
    let answeredBefore = 0
    let cutOff = 0
    for (let round = 0; round < kills; round++) {
      const actions = await each(busy, (name, index) => begin(street, name, `busy-${round}-${index}`))
      const written = Promise.all(Array.from({ length: writers }, (_, writer) => write(round, writer)))
      const answered = new Set<StaffAction>()
      const first = actions.map(action => action.ask().then(({ http }) => void (http === 200 && answered.add(action))))
      await wait(30 + ((round * 97) % 400))
      const inTime = answered.size
      await street.sandbox.kill()
      const { stripe } = street.provider
      const writings = await written
      await street.sandbox.start()
      const since = performance.now()

      await each(writings, async ({ answered, cutOff }) => {
        for (const id of answered.slice(-50)) expect(await stripe.customers.retrieve(id)).toMatchObject({ id })
        const again = async () => (await stripe.customers.create({ name: cutOff }, { idempotencyKey: cutOff })).id
        const id = await again()
        expect(await again()).toBe(id)
        const { data } = await stripe.customers.list({ limit: 100 })
        expect(data.filter(({ name }) => name === cutOff).map(one => one.id)).toEqual([id])
      })
      await Promise.all(
        actions.map(async action => {
          expect({ action: action.name, http: (await untilAnswered(action)).http }).toEqual({
            action: action.name,
            http: 200,
          })
          backMs.push(performance.now() - since)
        }),
      )
      for (const outcome of await each(actions, action => action.judge())) expect(outcome).toBe('done')
      answeredBefore += writings.flatMap(({ answered }) => answered).length
      await Promise.all(first)
      answeredBefore += inTime
      cutOff += actions.length + writers - inTime
      await each(actions, ({ userId }) => street.leaves(userId))
    }
    show(
      context,
      { name: 'payment provider killed', is: `${kills} times, ${cutOff} callers cut off in their action` },
      { name: 'payment provider killed: answered and lost', is: `0 of ${answeredBefore}`, asked: '0' },
      {
        name: 'payment provider killed: a definite answer, from its restart on',
        is: `median ${(quantile(backMs, 0.5) / 1000).toFixed(1)} s, worst ${(Math.max(...backMs) / 1000).toFixed(1)} s`,
        asked: '< 60 s',
      },
    )
  },
  kills * 90_000,
)
