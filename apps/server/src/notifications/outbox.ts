import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { NotFound } from '../http/client-errors.ts'
import { Download } from '../http/download.ts'
import { plainPage } from '../http/plain-page.ts'
import { languageOf, translate } from '../http/translate.ts'

const shown = 50

/** Serves the demo's outbox: the messages that would have been sent, newest first. Registered in demo mode only. */
export function serveOutbox(app: FastifyInstance, db: Db) {
  app.get<{ Querystring: { lang?: string } }>('/outbox', async (request, reply) => {
    const language = languageOf(request.query.lang ?? request.headers['accept-language'])
    const messages = await db.selectFrom('outbox').selectAll().orderBy('message_id', 'desc').limit(shown).execute()
    const attachments = await db
      .selectFrom('outbox_attachment')
      .select(['message_id', 'number', 'name'])
      .where('message_id', '>=', messages.at(-1)?.message_id ?? 0)
      .orderBy('number')
      .execute()
    return plainPage(reply, language, translate(language, 'outbox.title'), [
      { paragraph: translate(language, 'outbox.note') },
      ...(messages.length === 0 ? [{ paragraph: translate(language, 'outbox.empty') }] : []),
      ...messages.flatMap(({ message_id, channel, recipient, subject, body, created_at }) => [
        {
          heading: subject || translate(language, `outbox.${channel}`),
          note: `${translate(language, `outbox.${channel}`)} · ${translate(language, 'outbox.to')} ${recipient} · ${created_at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
        },
        { preformatted: body },
        ...attachments
          .filter(attachment => attachment.message_id === message_id)
          .map(({ number, name }) => ({ link: `/outbox/${message_id}/${number}`, text: name })),
      ]),
    ])
  })

  app.get<{ Params: { message: string; number: string } }>('/outbox/:message/:number', async ({ params }, reply) => {
    const [message, number] = [Number(params.message), Number(params.number)]
    if (!Number.isSafeInteger(message) || !Number.isInteger(number) || number > 100) throw new NotFound()
    const file = await db
      .selectFrom('outbox_attachment')
      .select(['name', 'type', 'content'])
      .where(sql`message_id`, '=', message)
      .where('number', '=', number)
      .executeTakeFirst()
    if (!file) throw new NotFound()
    return new Download(file.name, file.type, Readable.from([file.content])).send(reply)
  })
}
