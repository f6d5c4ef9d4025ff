import type { BillingContext } from '../billing-context.ts'
import { Busy } from '../locks.ts'
import { recoverAll } from '../operations/recover.ts'
import { catchUp, compare, forgetOld } from './reconcile.ts'
import { applyEvents } from './webhook-events.ts'

const seconds = 1_000
const minutes = 60 * seconds

/** After this, a call that was cut off can do nothing more at the payment provider. */
const untouchedMs = 20 * seconds
const comparedEveryMs = 24 * 60 * minutes
const comparedAtOnce = 500

/**
 * Billing's background work, in every process: each takes a person's lock for what it does, so that processes share it.
 * Applies events as they come, settles within half a minute what was cut off, fetches missed events every ten minutes,
 * and compares each customer whole once a day.
 */
export class BillingWorker {
  readonly #billing: BillingContext
  readonly #timers: NodeJS.Timeout[] = []
  readonly #running = new Map<string, Promise<void>>()
  #poked: NodeJS.Timeout | undefined
  #stopped = false

  constructor(billing: BillingContext) {
    this.#billing = billing
  }

  start() {
    this.#every('events', 2 * seconds, () => this.#events())
    this.#every('recovery', 10 * seconds, () => recoverAll(this.#billing, { untouchedForMs: untouchedMs }))
    this.#every('catching up', 10 * minutes, () => this.#catchUp())
  }

  /** A webhook event has come; events right behind it are applied together with it. */
  wake() {
    if (this.#timers.length === 0 || this.#stopped) return
    this.#poked ??= setTimeout(() => {
      this.#poked = undefined
      this.#run('events', () => this.#events())
    }, 50)
  }

  async stop() {
    this.#stopped = true
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#poked)
    await Promise.all(this.#running.values())
  }

  async #events() {
    while (!this.#stopped && (await applyEvents(this.#billing)) > 0);
  }

  /** Runs in one process at a time. */
  async #catchUp() {
    try {
      await this.#billing.locks.hold(
        'billing catching up',
        async () => {
          await catchUp(this.#billing)
          await compare(this.#billing, { olderThanMs: comparedEveryMs, most: comparedAtOnce })
          await forgetOld(this.#billing)
        },
        0,
      )
    } catch (error) {
      if (!(error instanceof Busy)) throw error
    }
  }

  #every(name: string, ms: number, work: () => Promise<unknown>) {
    this.#run(name, work)
    const timer = setInterval(() => this.#run(name, work), ms)
    timer.unref()
    this.#timers.push(timer)
  }

  #run(name: string, work: () => Promise<unknown>) {
    if (this.#stopped || this.#running.has(name)) return
    const run = work()
      .then(() => undefined)
      .catch(error => this.#billing.log.warn({ err: error }, `billing in the background failed: ${name}`))
      .finally(() => this.#running.delete(name))
    this.#running.set(name, run)
  }
}
