import type { FastifyInstance } from 'fastify'
import { NotFound } from '../../http/client-errors.ts'
import { plainPage } from '../../http/plain-page.ts'
import { languageOf, translate } from '../../http/translate.ts'
import type { Payments } from '../../payments/payments.ts'

/**
 * Redirects the link's holder to a receipt. The link works once, within a minute; after that, it shows a page that
 * explains how to get a new link.
 */
export function serveInvoiceLink(app: FastifyInstance, payments: Payments) {
  app.get<{ Params: { token: string } }>(
    '/invoice-links/:token',
    // A HEAD request would use up the link.
    { exposeHeadRoute: false },
    async ({ params, headers }, reply) => {
      reply.header('referrer-policy', 'no-referrer')
      const address = await payments.openInvoiceLink(params.token).catch(error => {
        if (error instanceof NotFound) return undefined
        throw error
      })
      if (address !== undefined) return reply.redirect(address, 302)
      const language = languageOf(headers['accept-language'])
      return plainPage(reply.code(404), language, translate(language, 'invoice-link.title'), [
        { paragraph: translate(language, 'invoice-link.used') },
        { link: '/dashboard?tab=receipts', text: translate(language, 'invoice-link.again') },
      ])
    },
  )
}
