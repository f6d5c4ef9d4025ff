import { paramReader } from '../http/param-reader.ts'
import type { Form } from '../route.ts'
import { seededRandom } from '../seeded-random.ts'

const mostRetries = 10
const mostDelayMs = 250

const off = {
  /** The number of extra copies of each event to send. */
  duplicate: 0,
  /** Whether events that wait at the same time, or that arrive within 250 ms, are sent in random order. */
  reorder: false,
  /** The share of events, from 0 to 1, that are never sent. */
  drop: 0,
  paused: false,
  seed: 1,
}

/** Settings that disturb webhook delivery, for tests. All are off after each start. */
export class Switches {
  #set = off
  #lots = seededRandom(off.seed)
  #drops = seededRandom(off.seed)
  #retryAfterMs: readonly number[]

  constructor(retryAfterMs: readonly number[] = [1_000, 5_000, 30_000]) {
    this.#retryAfterMs = retryAfterMs
  }

  get now(): typeof off & { retryAfterMs: readonly number[] } {
    return { ...this.#set, retryAfterMs: this.#retryAfterMs }
  }

  /** Changes the given settings and leaves the others unchanged. A `seed` restarts the random numbers. */
  set(form: Form): void {
    const read = paramReader(form)
    const next = {
      duplicate: read.whole('duplicate', 0, 1_000) ?? this.#set.duplicate,
      reorder: read.flag('reorder') ?? this.#set.reorder,
      drop: read.number('drop', 0, 1) ?? this.#set.drop,
      paused: read.flag('paused') ?? this.#set.paused,
      seed: read.whole('seed', 0, 2 ** 32 - 1) ?? this.#set.seed,
    }
    this.#retryAfterMs = read.wholes('retryAfterMs', 0, 3_600_000, mostRetries) ?? this.#retryAfterMs
    if (form['seed'] !== undefined) {
      this.#lots = seededRandom(next.seed)
      this.#drops = seededRandom(next.seed)
    }
    this.#set = next
  }

  dropsThis(): boolean {
    return this.#drops() < this.#set.drop
  }

  /**
   * The random rank of an event, from 0 to 1, by which it is ordered among the waiting ones if events are reordered.
   */
  lot(): number {
    return this.#lots()
  }

  /**
   * The time in ms that an event waits for others to be reordered with. It is 0 during a pause, because events that
   * wait for its end are reordered anyway.
   */
  delayMs(lot: number): number {
    return this.#set.reorder && !this.#set.paused ? lot * mostDelayMs : 0
  }
}
