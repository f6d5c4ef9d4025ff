import type { FastifyInstance } from 'fastify'
import { Busy } from './hashing.ts'
import type { IdentityOptions } from './options.ts'
import { styleHash } from './pages/assets.ts'
import { notice } from './pages/layout.ts'
import { pageFor, type Realm } from './realm.ts'
import { Gone } from './steps/visit.ts'

/** The headers of all responses under the issuer's path. */
export function guardHeaders({ client }: IdentityOptions): Record<string, string> {
  const clients = new Set([...client.redirectUris, ...client.postLogoutRedirectUris].map(uri => new URL(uri).origin))
  const policy = {
    'default-src': "'none'",
    'style-src': `'self' ${styleHash}`,
    'script-src': "'self'",
    'img-src': "'self' data:",
    // Chrome also applies form-action to the redirects after a form.
    'form-action': ["'self'", ...clients].join(' '),
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(directive => directive.join(' '))
      .join('; '),
    'x-content-type-options': 'nosniff',
    // With no-referrer, browsers send `Origin: null` with our own forms.
    'referrer-policy': 'same-origin',
    'cache-control': 'private, no-store',
  }
}

/** Rejects forms from other sites, and responds to every error with a page. */
export function guardPages(app: FastifyInstance, realm: Realm): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'POST' && isForeign(request.headers, realm.origin)) {
      request.log.warn({ origin: request.headers.origin }, 'identity: a foreign form was refused')
      const page = pageFor(realm, request.raw, '/account')
      return reply
        .code(403)
        .type('text/html; charset=utf-8')
        .send(notice(page, 'foreign.title', 'foreign.text'))
    }
    return undefined
  })

  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const page = pageFor(realm, request.raw, pathOf(request.url, realm.path))
    reply.type('text/html; charset=utf-8')
    if (error instanceof Gone) return reply.code(410).send(notice(page, 'gone.title', 'gone.text'))
    if (error instanceof Busy)
      return reply
        .code(503)
        .header('retry-after', '5')
        .send(notice(page, 'busy.title', 'busy.text'))
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return reply.code(status).send(notice(page, 'stopped.title', 'stopped.text'))
    request.log.error({ err: error }, 'identity: failed')
    return reply.code(500).send(notice(page, 'failed.title', 'failed.text'))
  })
}

function isForeign(headers: Record<string, string | string[] | undefined>, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && headers.origin !== origin
}

const pathOf = (url: string, path: string) => (url.split('?')[0] ?? '').slice(path.length)
