import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import { PgBoss } from 'pg-boss'
import { type Config, mayBePlain } from '../config.ts'
import type { Database, Db } from '../db/database.ts'
import { QueuedRows, queue } from './queued-rows.ts'

export type Message = {
  channel: 'email' | 'sms'
  to: string
  subject: string
  body: string
  /** For an e-mail that `deliver` hands over: the same for each try. */
  id?: string
  attachments?: { name: string; type: string; content: Buffer }[]
}

/** A code is dead after ten minutes, so a message that could not be handed over by then is given up. */
const retries = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 120,
  expireInSeconds: 60,
  retentionSeconds: 900,
}

/** E-mails and SMS: handed to SMTP and the SMS gateway by a job that retries, or kept in the demo outbox. */
export type Messenger = {
  /** Puts it into the queue. Without attachments. */
  send(message: Message): Promise<void>
  /** Hands a message over now, for callers with their own queue; throws when it cannot. In demo mode kept in `db`. */
  deliver(message: Message, db: Db): Promise<void>
  smsOffered: boolean
  /** How many messages `send` still has to hand over, and how many it gave up lately; null without a queue. */
  queued(): Promise<{ waiting: number; failed: number } | null>
  /** Blanks the content of settled messages (handed over or given up) in the queue; answers how many. */
  eraseSettled(): Promise<number>
  /** Deletes every message to one of the addresses or numbers, sent or not, in upper or lower case. */
  forget(recipients: string[]): Promise<void>
  stop(): Promise<void>
}

export async function openMessenger(
  config: Config,
  database: Database,
  databaseUrl: string,
  log: { error(details: object, message: string): void },
): Promise<Messenger> {
  const { db } = database
  const real = realChannels(config)
  const smsOffered = real.sms || config.demo
  const deliver = handingOver(config)
  const forgetKept = (recipients: string[]) =>
    sql`delete from outbox where lower(recipient) = any(${recipients}::text[])`.execute(db)
  if (!real.email && !real.sms)
    return {
      send: message => keepInOutbox(db, message),
      deliver,
      smsOffered,
      queued: async () => null,
      eraseSettled: async () => 0,
      forget: async recipients => void (await forgetKept(lowered(recipients))),
      stop: async () => undefined,
    }

  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'finlist jobs', max: 3 })
  boss.on('error', error => log.error({ err: error }, 'the job queue failed'))
  await boss.start()
  await boss.createQueue(queue, retries)
  const queuedRows = new QueuedRows(database)
  await queuedRows.eraseSettled()
  await boss.work<Message | null>(queue, { pollingIntervalSeconds: 0.5 }, async jobs => {
    for (const { id, data, retryCount } of jobs) {
      // Erased: a process handed the message over and died before it could record that.
      if (data === null) continue
      try {
        await deliver(data, db)
      } catch (error) {
        if (retryCount >= retries.retryLimit) await queuedRows.erase(id)
        log.error({ channel: data.channel, fault: faultOf(error) }, 'a message could not be handed over')
        // The thrown text is kept beside the job: the server's own words may contain the address.
        throw new Error(faultOf(error))
      }
      await queuedRows.erase(id)
    }
  })
  return {
    smsOffered,
    send: async message => {
      if (real[message.channel]) await boss.send(queue, message)
      else if (config.demo) await keepInOutbox(db, message)
    },
    deliver,
    queued: async () => {
      const [stats] = await boss.getQueueStats(queue)
      const { deferredCount = 0, readyCount = 0, activeCount = 0, failedCount = 0 } = stats ?? {}
      return { waiting: deferredCount + readyCount + activeCount, failed: failedCount }
    },
    eraseSettled: () => queuedRows.eraseSettled(),
    async forget(recipients) {
      await forgetKept(lowered(recipients))
      await queuedRows.forget(lowered(recipients))
    },
    stop: async () => await boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

const realChannels = (config: Config) => ({ email: config.SMTP_URL !== '', sms: config.SMS_URL !== '' })

function handingOver(config: Config): Messenger['deliver'] {
  const real = realChannels(config)
  const deliver = real.email || real.sms ? openDelivery(config) : undefined
  return async (message, db) => {
    if (real[message.channel]) await deliver!(message)
    else if (config.demo) await keepInOutbox(db, message)
  }
}

/** Queues a command's message for the running server to hand over. */
export async function enqueueMessage(config: Config, { db, pool }: Database, message: Message): Promise<void> {
  if (config.demo && !realChannels(config)[message.channel]) return await keepInOutbox(db, message)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.createQueue(queue, retries)
  await boss.send(queue, message)
  await boss.stop({ graceful: false })
}

const lowered = (recipients: string[]) => recipients.map(recipient => recipient.toLowerCase())

/** What went wrong, without the other side's words, which may name the recipient. */
function faultOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  if (code === undefined) return message.replace(/\S*@\S*/g, '[address]')
  return responseCode === undefined ? code : `${code} ${responseCode}`
}

async function keepInOutbox(db: Db, { channel, to, subject, body, attachments = [] }: Message): Promise<void> {
  const { message_id } = await db
    .insertInto('outbox')
    .values({ channel, recipient: to, subject, body })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  for (const [index, attachment] of attachments.entries())
    await db
      .insertInto('outbox_attachment')
      .values({ message_id, number: index + 1, ...attachment })
      .execute()
}

/** Hands a message to SMTP or the SMS gateway now; throws when it could not be. */
export function openDelivery(config: Config): (message: Message) => Promise<void> {
  const mail = nodemailer.createTransport(
    config.SMTP_URL
      ? { url: config.SMTP_URL, requireTLS: !mayBePlain(config, URL.parse(config.SMTP_URL)?.hostname) }
      : { jsonTransport: true },
  )
  return async ({ channel, to, subject, body, id, attachments = [] }) => {
    if (channel === 'email') {
      await mail.sendMail({
        from: config.MAIL_FROM,
        to,
        subject,
        text: body,
        ...(id && { messageId: id }),
        attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
      })
      return
    }
    const answer = await fetch(config.SMS_URL, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(config.SMS_TOKEN && { authorization: `Bearer ${config.SMS_TOKEN}` }),
      },
      body: JSON.stringify({ to, text: body }),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
  }
}
