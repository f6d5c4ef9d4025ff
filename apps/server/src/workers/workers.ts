import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { ShutdownMode } from '../http/connection-drainer.ts'
import { answer, ask, tell } from './ask.ts'
import { figuresOfAll, figuresOfOne, settingsOf, stillThere } from './worker.ts'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** A worker that has run this long, in ms, counts as healthy: the delay before a restart is reset to the shortest. */
const soundMs = 60_000
const replacedWithinMs = 60_000
const figuresWithinMs = 1_000
const lookEveryMs = 5_000
/** A worker whose event loop is blocked for this long, in ms, counts as hung. */
const silentMs = 20_000

type Parts = { databaseUrl: string; say: (line: string) => void }

/**
 * The worker processes; this process only distributes connections to them. A worker that dies is restarted, with
 * growing delays if it keeps dying soon after its start.
 */
export class Workers {
  readonly #parts: Parts
  readonly #inPlace = new Map<number, Worker>()
  readonly #stopping = new AbortController()
  #isReloading = false
  #isReloadWanted = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Resolves when all workers are listening; rejects if one ends before that. */
  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, at) => this.#begin(at + 1)))
  }

  /**
   * Replaces the workers one by one with new ones that run the code on disk. If a new worker does not start, the old
   * ones stay. A call during a reload triggers another one.
   */
  async reload(): Promise<void> {
    this.#isReloadWanted = true
    if (this.#isReloading) return
    this.#isReloading = true
    while (this.#isReloadWanted && !this.#stopping.signal.aborted) {
      this.#isReloadWanted = false
      try {
        for (const number of [...this.#inPlace.keys()].toSorted((one, other) => one - other)) await this.#renew(number)
        this.#parts.say('Reloaded: every worker is new')
      } catch (error) {
        this.#parts.say(`The reload was given up, other workers stay: ${(error as Error).message}`)
      }
    }
    this.#isReloading = false
  }

  /** Ends all workers in the given mode, and kills those that take longer than `withinMs`. */
  async leave(how: ShutdownMode, withinMs: number): Promise<void> {
    this.#stopping.abort()
    await Promise.all(Object.values(cluster.workers ?? {}).map(worker => this.#end(worker!, how, withinMs)))
  }

  async #renew(number: number) {
    const old = this.#inPlace.get(number)
    // The worker has died meanwhile; its replacement already runs the new code.
    if (!old) return
    await this.#begin(number)
    await this.#end(old, 'replaced', replacedWithinMs)
  }

  /** Starts a worker, which becomes worker `number` once it is listening. */
  async #begin(number: number, pauseMs = firstPauseMs): Promise<void> {
    if (this.#stopping.signal.aborted) throw new Error('the server is stopping')
    const since = performance.now()
    const worker = cluster.fork(settingsOf({ number, databaseUrl: this.#parts.databaseUrl }))
    answer(worker, figuresOfAll, () => this.#figures())
    await takesCalls(worker, number)
    this.#inPlace.set(number, worker)
    void this.#watch(worker, number)
    worker.once('exit', (code, signal) => {
      if (this.#inPlace.get(number) !== worker || this.#stopping.signal.aborted) return
      this.#inPlace.delete(number)
      const isSound = performance.now() - since > soundMs
      void this.#beginAgain(number, isSound ? firstPauseMs : pauseMs, `ended (${signal ?? code})`)
    })
  }

  /** Kills a hung worker, so that it is replaced. */
  async #watch(worker: Worker, number: number): Promise<void> {
    const { signal } = this.#stopping
    const isOver = () => worker.isDead() || signal.aborted
    while (!isOver()) {
      await wait(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (isOver() || (await ask(worker, stillThere, silentMs)) || isOver()) continue
      this.#parts.say(`Worker ${number} does not answer`)
      worker.process.kill('SIGKILL')
    }
  }

  async #beginAgain(number: number, pauseMs: number, why: string): Promise<void> {
    this.#parts.say(`Worker ${number} ${why}: starting another in ${pauseMs / 1_000} s`)
    await wait(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    if (this.#stopping.signal.aborted) return
    const longerMs = Math.min(pauseMs * 2, longestPauseMs)
    await this.#begin(number, longerMs).catch(() => this.#beginAgain(number, longerMs, 'did not start'))
  }

  async #end(worker: Worker, how: ShutdownMode, withinMs: number): Promise<void> {
    if (worker.isDead()) return
    const ended = once(worker, 'exit')
    const late = setTimeout(() => {
      this.#parts.say('A worker has not ended in time and is killed')
      worker.process.kill('SIGKILL')
    }, withinMs)
    tell(worker, { leave: how })
    await ended
    clearTimeout(late)
  }

  async #figures(): Promise<unknown[]> {
    const all = [...this.#inPlace.values()].map(worker => ask(worker, figuresOfOne, figuresWithinMs))
    return (await Promise.all(all)).filter(figures => figures !== undefined)
  }
}

async function takesCalls(worker: Worker, number: number): Promise<void> {
  const settled = new AbortController()
  const { signal } = settled
  const ended = once(worker, 'exit', { signal }).then(([code, by]) => {
    throw new Error(`worker ${number} ended before it took calls (${String(by ?? code)})`)
  })
  try {
    await Promise.race([once(worker, 'listening', { signal }), ended])
  } finally {
    ended.catch(() => undefined)
    settled.abort()
  }
}
