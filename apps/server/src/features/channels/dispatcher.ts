import { sql } from 'kysely'
import { Repeated } from '../../background/repeated.ts'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../db/database.ts'
import { faultOf, realChannels } from '../../notifications/delivery.ts'
import { boxRefuses, isRefusal } from './box-refuses.ts'
import type { Dispatch, DispatcherParts, Outcome } from './dispatch.ts'
import { handWaiting } from './hand.ts'
import { pushItem } from './push-item.ts'
import {
  forgetSubscriptions,
  markInLetter,
  pauseSubscription,
  type Recipient,
  readRecipient,
  saveSetting,
} from './store.ts'
import { writeMail } from './write-mail.ts'

const usualLookMs = 2_000
/** Maximum time, in ms, that a lane waits if nothing wakes it. */
const unlookedMs = 60_000
const firstPauseMs = 15_000
const longestPauseMs = 3_600_000
const givenUpAfterMs = 3 * 86_400_000
const fewestAttempts = 8

/**
 * One lane per channel. `piece` is the number of concurrent sends: a mail server accepts few connections, a push
 * service many.
 */
const lanes = [
  { name: 'mail', isIn: sql<boolean>`how <> 'push'`, piece: 4 },
  { name: 'push', isIn: sql<boolean>`how = 'push'`, piece: 20 },
] as const
type Lane = (typeof lanes)[number]

/**
 * Delivers inbox items over the channels each user chose, in every process. A row stays locked while its message is
 * sent, and is marked in the same transaction: processes share the work, and after a crash the row is still waiting. A
 * message sent just before a crash may be sent twice; the copies are recognisable, because an e-mail keeps its
 * Message-ID, and a push its Topic and tag.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #repeated: Repeated

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    this.#repeated = new Repeated(parts.log)
  }

  start(): void {
    const [wakeMail, wakePush] = lanes.map(lane =>
      this.#repeated.every(`what leaves by ${lane.name}`, unlookedMs, async () => void (await this.#sendBy(lane))),
    )
    this.#repeated.every('what inboxes hand on', this.#parts.lookEveryMs ?? usualLookMs, async () => {
      const { db } = this.#parts.database
      let due = await lookFor(db, this.#parts.now())
      if (due.hand && (await this.handWaiting()) > 0) due = await lookFor(db, this.#parts.now())
      if (due.mail) wakeMail?.()
      if (due.push) wakePush?.()
    })
  }

  /** Stops the dispatcher; resolves once no sending is in progress. */
  async stop(): Promise<void> {
    await this.#repeated.stop()
  }

  /** Queues new items for their channels; returns the number of items. */
  async handWaiting(): Promise<number> {
    const { database, config, now } = this.#parts
    return await handWaiting(database, { mail: mailIsOffered(config), push: config.PUSH }, now())
  }

  /** Sends everything that is due; returns the number of messages processed. */
  async sendWaiting(): Promise<number> {
    let dealt = 0
    for (const lane of lanes) dealt += await this.#sendBy(lane)
    return dealt
  }

  async #sendBy(lane: Lane): Promise<number> {
    let dealt = 0
    while (!this.#repeated.isStopped) {
      const count = await this.#sendPiece(lane)
      dealt += count
      if (count === 0) break
    }
    return dealt
  }

  async #sendPiece({ name, isIn, piece: most }: Lane): Promise<number> {
    const { database, config, now, log } = this.#parts
    // In a demo, e-mails are stored within the transaction, one after another.
    const piece = name === 'mail' && !realChannels(config).email ? 1 : most
    const settled = await database.transaction(async tx => {
      const rows = await take(tx, isIn, piece, new Date(now()))
      const tried = await Promise.all(
        rows.map(async row => ({ row, outcome: this.#orGivenUp(row, await this.#try(row, tx)) })),
      )
      for (const { row, outcome } of tried) await this.#mark(tx, row, outcome)
      return tried
    })
    // Applied after the transaction has ended. Within it, the lock on a browser's subscription could block other
    // processes that have locked other rows of the same browser.
    for (const { row, outcome } of settled) {
      if (outcome.state === 'sent' || outcome.state === 'quiet') continue
      const details = { dispatchId: row.dispatch_id, kind: row.kind, how: row.how, fault: outcome.why }
      if (outcome.state === 'failed') log.error(details, 'something told was given up')
      if (outcome.state === 'waiting') log.warn(details, 'something told could not be handed over yet')
      await this.#follow(row, outcome)
    }
    return settled.length
  }

  #orGivenUp({ made_at, attempts }: Dispatch, outcome: Outcome): Outcome {
    const isOver = this.#parts.now() - made_at.getTime() > givenUpAfterMs && attempts >= fewestAttempts
    return isOver && outcome.state === 'waiting' ? { state: 'failed', why: outcome.why } : outcome
  }

  async #follow({ user_id }: Dispatch, outcome: Exclude<Outcome, { state: 'sent' | 'quiet' }>): Promise<void> {
    const { db } = this.#parts.database
    const at = this.#parts.now()
    if (outcome.state === 'waiting') {
      if (outcome.paused !== undefined && outcome.until) await pauseSubscription(db, outcome.paused, outcome.until)
      return
    }
    if (outcome.gone !== undefined) await forgetSubscriptions(db, [outcome.gone])
    if (outcome.refusing !== undefined)
      await saveSetting(db, user_id, { refused_email: outcome.refusing.toLowerCase(), refused_at: new Date(at) })
  }

  /** Never throws: a failure means that the message is retried. */
  async #try(row: Dispatch, tx: Tx): Promise<Outcome> {
    try {
      const { db } = this.#parts.database
      const to = await readRecipient(db, row.user_id, new Date(this.#parts.now()))
      if (!to || to.blocked) return { state: 'dropped', why: 'the account is gone or blocked' }
      if (to.quietUntil && row.item_id !== null) return { state: 'quiet', until: to.quietUntil }
      return row.how === 'push' ? await pushItem(this.#parts, row, to) : await this.#mail(row, to, tx)
    } catch (error) {
      return { state: 'waiting', why: faultOf(error) }
    }
  }

  async #mail(row: Dispatch, to: Recipient, tx: Tx): Promise<Outcome> {
    const { deliver, config } = this.#parts
    if (to.email === null) return { state: 'dropped', why: 'no address that takes it' }
    const written = await writeMail(this.#parts, row, to)
    if ('why' in written) return { state: 'dropped', why: written.why }
    const { letter, items } = written
    const id = `<told-${row.dispatch_id}-${row.made_at.getTime()}@${config.publicUrl.hostname}>`
    const { subject, body, stop } = letter
    try {
      await deliver({ channel: 'email', to: to.email, subject, body, id, stop }, tx)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return { state: 'failed', why: faultOf(error), ...(boxRefuses(error) && { refusing: to.email }) }
    }
    return { state: 'sent', ...(items && { items }) }
  }

  async #mark(tx: Tx, row: Dispatch, outcome: Outcome): Promise<void> {
    const at = this.#parts.now()
    const settle = (
      change: Partial<{
        state: Dispatch['state']
        attempts: number
        error: string | null
        try_at: Date
        settled_at: Date
      }>,
    ) =>
      tx
        .updateTable('dispatch')
        .set({ attempts: Math.min(row.attempts + 1, 1_000), ...change })
        .where('dispatch_id', '=', row.dispatch_id)
        .execute()
    if (outcome.state === 'quiet') {
      await settle({ try_at: outcome.until, attempts: row.attempts })
      return
    }
    if (outcome.state === 'sent') {
      await settle({ state: 'sent', error: null, settled_at: new Date(at) })
      if (outcome.items) await markInLetter(tx, row.dispatch_id, outcome.items)
      return
    }
    const error = outcome.why.slice(0, 300)
    if (outcome.state !== 'waiting') {
      await settle({ state: outcome.state, error, settled_at: new Date(at) })
      return
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(row.attempts, 20), longestPauseMs)
    await settle({ error, try_at: outcome.until ?? new Date(at + pauseMs) })
  }
}

export const mailIsOffered = (config: Config): boolean => realChannels(config).email || config.demo

/** Finds out, in one query, which work is pending. Usually there is none. */
async function lookFor(db: Db, now: number): Promise<{ hand: boolean; mail: boolean; push: boolean }> {
  const at = new Date(now)
  const due = ({ isIn }: Lane) =>
    sql`exists (select from dispatch where state = 'waiting' and ${isIn} and try_at <= ${at})`
  const { rows } = await sql<{ hand: boolean; mail: boolean; push: boolean }>`
    select exists (select from inbox_item where handed_at is null) as hand,
      ${due(lanes[0])} as mail, ${due(lanes[1])} as push`.execute(db)
  return rows[0]!
}

async function take(tx: Tx, isIn: Lane['isIn'], most: number, at: Date): Promise<Dispatch[]> {
  const { rows } = await sql<Dispatch>`
    select * from dispatch where state = 'waiting' and ${isIn} and try_at <= ${at}
    order by try_at, dispatch_id limit ${most} for update skip locked`.execute(tx)
  return rows
}
