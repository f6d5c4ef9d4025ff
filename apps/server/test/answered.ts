import { setTimeout as wait } from 'node:timers/promises'
import type { StaffAction } from './billing/staff-actions.ts'
import type { Answer } from './test-server.ts'

const patienceMs = 150_000
const isInProgress = ({ errors }: Answer) => errors?.[0]?.code === 'in_progress'
/** Returns whether the server refused the action without starting it, because the payment provider is unavailable. */
const isRefusedForNow = ({ errors }: Answer) => errors?.[0]?.code === 'unavailable'

/**
 * Repeats the request until it gets a final answer, even while no server is running. Throws on a 5xx, and if there is
 * no answer within a few minutes.
 */
export async function untilAnswered(action: StaffAction): Promise<Answer> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await wait(250)) {
    const answer = await action.ask().catch(() => undefined)
    if (!answer || isInProgress(answer) || isRefusedForNow(answer)) continue
    if (answer.http >= 500) throw new Error(`${action.name}: ${answer.http} ${JSON.stringify(answer.errors)}`)
    return answer
  }
  throw new Error(`${action.name}: no answer`)
}

/** Processes the items six at a time; the results keep the order of the items. */
export async function each<T, R>(things: readonly T[], work: (thing: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = [...things.entries()]
  const one = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: 6 }, one))
  return results
}
