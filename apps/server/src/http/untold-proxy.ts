import type { FastifyInstance } from 'fastify'

/**
 * Logs once if requests arrive through a proxy that is not configured. All users then seem to have one IP address, so
 * that one user's rate limit blocks everyone.
 */
export function noticeUntoldProxy(app: FastifyInstance, trustedProxies: number) {
  if (trustedProxies > 0) return
  let isTold = false
  app.addHook('onRequest', (request, _, done) => {
    if (!isTold && request.headers['x-forwarded-for'] !== undefined) {
      isTold = true
      const mistake =
        'TRUSTED_PROXIES is 0, but a request came with X-Forwarded-For: behind a proxy, all visitors would share its address and limits. Set TRUSTED_PROXIES to the number of proxies; if there is none, find out who sends this header'
      request.log.error({ event: 'untold-proxy', ip: request.ip }, mistake)
    }
    done()
  })
}
