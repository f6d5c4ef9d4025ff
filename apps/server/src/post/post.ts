import nodemailer from 'nodemailer'
import { PgBoss } from 'pg-boss'
import { type Config, mayBePlain } from '../config.ts'
import type { Database, Db } from '../db/database.ts'

export type Message = {
  channel: 'email' | 'sms'
  to: string
  subject: string
  body: string
  /** Of a letter that `deliver` hands over: the same for each try. */
  id?: string
  attachments?: { name: string; type: string; content: Buffer }[]
}

const queue = 'post'
/** A code is dead after ten minutes, so a message that could not be handed over by then is given up. */
const retries = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 120,
  expireInSeconds: 60,
  retentionSeconds: 900,
}

/** Mail and text messages: handed to SMTP and the SMS gateway by a job that tries again, or kept in the demo outbox. */
export type Post = {
  /** Puts it into the queue. Without attachments. */
  send(message: Message): Promise<void>
  /** Hands it over now, for callers with a queue of their own; throws when it could not be. Kept in `db` in demo mode. */
  deliver(message: Message, db: Db): Promise<void>
  smsOffered: boolean
  /** What `send` still has to hand over, and what it gave up of late; null where it keeps no queue. */
  queued(): Promise<{ waiting: number; failed: number } | null>
  stop(): Promise<void>
}

export async function openPost(
  config: Config,
  database: Database,
  databaseUrl: string,
  log: { error(details: object, message: string): void },
): Promise<Post> {
  const real = { email: config.SMTP_URL !== '', sms: config.SMS_URL !== '' }
  const smsOffered = real.sms || config.demo
  const keep = (message: Message) => keepInOutbox(database.db, message)
  if (!real.email && !real.sms)
    return {
      send: keep,
      deliver: (message, db) => keepInOutbox(db, message),
      smsOffered,
      queued: async () => null,
      stop: async () => undefined,
    }

  const deliver = deliverer(config)
  const boss = new PgBoss({ connectionString: databaseUrl, application_name: 'finlist jobs', max: 3 })
  boss.on('error', error => log.error({ err: error }, 'the job queue failed'))
  await boss.start()
  await boss.createQueue(queue, retries)
  await boss.work<Message>(queue, { pollingIntervalSeconds: 0.5 }, async jobs => {
    for (const job of jobs) await deliver(job.data)
  })
  return {
    smsOffered,
    send: async message => {
      if (real[message.channel]) await boss.send(queue, message)
      else if (config.demo) await keep(message)
    },
    deliver: async (message, db) => {
      if (real[message.channel]) await deliver(message)
      else if (config.demo) await keepInOutbox(db, message)
    },
    queued: async () => {
      const [stats] = await boss.getQueueStats(queue)
      const { deferredCount = 0, readyCount = 0, activeCount = 0, failedCount = 0 } = stats ?? {}
      return { waiting: deferredCount + readyCount + activeCount, failed: failedCount }
    },
    stop: async () => await boss.stop({ graceful: true, timeout: 5_000 }),
  }
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

function deliverer(config: Config): (message: Message) => Promise<void> {
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
