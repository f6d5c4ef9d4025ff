import { sql } from 'kysely'
import { Repeated } from '../../background/repeated.ts'
import type { Database, Tx } from '../../db/database.ts'
import { translate } from '../../http/translate.ts'
import type { Message } from '../../notifications/delivery.ts'
import { tell } from '../../notifications/inbox/tell.ts'
import type { Log } from '../billing-context.ts'
import type { Provider } from '../provider/provider.ts'
import { receiptPdf } from '../provider/receipt-pdf.ts'
import { type Composed, compose } from './compose.ts'
import { decideDue } from './due.ts'
import { type BillingEmail } from './email-rows.ts'

export type EmailQueueParts = {
  database: Database
  /** Fetches the PDFs of receipts. Undefined if this installation sells nothing. */
  stripe: Provider['stripe'] | undefined
  /** Sends a message, within the transaction if possible; throws if that fails. */
  deliver(message: Message, tx: Tx): Promise<void>
  brand: string
  publicUrl: URL
  /** Current time, in ms since the epoch. */
  now: () => number
  log: Log
}

const lookEveryMs = 2_000
const dueEveryMs = 10 * 60_000
const firstPauseMs = 5_000
const longestPauseMs = 3_600_000
const givenUpAfterMs = 3 * 86_400_000
const fewestAttempts = 20
const mostPdfAttempts = 6

class NoPdf extends Error {
  override name = 'NoPdf'
}

/**
 * Sends queued billing e-mails; runs in every process. In one transaction, locks an e-mail's row, sends the e-mail and
 * marks it as sent. So processes share the work, and a crash leaves the e-mail in the queue. If the mail server had
 * accepted it just before the crash, it is sent again with the same Message-ID.
 */
export class EmailQueue {
  readonly #parts: EmailQueueParts
  readonly #repeated: Repeated

  constructor(parts: EmailQueueParts) {
    this.#parts = parts
    this.#repeated = new Repeated(parts.log)
  }

  start(): void {
    this.#repeated.every('billing e-mails', lookEveryMs, async () => void (await this.sendWaiting()))
    this.#repeated.every('billing e-mails that fall due', dueEveryMs, () => this.decideDue())
  }

  /** Stops sending; settles when no e-mail is being sent. */
  async stop(): Promise<void> {
    await this.#repeated.stop()
  }

  /** Queues the time-based billing e-mails that have become due. */
  async decideDue(): Promise<void> {
    await decideDue(this.#parts.database.db, this.#parts.now())
  }

  /** Sends the waiting e-mails that are due. Returns the number processed. */
  async sendWaiting(): Promise<number> {
    let dealt = 0
    while (!this.#repeated.isStopped && (await this.#next())) dealt++
    return dealt
  }

  async #next(): Promise<boolean> {
    const { database, now } = this.#parts
    const at = new Date(now())
    const taken: { email?: BillingEmail } = {}
    try {
      return await database.transaction(async tx => {
        const email = await tx
          .selectFrom('billing_email')
          .innerJoin('users', 'users.user_id', 'billing_email.user_id')
          .selectAll('billing_email')
          .where('state', '=', 'waiting')
          .where('try_at', '<=', at)
          // A user's e-mails are sent in order: while another process sends one, the next waits.
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('billing_email as earlier')
                  .whereRef('earlier.user_id', '=', 'billing_email.user_id')
                  .where('earlier.state', '=', 'waiting')
                  .where('earlier.try_at', '<=', at)
                  .where(
                    sql<boolean>`(earlier.try_at, earlier.email_id) < (billing_email.try_at, billing_email.email_id)`,
                  )
                  .select('earlier.email_id'),
              ),
            ),
          )
          .orderBy('try_at')
          .orderBy('email_id')
          .limit(1)
          // Locks the user before the e-mail, in the same order as an erasure. Inserting the inbox item would lock the
          // user later.
          .forKeyShare('users')
          .forUpdate('billing_email')
          .skipLocked()
          .executeTakeFirst()
        if (!email) return false
        taken.email = email
        await this.#settle(tx, email)
        return true
      })
    } catch (error) {
      if (!taken.email) throw error
      await this.#postpone(taken.email, error)
      return true
    }
  }

  async #settle(tx: Tx, email: BillingEmail) {
    const { deliver, publicUrl, now } = this.#parts
    const written = await this.#write(tx, email)
    await tx
      .updateTable('billing_email')
      .set({ state: written ? 'sent' : 'dropped', settled_at: new Date(now()), error: null })
      .where('user_id', '=', email.user_id)
      .where('email_id', '=', email.email_id)
      .execute()
    if (!written) return
    const { message, facts, link } = written
    await tell(tx, [{ userId: email.user_id, kind: 'billing', source: `billing ${email.email_id}`, facts, link }])
    const id = `<billing-${email.email_id}-${email.decided_at.getTime()}@${publicUrl.hostname}>`
    await deliver({ ...message, id }, tx)
  }

  async #write(
    tx: Tx,
    email: BillingEmail,
  ): Promise<{ message: Message; facts: Composed['facts']; link: string } | undefined> {
    const { brand, publicUrl, stripe, now } = this.#parts
    const composed = await compose(tx, email, { brand, publicUrl, now: now() })
    if (!composed) return undefined
    const { to, subject, body, language, invoiceId, facts, link: leadsTo } = composed
    const message: Message = { channel: 'email', to, subject, body }
    if (!invoiceId) return { message, facts, link: leadsTo }
    const pdf = await this.#pdf(stripe, email, invoiceId)
    const link = new URL('/dashboard?tab=receipts', publicUrl).href
    const where = translate(language, pdf ? 'mail.receipt.attached' : 'mail.receipt.linked', { link })
    const attachments = pdf && [{ ...pdf, type: 'application/pdf' }]
    const whole = { ...message, body: `${body}\n\n${where}`, ...(attachments && { attachments }) }
    return { message: whole, facts, link: leadsTo }
  }

  /** The receipt's PDF; undefined after too many failures, so that the e-mail is sent without it. */
  async #pdf(stripe: Provider['stripe'] | undefined, { pdf_attempts }: BillingEmail, invoiceId: string) {
    if (!stripe || pdf_attempts >= mostPdfAttempts) return undefined
    return await receiptPdf(stripe, invoiceId).catch(error => {
      throw new NoPdf(String(error))
    })
  }

  async #postpone(email: BillingEmail, error: unknown) {
    const { database, now, log } = this.#parts
    const isGivenUp = now() - email.decided_at.getTime() > givenUpAfterMs && email.attempts >= fewestAttempts
    const details = { err: error, letterId: email.email_id, kind: email.kind }
    if (isGivenUp) log.error(details, 'a billing e-mail was given up')
    else log.warn(details, 'a billing e-mail could not be sent yet')
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(email.attempts, 20), longestPauseMs)
    await database.db
      .updateTable('billing_email')
      .set({
        attempts: Math.min(email.attempts + 1, 1_000),
        pdf_attempts: email.pdf_attempts + (error instanceof NoPdf ? 1 : 0),
        try_at: new Date(now() + pauseMs),
        error: String(error).slice(0, 500),
        ...(isGivenUp && { state: 'failed' as const, settled_at: new Date(now()) }),
      })
      .where('user_id', '=', email.user_id)
      .where('email_id', '=', email.email_id)
      .where('state', '=', 'waiting')
      .execute()
  }
}
