// @module-tag slow
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { each, untilAnswered } from '../answered.ts'
import type { ServerProcess } from '../db/server-process.ts'
import { quantile, show } from '../figure.ts'
import { daySeconds } from './billing-fixture.ts'
import { type BillingWorld, openBillingWorld } from './billing-world.ts'
import { begin, buyWithFailingCard, type StaffAction, type StaffActionName, staffActions } from './staff-actions.ts'
import type { TestSandbox } from './test-sandbox.ts'

const isSoak = process.env['SOAK_RUNS'] !== undefined
const kills = Number(process.env['SOAK_RUNS'] ?? 1)
const patienceMs = 150_000
type Cut = { action: StaffActionName; step: string }

const everywhere = Object.entries(staffActions).flatMap(([action, { steps }]) =>
  steps.map(step => ({ action: action as StaffActionName, step })),
)
/** The steps at which money is moving or existing data are being replaced. */
const mostDangerous: Cut[] = [
  { action: 'purchase', step: 'subscribe: created, not recorded' },
  { action: 'purchase', step: 'subscribe: confirming' },
  { action: 'purchase', step: 'subscribe: confirmed, not recorded' },
  { action: 'upgrade', step: 'upgrade: discounted' },
  { action: 'upgrade', step: 'upgrade: updated, not recorded' },
  { action: 'card that pays a failed renewal', step: 'card: outstanding paid' },
]
const cuts = isSoak ? everywhere : mostDangerous

let street: BillingWorld<TestSandbox>
let server: ServerProcess
beforeAll(async () => {
  street = await openBillingWorld()
  server = await street.start()
})
afterAll(() => street.close())

const openOperations = async (userId: number) => {
  const sql = `select from billing_operation where user_id = $1 and state in ('started', 'requires_action')`
  return (await street.database.pool.query(sql, [userId])).rowCount
}

/** Brings each user's action to a different step and holds it there; at the last user's step the process dies. */
async function cutOff(round: number, places: readonly Cut[]): Promise<StaffAction[]> {
  const nameOf = (index: number) => `cut-${round}-${index}`
  const isRepair = ({ action }: Cut) => action === 'card that pays a failed renewal'
  if (places.some(isRepair)) {
    await each(places, async (cut, index) => isRepair(cut) && buyWithFailingCard(street, nameOf(index)))
    await street.advance(33 * daySeconds)
  }
  const cut = await each(places, ({ action }, index) => begin(street, action, nameOf(index)))
  for (const [index, action] of cut.entries()) {
    const { step } = places[index]!
    const isLast = index === cut.length - 1
    const stands = isLast ? server.ended() : server.stands()
    await server.order(isLast ? { dieAt: step } : { hold: step })
    const answered = action.ask().then(
      answer => Promise.reject(new Error(`never stood at ${step}: ${JSON.stringify(answer.errors ?? answer.data)}`)),
      () => undefined,
    )
    await Promise.race([stands, answered.then(() => stands)])
  }
  return cut
}

it(
  `after the server is killed at any of ${cuts.length} steps, no one has paid twice and everyone who paid has access (${kills} times)`,
  async context => {
    const recoveredMs: number[] = []
    const outcomes = { 'as before': 0, done: 0 }
    for (let round = 0; round < kills; round++) {
      // In some rounds webhook events wake the server, in others it relies on its own polling.
      await street.control('webhooks', { paused: String(round % 4 > 1) })
      const turned = [...cuts.slice((round * 7) % cuts.length), ...cuts.slice(0, (round * 7) % cuts.length)]
      const cut = await cutOff(round, turned)
      const isAskedAgain = round % 2 === 0
      const since = performance.now()
      const settled = Promise.all(
        cut.map(async action => {
          const answer = isAskedAgain ? await untilAnswered(action) : undefined
          const isSettled = async () => (await openOperations(action.userId)) === 0
          await vi.waitUntil(isSettled, { timeout: patienceMs, interval: 250 })
          recoveredMs.push(performance.now() - since)
          return answer
        }),
      )
      server = await street.start()
      const answers = await settled
      const judged = await each(cut, action =>
        action.judge().catch((error: Error) => {
          throw new Error(`round ${round}, ${turned[cut.indexOf(action)]?.step}: ${error.message}`)
        }),
      )
      await each(judged, async (outcome, index) => {
        outcomes[outcome]++
        const answer = answers[index]
        if (!answer || cut[index]!.name === 'upgrade that the bank refuses') return
        // If the server cancelled the action before the retry, the answer says so, and the user starts over.
        const isTakenBack = answer.errors?.[0]?.code === 'not_finished'
        const last = isTakenBack ? await cut[index]!.ask(`anew-${round}-${index}`) : answer
        const found = [answer.http, outcome, last.http, await cut[index]!.judge()]
        const expected = isTakenBack ? [409, 'as before', 200, 'done'] : [200, 'done', 200, 'done']
        expect([turned[index], ...found]).toEqual([turned[index], ...expected])
      })
      const { data } = await street.provider.stripe.customers.list({ limit: 100 })
      const known = data.flatMap(({ metadata }) => metadata['user_id'] ?? [])
      expect(new Set(known).size).toBe(known.length)
      await each(cut, ({ userId }) => street.leaves(userId))
    }
    const people = kills * cuts.length
    expect(outcomes['as before'] + outcomes.done).toBe(people)
    show(
      context,
      {
        name: 'server killed: cut off in their action',
        is: `${people} people at ${cuts.length} steps, ${kills} kills`,
      },
      { name: 'server killed: double charges, paid without access', is: '0, 0', asked: '0, 0' },
      {
        name: 'server killed: a definite answer and nothing open, from the restart on',
        is: `median ${(quantile(recoveredMs, 0.5) / 1000).toFixed(1)} s, worst ${(Math.max(...recoveredMs) / 1000).toFixed(1)} s`,
        asked: '< 60 s',
      },
    )
  },
  kills * 180_000,
)
