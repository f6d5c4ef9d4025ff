import { randomUUID } from 'node:crypto'
import { type Language } from '@finlist/i18n/languages'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Config } from '../config.ts'
import { DatabaseAddress } from '../db/address.ts'
import type { Database, Db, Tx } from '../db/database.ts'
import { translate } from '../http/translate.ts'
import { faultOf, keepInOutbox, type Message, openDelivery, realChannels } from './delivery.ts'
import { tell } from './inbox/tell.ts'
import { isInInbox, type MessageKind, messageKinds, type NoticeKind, textsOf, type ValuesOf } from './kinds.ts'
import { type LostMessages, type Queued, QueuedRows, queue } from './queued-rows.ts'

/**
 * Sends a notice once the transaction that causes it has been committed. `userId`: the account's user, for a kind that
 * is also added to the inbox.
 */
export type SendNotice = <Notice extends NoticeKind>(
  tx: Tx,
  notice: Notice,
  to: { to: string; language: Language; values: ValuesOf<Notice>; userId?: number },
) => Promise<void>

/** Sends e-mails and SMS through a queue that retries, or stores them in the demo's outbox. */
export type Messenger = {
  send: SendNotice
  /** Like `send`, for a message that is already composed. Attachments are not supported. */
  sendText(tx: Tx, kind: MessageKind, message: Message): Promise<void>
  /**
   * Sends a message immediately, for callers with their own queue; throws if that fails. If the message's channel is
   * not configured, stores the message in the demo's outbox, using `db`.
   */
  deliver(message: Message, db: Db): Promise<void>
  smsOffered: boolean
  /** The number of messages waiting, and those given up recently; null if there is no queue. */
  queued(): Promise<{ waiting: number; failed: number; lost: LostMessages[] } | null>
  /** Erases the content of messages that were sent or given up. Returns the number erased. */
  eraseSettled(): Promise<number>
  /** Deletes every message to one of the addresses or numbers, sent or not, ignoring case. */
  forget(recipients: string[]): Promise<void>
  stop(): Promise<void>
}

type Log = { error(details: object, message: string): void }

export async function openMessenger(
  config: Config,
  database: Database,
  databaseUrl: string,
  log: Log,
): Promise<Messenger> {
  const real = realChannels(config)
  const deliver = handingOver(config)
  const common = { deliver, smsOffered: real.sms || config.demo }
  const forgetKept = async (recipients: string[]) =>
    void (await sql`delete from outbox where lower(recipient) = any(${recipients}::text[])`.execute(database.db))
  if (!real.email && !real.sms)
    return {
      ...common,
      ...sending(config, undefined),
      queued: async () => null,
      eraseSettled: async () => 0,
      forget: recipients => forgetKept(lowered(recipients)),
      stop: async () => undefined,
    }

  const { PgBoss } = await import('pg-boss')
  const pool = new DatabaseAddress(databaseUrl).pool({
    application_name: 'finlist jobs',
    max: 3,
    connectionTimeoutMillis: 10_000,
  })
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
  const failed = (error: Error) => log.error({ err: error }, 'the job queue failed')
  pool.on('error', failed)
  boss.on('error', failed)
  await boss.start()
  await boss.createQueue(queue)
  const queuedRows = new QueuedRows(database)
  await queuedRows.eraseSettled()
  const polling = { pollingIntervalSeconds: 0.5, includeMetadata: true } as const
  await boss.work<Queued | null, void, typeof polling>(queue, polling, async jobs => {
    for (const { id, data, retryCount, retryLimit } of jobs) {
      // No content: another process sent the message and erased its content, but died before it could complete the job.
      if (data === null) continue
      try {
        // If the database connection was lost before the job was completed, the message is sent again. The Message-ID
        // stays the same, so that mail programs can recognise the repeat.
        await deliver({ id: `<post-${id}@${config.publicUrl.hostname}>`, ...data }, database.db)
      } catch (error) {
        if (retryCount >= retryLimit) await queuedRows.erase(id)
        log.error(
          { channel: data.channel, kind: data.kind, fault: faultOf(error) },
          'a message could not be handed over',
        )
        // The error text is stored with the job, and the mail server's own words may contain the address.
        throw new Error(faultOf(error))
      }
      await queuedRows.erase(id)
    }
  })
  return {
    ...common,
    ...sending(config, boss),
    queued: async () => {
      const [stats] = await boss.getQueueStats(queue)
      const { deferredCount = 0, readyCount = 0, activeCount = 0, failedCount = 0 } = stats ?? {}
      const waiting = deferredCount + readyCount + activeCount
      return { waiting, failed: failedCount, lost: await queuedRows.lost() }
    },
    eraseSettled: () => queuedRows.eraseSettled(),
    async forget(recipients) {
      await forgetKept(lowered(recipients))
      await queuedRows.forget(lowered(recipients))
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 5_000 })
      await pool.end()
    },
  }
}

/**
 * Queues the messages of a command for the running server to send, because the command's own settings may lack a mail
 * server.
 */
export async function withSending<T>(
  config: Config,
  { pool }: Database,
  work: (send: SendNotice) => Promise<T>,
): Promise<T> {
  if (config.demo && !realChannels(config).email) return await work(sending(config, undefined).send)
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  })
  // Ignores errors of pg-boss's background checks; errors in queueing the command's messages are thrown.
  boss.on('error', () => undefined)
  await boss.start()
  await boss.createQueue(queue)
  try {
    return await work(sending(config, boss, () => true).send)
  } finally {
    await boss.stop({ graceful: false })
  }
}

function sending(
  config: Config,
  boss: PgBoss | undefined,
  isReal = (channel: Message['channel']) => realChannels(config)[channel],
): Pick<Messenger, 'send' | 'sendText'> {
  const sendText: Messenger['sendText'] = async (tx, kind, message) => {
    if (boss && isReal(message.channel))
      await boss.send(queue, { ...message, kind } satisfies Queued, {
        ...retriesFor(messageKinds[kind].waits),
        // Stores the kind outside the message, because the message's content is erased later.
        group: { id: kind },
        db: { executeSql: (text, values) => tx.query(text, values as unknown[]) },
      })
    else if (config.demo || !boss) await keepInOutbox(tx, message)
  }
  return {
    sendText,
    async send(tx, notice, { to, language, values, userId }) {
      const { subject, body } = textsOf(notice)
      const named = { ...(values as Record<string, string>), brand: config.BRAND }
      if (userId !== undefined && isInInbox(notice))
        await tell(tx, [
          {
            userId,
            kind: 'account',
            source: `notice ${randomUUID()}`,
            facts: { notice, ...named },
            link: '/dashboard',
          },
        ])
      await sendText(tx, notice, {
        channel: 'email',
        to,
        subject: translate(language, subject, named),
        body: translate(language, body, named),
      })
    },
  }
}

function handingOver(config: Config): Messenger['deliver'] {
  const real = realChannels(config)
  const deliver = real.email || real.sms ? openDelivery(config) : undefined
  return async (message, db) => {
    if (real[message.channel]) await deliver!(message)
    else if (config.demo) await keepInOutbox(db, message)
  }
}

const hour = 3_600

/** Retries after 5 s and then at growing intervals, until the message has waited for `waits` seconds. */
const retriesFor = (waits: number) => ({
  retryDelay: 5,
  retryBackoff: true,
  ...(waits < hour ? { retryLimit: 8, retryDelayMax: 120 } : { retryLimit: 9 + waits / hour, retryDelayMax: hour }),
  expireInSeconds: 60,
  retentionSeconds: waits,
})

const lowered = (recipients: string[]) => recipients.map(recipient => recipient.toLowerCase())
