import type { FastifyInstance } from 'fastify'

const contentSecurityPolicy = (frameAncestors: "'none'" | "'self'") =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

/** Security headers on every answer. Only /subscribe-verify may stand in a frame, and only in ours. */
export function addHeaders(app: FastifyInstance, publicUrl: URL) {
  const everywhere: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy("'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(publicUrl.protocol === 'https:' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const framed = contentSecurityPolicy("'self'")
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere)
    if (request.url === '/subscribe-verify' || request.url.startsWith('/subscribe-verify?')) {
      reply.header('content-security-policy', framed)
    }
    reply.header('x-request-id', request.id)
    done()
  })
}

/** A navigation that came in by another host name goes to the public one, so that cookies and tokens have one home. */
export function keepOneHost(app: FastifyInstance, publicUrl: URL) {
  app.addHook('onRequest', (request, reply, done) => {
    const navigates = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate'
    if (navigates && request.host !== publicUrl.host) {
      reply.redirect(new URL(request.url.replace(/^\/+/, '/'), publicUrl).href, 307)
      return
    }
    done()
  })
}
