import { resourceMissing } from '../errors.ts'
import type { SchemaCheck } from '../http/api.ts'
import { paramReader } from '../http/param-reader.ts'
import type { Form } from '../route.ts'
import type { Persistence } from '../saving/persistence.ts'
import type { Change, Row } from '../store.ts'
import { afterAttempt, type DeliveryRow, deliveryKind, enqueue, newDelivery, note } from './delivery-row.ts'
import { type Attempt, isDelivered, post } from './post.ts'
import { signature } from './signature.ts'
import type { Switches } from './switches.ts'

/** The maximum time that the dispatcher waits for the response to one event before it sends the next. */
const patienceMs = 1_000
const mostAtOnce = 50
const mostShown = 100
const longestRestMs = 60_000

export type Endpoint = { url: string; secret: string }
type Waiting = { notBeforeMs: number; lot: number }

/**
 * Delivers the events of saved changes to the shop, in the order in which they were created. A failed event is retried
 * later, and others are sent in the meantime. Delivery is at least once: an event that was sent before a crash, but not
 * recorded as sent, is sent again.
 */
export class WebhookDispatcher {
  readonly #persistence: Persistence
  readonly #endpoint: Endpoint
  readonly #switches: Switches
  readonly #now: () => number
  readonly #log: (line: string) => void
  readonly #schemaCheck: SchemaCheck | undefined
  readonly #waiting = new Map<string, Waiting>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #stop = new AbortController()
  #wake: () => void = () => undefined
  #idlers: (() => void)[] = []
  #running: Promise<void> | undefined

  constructor(parts: {
    persistence: Persistence
    endpoint: Endpoint
    switches: Switches
    now: () => number
    log: (line: string) => void
    schemaCheck: SchemaCheck | undefined
  }) {
    this.#persistence = parts.persistence
    this.#endpoint = parts.endpoint
    this.#switches = parts.switches
    this.#now = parts.now
    this.#log = parts.log
    this.#schemaCheck = parts.schemaCheck
  }

  start(): void {
    for (const row of this.#persistence.store.all<DeliveryRow>(deliveryKind))
      if (row.state === 'waiting') this.#wait(row.id, row.notBeforeMs)
    this.#persistence.withEvents(enqueue)
    this.#persistence.onSaved(changes => this.#heard(changes))
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake()
    await this.#running
    await Promise.allSettled(this.#underWay)
  }

  set(form: Form): void {
    this.#switches.set(form)
    this.#wake()
  }

  shown(): object {
    const rows = this.#persistence.store.all<DeliveryRow>(deliveryKind)
    const count = (state: DeliveryRow['state']) => rows.filter(row => row.state === state).length
    return {
      url: this.#endpoint.url,
      ...this.#switches.now,
      waiting: count('waiting'),
      delivered: count('delivered'),
      failed: count('failed'),
      dropped: count('dropped'),
      newest: rows.slice(-mostShown).toReversed(),
    }
  }

  /** Sends `event` now, `times` times (by default once), regardless of earlier deliveries. */
  async resend(form: Form): Promise<object> {
    const read = paramReader(form)
    const id = read.text('event', 255) ?? ''
    const times = read.whole('times', 1, 1_000) ?? 1
    const event = this.#persistence.store.find<Row & { type: string }>('event', id)
    if (!event) throw resourceMissing('event', id, 'event')
    const attempts = await this.#send(id, times)
    await this.#persistence.change(store => {
      const row = store.find<DeliveryRow>(deliveryKind, id) ?? newDelivery(event)
      if (row.state !== 'waiting' || attempts.some(isDelivered)) note(store, afterAttempt(row, attempts, this.#now()))
    })
    return { attempts: attempts.length, delivered: attempts.filter(isDelivered).length, last: attempts.at(-1) }
  }

  /**
   * Settles when nothing is waiting or in progress: all events have been delivered, have permanently failed or were
   * dropped.
   */
  async idle(): Promise<void> {
    while (this.#waiting.size > 0 || this.#underWay.size > 0)
      await new Promise<void>(resolve => this.#idlers.push(resolve))
  }

  #heard(changes: readonly Change[]): void {
    for (const { kind, row } of changes) {
      const delivery = kind === deliveryKind ? (row as DeliveryRow | undefined) : undefined
      if (delivery?.state === 'waiting' && delivery.attempts === 0) this.#wait(delivery.id, this.#now())
    }
    this.#wake()
  }

  #wait(id: string, notBeforeMs: number): void {
    const lot = this.#switches.lot()
    this.#waiting.set(id, { notBeforeMs: notBeforeMs + this.#switches.delayMs(lot), lot })
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const id = this.#pick()
      if (id === undefined || this.#underWay.size >= mostAtOnce) await this.#rest()
      else await this.#deliver(id)
    }
  }

  /** The oldest event that is due or, if events are reordered, the due one with the lowest random rank. */
  #pick(): string | undefined {
    const { paused, reorder } = this.#switches.now
    if (paused) return undefined
    const now = this.#now()
    let best: { id: string; lot: number } | undefined
    for (const [id, { notBeforeMs, lot }] of this.#waiting) {
      if (notBeforeMs > now) continue
      if (!reorder) return id
      if (!best || lot < best.lot) best = { id, lot }
    }
    return best?.id
  }

  /** Waits until an event arrives or becomes due. */
  async #rest(): Promise<void> {
    let next = Infinity
    if (!this.#switches.now.paused)
      for (const { notBeforeMs } of this.#waiting.values()) next = Math.min(next, notBeforeMs)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, Math.min(Math.max(next - this.#now(), 1), longestRestMs))
    await promise
    clearTimeout(timer)
  }

  /** Sends an event. Settles on the response, at the latest after `patienceMs`; the result is recorded in any case. */
  async #deliver(id: string): Promise<void> {
    this.#waiting.delete(id)
    const row = this.#persistence.store.find<DeliveryRow>(deliveryKind, id)
    if (row?.state !== 'waiting') return this.#tellIdlers()
    const isDropped = row.attempts === 0 && this.#switches.dropsThis()
    const sent = isDropped ? Promise.resolve([]) : this.#send(id, 1 + this.#switches.now.duplicate)
    const noted = sent.then(attempts => this.#noted(row, attempts))
    this.#underWay.add(noted)
    void noted.finally(() => {
      this.#underWay.delete(noted)
      this.#tellIdlers()
      this.#wake()
    })
    const timer = Promise.withResolvers<void>()
    const late = setTimeout(timer.resolve, patienceMs)
    await Promise.race([sent, timer.promise])
    clearTimeout(late)
  }

  async #noted(row: DeliveryRow, attempts: readonly Attempt[]): Promise<void> {
    if (this.#stop.signal.aborted && !attempts.some(isDelivered)) return
    const after = afterAttempt(row, attempts, this.#now(), this.#switches.now.retryAfterMs)
    try {
      await this.#persistence.change(store => note(store, after))
    } catch (error) {
      this.#log(`delivery of ${row.id} could not be noted, and will be repeated: ${String(error)}`)
      this.#wait(row.id, this.#now() + patienceMs)
      return
    }
    if (after.state === 'waiting') this.#wait(row.id, after.notBeforeMs)
    if (after.state === 'failed') this.#log(`delivery of ${row.id} (${row.type}) failed for good: ${after.answered}`)
  }

  async #send(id: string, copies: number): Promise<Attempt[]> {
    const event = this.#persistence.store.find('event', id)
    if (!event) return []
    this.#schemaCheck?.('event', 200, event)
    const { url, secret } = this.#endpoint
    const body = JSON.stringify(event, null, 2)
    const attempts: Attempt[] = []
    while (attempts.length < copies) {
      const some = Array.from({ length: Math.min(mostAtOnce, copies - attempts.length) }, () =>
        post(url, body, signature(secret, body, this.#now()), this.#stop.signal),
      )
      attempts.push(...(await Promise.all(some)))
    }
    return attempts
  }

  #tellIdlers(): void {
    for (const tell of this.#idlers.splice(0)) tell()
  }
}
