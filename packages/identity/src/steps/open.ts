import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountBySubject } from '../accounts.ts'
import { askPage } from '../pages/ask.ts'
import { notice } from '../pages/layout.ts'
import { pageFor, type Realm } from '../realm.ts'
import { readLink } from '../send-link.ts'
import { answer, queried } from './form.ts'

/**
 * The page that the e-mailed unlock link leads to, for a user whom strangers have locked out. Once they confirm it,
 * this browser's attempts are counted separately.
 */
export function openSteps(app: FastifyInstance, realm: Realm): void {
  const open = async (request: FastifyRequest, reply: FastifyReply) => {
    const sealed = queried(request, 'link', 1024)
    const here = `/open?link=${encodeURIComponent(sealed)}`
    const page = pageFor(realm, request.raw, here)
    const link = readLink(realm, sealed)
    const account = link && (await accountBySubject(realm.options.pool, link.account))
    if (!link || !account)
      return reply
        .code(410)
        .type('text/html; charset=utf-8')
        .send(notice(page, 'gone.title', 'open.gone'))
    // Unlocks only when the button is pressed, because mail programs fetch links before people open them.
    if (request.method === 'POST') {
      reply.header('set-cookie', realm.known.line(request.raw, link.account, link.id))
      return answer(reply, notice(page, 'open.done-title', 'open.done'))
    }
    const action = realm.path + here
    const question = { title: 'open.title', lead: 'open.lead', action, submit: 'open.submit' } as const
    return answer(reply, askPage(page, { ...question, account: account.email, links: [] }))
  }
  app.get('/', open)
  app.post('/', open)
}
