import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import { plainPage } from '../http/plain-page.ts'
import { languageOf, say } from '../http/say.ts'

const shown = 50

/** The demo's letter box: what would have been sent, newest first. Registered in demo mode only. */
export function serveOutbox(app: FastifyInstance, db: Db) {
  app.get<{ Querystring: { lang?: string } }>('/outbox', async (request, reply) => {
    const language = languageOf(request.query.lang ?? request.headers['accept-language'])
    const messages = await db.selectFrom('outbox').selectAll().orderBy('message_id', 'desc').limit(shown).execute()
    return plainPage(reply, language, say(language, 'outbox.title'), [
      { paragraph: say(language, 'outbox.note') },
      ...(messages.length === 0 ? [{ paragraph: say(language, 'outbox.empty') }] : []),
      ...messages.flatMap(({ channel, recipient, subject, body, created_at }) => [
        {
          heading: subject || say(language, `outbox.${channel}`),
          note: `${say(language, `outbox.${channel}`)} · ${say(language, 'outbox.to')} ${recipient} · ${created_at.toISOString().slice(0, 19).replace('T', ' ')} UTC`,
        },
        { preformatted: body },
      ]),
    ])
  })
}
