import type { FastifyInstance } from 'fastify'
import { plainPage } from '../../http/plain-page.ts'
import { NotFound } from '../../http/refusals.ts'
import { languageOf, say } from '../../http/say.ts'
import type { Payments } from '../../payments/payments.ts'

/** Where the link to a receipt leads: once, for a minute, whoever holds it; then to a page that says how to get another. */
export function serveInvoiceLink(app: FastifyInstance, payments: Payments) {
  app.get<{ Params: { token: string } }>(
    '/invoice-links/:token',
    // A HEAD would use the link up.
    { exposeHeadRoute: false },
    async ({ params, headers }, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      const address = await payments.openInvoiceLink(params.token).catch(error => {
        if (error instanceof NotFound) return undefined
        throw error
      })
      if (address !== undefined) return reply.redirect(address, 302)
      const language = languageOf(headers['accept-language'])
      return plainPage(reply.code(404), language, say(language, 'invoice-link.title'), [
        { paragraph: say(language, 'invoice-link.used') },
        { link: '/dashboard?tab=receipts', text: say(language, 'invoice-link.again') },
      ])
    },
  )
}
