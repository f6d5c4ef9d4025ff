import { Repeated } from '../../background/repeated.ts'
import { Busy } from '../../db/locks.ts'
import type { BillingContext } from '../billing-context.ts'
import { recoverAll } from '../operations/recover.ts'
import { catchUp, compare, forgetOld } from './reconcile.ts'
import { applyEvents } from './webhook-events.ts'

const seconds = 1_000
const minutes = 60 * seconds

/** Time, in ms, after which an interrupted request can no longer take effect at the payment provider. */
const untouchedMs = 20 * seconds
const comparedEveryMs = 24 * 60 * minutes
const comparedAtOnce = 500

/**
 * Billing's background work; runs in every process. Each task takes the user's lock, so that processes share the work.
 * Applies events as they arrive, settles interrupted operations within half a minute, fetches missed events every ten
 * minutes, and fully compares each customer once a day.
 */
export class BillingWorker {
  readonly #billing: BillingContext
  readonly #repeated: Repeated
  #wakeEvents = () => {}

  constructor(billing: BillingContext) {
    this.#billing = billing
    this.#repeated = new Repeated(billing.log)
  }

  start() {
    this.#wakeEvents = this.#repeated.every('billing events', 2 * seconds, () => this.#events())
    this.#repeated.every('billing recovery', 10 * seconds, () =>
      recoverAll(this.#billing, { untouchedForMs: untouchedMs }),
    )
    this.#repeated.every('billing catching up', 10 * minutes, () => this.#catchUp())
  }

  /** Signals a new webhook event; events arriving shortly after it are applied together. */
  wake() {
    this.#wakeEvents()
  }

  async stop() {
    await this.#repeated.stop()
  }

  async #events() {
    while (!this.#repeated.isStopped && (await applyEvents(this.#billing)) > 0);
  }

  /** Fetches missed events, compares customers and deletes old rows. Only one process does this at a time. */
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
}
