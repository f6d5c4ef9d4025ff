import type { Transporter } from 'nodemailer'
import { type Config, mayBePlain } from '../config.ts'
import type { Db } from '../db/database.ts'

export type Message = {
  channel: 'email' | 'sms'
  to: string
  subject: string
  body: string
  /** Message-ID of an e-mail that may be sent twice; the same in each attempt. */
  id?: string
  /** One-click unsubscribe URL (RFC 8058) of an optional e-mail. */
  stop?: string
  attachments?: { name: string; type: string; content: Buffer }[]
}

/** Whether each channel is configured to send. In a demo, messages for an unconfigured channel go to the outbox. */
export const realChannels = (config: Config) => ({ email: config.SMTP_URL !== '', sms: config.SMS_URL !== '' })

/** Returns a function that sends a message by SMTP or the SMS gateway, and throws if that fails. */
export function openDelivery(config: Config): (message: Message) => Promise<void> {
  let mail: Transporter | undefined
  return async ({ channel, to, subject, body, id, stop, attachments = [] }) => {
    if (channel === 'email') {
      mail ??= await openMail(config)
      await mail.sendMail({
        from: config.MAIL_FROM,
        to,
        subject,
        text: body,
        ...(id && { messageId: id }),
        ...(stop && { headers: oneClick(stop) }),
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

/** Unsubscribe headers, sent without encoding or line breaks within the URL. */
const oneClick = (address: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${address}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

async function openMail(config: Config): Promise<Transporter> {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport(
    config.SMTP_URL
      ? { url: config.SMTP_URL, requireTLS: !mayBePlain(config, URL.parse(config.SMTP_URL)?.hostname) }
      : { jsonTransport: true },
  )
}

/** Describes a failed delivery without quoting the server's response, which may name the recipient. */
export function faultOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  if (code === undefined) return message.replace(/\S*@\S*/g, '[address]')
  return responseCode === undefined ? code : `${code} ${responseCode}`
}

/** Stores a message in the demo's outbox instead of sending it. */
export async function keepInOutbox(db: Db, { channel, to, subject, body, attachments = [] }: Message): Promise<void> {
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
