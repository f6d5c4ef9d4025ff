import type { FastifyInstance } from 'fastify'

/** What the operator's own measuring services need, and only when their ids are set. */
const measuring = {
  analytics: {
    script: ['https://www.googletagmanager.com'],
    connect: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
    img: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
  },
  pixel: {
    script: ['https://connect.facebook.net'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
    img: ['https://www.facebook.com'],
  },
}
type Measuring = (keyof typeof measuring)[]

function contentSecurityPolicy(frameAncestors: "'none'" | "'self'", services: Measuring): string {
  const and = (kind: 'script' | 'connect' | 'img') =>
    services.flatMap(name => measuring[name][kind].map(source => ` ${source}`)).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${and('script')}`,
    "style-src 'self'",
    `img-src 'self' data:${and('img')}`,
    `connect-src 'self'${and('connect')}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** Security headers on every answer. Only /subscribe-verify may stand in a frame, and only in ours. */
export function addHeaders(app: FastifyInstance, publicUrl: URL, services: Measuring) {
  const everywhere: Record<string, string> = {
    'content-security-policy': contentSecurityPolicy("'none'", services),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(publicUrl.protocol === 'https:' && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const framed = contentSecurityPolicy("'self'", services)
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
