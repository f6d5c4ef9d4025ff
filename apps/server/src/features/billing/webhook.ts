import type { FastifyInstance } from 'fastify'
import { BadRequest } from '../../http/client-errors.ts'
import type { Payments } from '../../payments/payments.ts'

const megabyte = 1_048_576
/** What a signature looks like; without one the body is not read. */
const signed = /^t=\d{1,12},[\w=,]{1,500}$/

/**
 * Receives the payment provider's webhook events. No token: the signature admits a request, computed over the body's
 * exact bytes. 200 means kept, and nothing more; anything else makes the payment provider send it again.
 */
export async function serveWebhook(app: FastifyInstance, payments: Payments) {
  await app.register(async hook => {
    hook.removeAllContentTypeParsers()
    hook.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: megabyte }, (_, body, done) => done(null, body))
    hook.addHook('onRequest', ({ headers }, _, done) => {
      if (!signed.test(String(headers['stripe-signature']))) throw new BadRequest('billing.forged-event')
      done()
    })
    hook.post('/payments/webhook', async ({ body, headers }, reply) => {
      const signature = headers['stripe-signature']
      await payments.receiveEvent(
        Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        typeof signature === 'string' ? signature : '',
      )
      return reply.send({ status: 'success' })
    })
  })
}
