import type { FastifyInstance } from 'fastify'
import { BadRequest } from '../../http/client-errors.ts'
import { Turns } from '../../http/turns.ts'
import type { Payments } from '../../payments/payments.ts'

const megabyte = 1_048_576
/** The format of a signature and the tolerance of its timestamp; if either fails, the body is not read. */
const signed = /^t=(\d{1,12}),[\w=,]{1,500}$/
const toleranceMs = 300_000
/** Each event takes a database connection. The rest wait, within the webhook's share of the body budget. */
const atOnce = 16
const waitMs = 10_000

/**
 * Receives the payment provider's webhook events. No token: a request is admitted by its signature, computed over the
 * body's exact bytes. 200 means only that the event is stored; any other status makes the payment provider send it
 * again. `realNow`: the machine's clock, in ms.
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
