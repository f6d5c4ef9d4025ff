import { afterAll, beforeAll, expect, it } from 'vitest'
import { each, untilAnswered } from './answered.ts'
import { type BillingWorld, openBillingWorld } from './billing/billing-world.ts'
import { begin, type StaffActionName } from './billing/staff-actions.ts'
import type { TestSandbox } from './billing/test-sandbox.ts'
import { show } from './figure.ts'

const rounds = Number(process.env['SOAK_RUNS'] ?? 1)
const actions: StaffActionName[] = ['purchase', 'upgrade', 'downgrade', 'card', 'renewal off', 'downgrade taken back']
const kinds = ['500', '500_kept', 'slow', 'timeout', 'timeout_after', 'cut_before', 'cut_after']
/** The answers that a caller may get while the payment provider fails, and the state that each one promises. */
const truth: Record<string, string> = {
  done: 'done',
  unavailable: 'as before',
  not_finished: 'as before',
  in_progress: 'in_progress',
}

let street: BillingWorld<TestSandbox>
beforeAll(async () => {
  street = await openBillingWorld()
  await street.start(0, { timeout: 500, maxNetworkRetries: 1 })
}, 60_000)
afterAll(() => street.close())

it(
  `when the payment provider fails one call in five, each answer is true or says that the action is in progress (${rounds} times)`,
  async context => {
    const told: Record<string, number> = {}
    for (let round = 0; round < rounds; round++) {
      const people = await each(actions, (name, index) => begin(street, name, `faulty-${round}-${index}`))
      const faults = kinds.map((kind, index) => [`kinds[${index}]`, kind])
      await street.control('faults', {
        rate: '0.2',
        seed: String(round + 1),
        slowMs: '200',
        ...Object.fromEntries(faults),
      })
      const first = await Promise.all(people.map(action => action.ask()))
      await street.control('faults', { rate: '0' })
      await each(people, async (action, index) => {
        const { http, errors } = first[index]!
        const word = http === 200 ? 'done' : (errors[0]?.code ?? `${http}`)
        told[word] = (told[word] ?? 0) + 1
        const found = word === 'in_progress' ? word : await action.judge()
        expect({ round, action: action.name, word, found }).toEqual({
          round,
          action: action.name,
          word,
          found: truth[word],
        })
        const again = await untilAnswered(action)
        // The key of a reverted attempt gets the same answer again, so the user starts over with a new key.
        const last = again.http === 200 ? again : await action.ask(`anew-${round}-${index}`)
        expect([round, action.name, word, last.http, await action.judge()]).toEqual([
          round,
          action.name,
          word,
          200,
          'done',
        ])
      })
      await each(people, ({ userId }) => street.leaves(userId))
    }
    const answers = Object.entries(told).map(([word, count]) => `${word} ${count}`)
    show(
      context,
      {
        name: 'payment provider fails 20 % of calls: first answers',
        is: answers.join(', '),
        asked: 'definite or in_progress',
      },
      { name: 'payment provider fails 20 % of calls: double charges, paid without access', is: '0, 0', asked: '0, 0' },
    )
  },
  rounds * 120_000,
)
