import { setTimeout as wait } from 'node:timers/promises'
import type { Form } from '../route.ts'
import { seededRandom } from '../seeded-random.ts'
import { paramReader } from './param-reader.ts'

/**
 * The ways in which an API call can be made to fail. `500`: fails before it does anything, and the error is not saved
 * for the idempotency key. `500_kept`: the same, but the error is saved. `slow`: starts after `slowMs`, or as soon as
 * the faults are changed. `timeout`: does nothing and does not respond. `timeout_after`: does the work but does not
 * respond. `cut_before`, `cut_after`: the connection is cut before the work, or after the work is done and saved.
 */
const kinds = ['500', '500_kept', 'slow', 'timeout', 'timeout_after', 'cut_before', 'cut_after'] as const
export type Fault = (typeof kinds)[number]

const off = {
  /** The share of calls that fail, from 0 to 1. */
  rate: 0,
  kinds: ['500'] as readonly Fault[],
  seed: 1,
  slowMs: 3_000,
  /** The prefix of the calls that fail, such as 'POST /v1/subscriptions'; empty for all calls. */
  match: '',
  /** The number of faults still to be injected; null for no limit. */
  left: null as number | null,
}

/** Fault injection, for tests of API callers. All faults are off after each start. */
export class Faults {
  #set = off
  #next = seededRandom(off.seed)
  #made: Record<string, number> = {}
  #changed = new AbortController()

  /** Sets the faults and resets omitted fields to their defaults. Returns the current settings. */
  set(form: Form): object {
    const read = paramReader(form)
    this.#set = {
      rate: read.number('rate', 0, 1) ?? off.rate,
      kinds: read.oneOrMore('kinds', kinds) ?? off.kinds,
      seed: read.whole('seed', 0, 2 ** 32 - 1) ?? off.seed,
      slowMs: read.whole('slowMs', 0, 120_000) ?? off.slowMs,
      match: read.text('match', 200) ?? off.match,
      left: read.whole('left', 0, 1_000_000) ?? off.left,
    }
    this.#next = seededRandom(this.#set.seed)
    this.#made = {}
    this.#changed.abort()
    this.#changed = new AbortController()
    return this.shown()
  }

  async slowDown(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#changed.signal }).catch(() => undefined)
  }

  shown(): object {
    return { ...this.#set, made: this.#made }
  }

  /** The fault to inject into this call, if any. */
  pick(call: string): { fault: Fault; slowMs: number } | undefined {
    const { rate, kinds, slowMs, match, left } = this.#set
    if (rate === 0 || left === 0 || !call.startsWith(match) || this.#next() >= rate) return undefined
    const fault = kinds[Math.floor(this.#next() * kinds.length)] ?? '500'
    this.#made[fault] = (this.#made[fault] ?? 0) + 1
    if (left !== null) this.#set = { ...this.#set, left: left - 1 }
    return { fault, slowMs }
  }
}
