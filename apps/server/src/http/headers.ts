import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { inAddress } from './datafeed-address.ts'

/** The sources, by kind, that pages may load or embed from an external service. */
type Service = { script: string[]; connect: string[]; img: string[]; frame: string[] }

/** The sources that the operator's analytics services need, added only if their ids are set. */
const measuring: Record<'analytics' | 'pixel', Service> = {
  analytics: {
    script: ['https://www.googletagmanager.com'],
    connect: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
    img: ['https://www.googletagmanager.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com'],
    frame: [],
  },
  pixel: {
    script: ['https://connect.facebook.net'],
    connect: ['https://connect.facebook.net', 'https://www.facebook.com'],
    img: ['https://www.facebook.com'],
    frame: [],
  },
}

/**
 * The sources that Stripe requires (docs.stripe.com/security/guide, 3d-secure-iframe). The 3-D Secure frame opens
 * hooks.stripe.com; the bank's page is inside that frame and returns to /subscribe-verify, so banks need not be listed
 * here. Allowing `https:` would let any page be framed.
 */
const stripe: Service = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  connect: ['https://api.stripe.com'],
  img: [],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
}
/** The host of embedded videos, and that of their preview images, which Vimeo serves separately. */
function videosAt(embedAddress: string): Service {
  const { origin } = new URL(embedAddress)
  const pictures = origin === 'https://player.vimeo.com' ? ['https://i.vimeocdn.com'] : []
  return { script: [], connect: [], img: [origin, ...pictures], frame: [origin] }
}
const sandboxAt = (origin: string): Service => ({ script: [origin], connect: [origin], img: [], frame: [origin] })

function contentSecurityPolicy(frameAncestors: string, services: Service[]): string {
  const and = (kind: keyof Service) => services.flatMap(it => it[kind].map(source => ` ${source}`)).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${and('script')}`,
    "style-src 'self'",
    `img-src 'self' data:${and('img')}`,
    `connect-src 'self'${and('connect')}`,
    `frame-src 'self'${and('frame')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')
}

/** The default Cache-Control header, for personalised and unclassified responses. */
export const keptByNobody = 'private, no-store'

/** Headers for charting programs on pages of other sites. They authenticate only by the token in the URL. */
const byToken = {
  'referrer-policy': 'no-referrer',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

export type Services = {
  measuring: (keyof typeof measuring)[]
  /** 'stripe', the origin of the payment sandbox, or undefined if nothing is sold. */
  payments: 'stripe' | { sandbox: string } | undefined
  /** The URL of embedded videos. */
  videos?: string
}

/**
 * Sets security headers on every response. Only /subscribe-verify may be framed: by our own pages and, with Stripe, by
 * its 3-D Secure page.
 */
export function addHeaders(
  app: FastifyInstance,
  { publicUrl, HSTS_SUBDOMAINS }: Pick<Config, 'publicUrl' | 'HSTS_SUBDOMAINS'>,
  { measuring: names, payments, videos }: Services,
) {
  const services = names.map(name => measuring[name])
  if (payments) services.push(payments === 'stripe' ? stripe : sandboxAt(payments.sandbox))
  if (videos) services.push(videosAt(videos))
  const everywhere: Record<string, string> = {
    // Handlers of cacheable responses override this.
    'cache-control': keptByNobody,
    'content-security-policy': contentSecurityPolicy("'none'", services),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // The payment provider's wallets open a separate window, which needs `same-origin-allow-popups`.
    'cross-origin-opener-policy': payments === 'stripe' ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': `camera=(), microphone=(), geolocation=()${payments === 'stripe' ? ', payment=(self "https://js.stripe.com")' : ''}`,
    ...(publicUrl.protocol === 'https:' && {
      'strict-transport-security': `max-age=31536000${HSTS_SUBDOMAINS ? '; includeSubDomains' : ''}`,
    }),
  }
  const framed = contentSecurityPolicy(payments === 'stripe' ? "'self' https://hooks.stripe.com" : "'self'", services)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everywhere)
    if (request.url === '/subscribe-verify' || request.url.startsWith('/subscribe-verify?')) {
      reply.header('content-security-policy', framed)
    }
    if (inAddress(request.originalUrl) !== undefined) reply.headers(byToken)
    reply.header('x-request-id', request.id)
    done()
  })
}

/**
 * Redirects page loads under another host name to the public one, so that cookies belong to one host. Keeps a plain
 * path. Any other path is replaced with the start page, because a browser could interpret it as yet another host.
 */
export function keepOneHost(app: FastifyInstance, publicUrl: URL) {
  app.addHook('onRequest', (request, reply, done) => {
    const navigates = request.method === 'GET' && request.headers['sec-fetch-mode'] === 'navigate'
    if (navigates && request.host !== publicUrl.host) {
      const isPath = /^\/(?!\/)[^\\]*$/.test(request.url)
      reply.redirect(new URL(isPath ? request.url : '/', publicUrl).href, 307)
      return
    }
    done()
  })
}
