import type { FastifyInstance } from 'fastify'
import { BadRequest } from '../../http/client-errors.ts'
import { Turns } from '../../http/turns.ts'
import type { Payments } from '../../payments/payments.ts'

const megabyte = 1_048_576
/** Format of the signature header, and tolerance for its timestamp. If either check fails, the body is not read. */
const signed = /^t=(\d{1,12}),[\w=,]{1,500}$/
const toleranceMs = 300_000
/** Maximum number of events processed concurrently, because each takes a database connection. The rest wait. */
const atOnce = 16
const waitMs = 10_000

/**
 * Receives the payment provider's webhook events. Requests are authenticated by their signature over the exact bytes of
 * the body. A 200 means only that the event is stored; after any other status the provider sends it again. `realNow`:
 * the machine's clock, in ms.
 */
export async function serveWebhook(app: FastifyInstance, payments: Payments, realNow: () => number) {
  const turns = new Turns({ atOnce, waitMs })
  await app.register(async hook => {
    hook.removeAllContentTypeParsers()
    hook.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: megabyte }, (_, body, done) => done(null, body))
    hook.addHook('onRequest', ({ headers }, _, done) => {
      const [, seconds] = signed.exec(String(headers['stripe-signature'])) ?? []
      if (seconds === undefined || Math.abs(Number(seconds) * 1_000 - realNow()) > toleranceMs)
        throw new BadRequest('billing.forged-event')
      done()
    })
    hook.post('/payments/webhook', { config: { bodyShare: 'webhook' } }, async ({ body, headers }, reply) => {
      const signature = headers['stripe-signature']
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      await turns.run(() => payments.receiveEvent(rawBody, typeof signature === 'string' ? signature : ''))
      return reply.send({ status: 'success' })
    })
  })
}
