import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notice } from './pages/layout.ts'
import { signedOutPage } from './pages/sign-out.ts'
import { pageFor, type Realm } from './realm.ts'
import { isSignedIn } from './steps/visit.ts'

/** Passes all requests that are not for one of our pages to oidc-provider, before Fastify reads their body. */
export function mountProvider(protocol: FastifyInstance, realm: Realm, issuer: URL): void {
  protocol.removeAllContentTypeParsers()
  protocol.addContentTypeParser('*', ({ raw }, payload, done) => {
    // oidc-provider reads the body only through this iterator, so it gets the body as the server's hooks have
    // transformed it.
    if (payload !== raw) raw.iterator = options => payload.iterator(options)
    done(null)
  })
  protocol.all('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const raw: typeof request.raw & { originalUrl?: string } = request.raw
    const url = (raw.url ?? '').replace(/^https?:\/\/[^/]*/i, '')
    const { pathname, searchParams } = new URL(url, realm.origin)
    const below = pathname.slice(realm.path.length)
    if (isTooMuch(request.method, below, searchParams)) return refuse(realm, request, reply)
    if (request.method === 'GET' && below === '/session/end' && !(await isSignedIn(realm, request, reply)))
      return signedOut(realm, request, reply, searchParams)
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.hijack()
    // Cookies and addresses are based on the issuer's, whatever the request's forwarding headers claim.
    raw.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1)
    raw.headers['x-forwarded-host'] = issuer.host
    raw.originalUrl = url
    raw.url = url.slice(realm.path.length)
    void realm.begun.during(raw, reply.raw, () => realm.made.handle(raw, reply.raw))
    return reply
  })
}

/**
 * Whether a request has more or longer parameters than allowed. The parameters of a new sign-in must fit into a cookie
 * and must be in the query, not in a form.
 */
function isTooMuch(method: string, below: string, query: URLSearchParams): boolean {
  const longest = (name: string) => (name === 'id_token_hint' ? 2_048 : 512)
  if (below === '/auth' && (method !== 'GET' || query.toString().length > 1_536)) return true
  return query.size > 24 || [...query].some(([name, value]) => name.length > 64 || value.length > longest(name))
}

function refuse(realm: Realm, request: FastifyRequest, reply: FastifyReply) {
  const page = pageFor(realm, request.raw, '/account')
  return reply
    .code(400)
    .header('connection', 'close')
    .type('text/html; charset=utf-8')
    .send(notice(page, 'stopped.title', 'stopped.text', 'invalid_request'))
}

/**
 * Signs out a browser that has no session. Redirects to the requested address if it is registered for the client;
 * otherwise shows the page of a completed sign-out.
 */
function signedOut(realm: Realm, request: FastifyRequest, reply: FastifyReply, query: URLSearchParams) {
  const to = query.get('post_logout_redirect_uri') ?? ''
  if (!realm.options.client.postLogoutRedirectUris.includes(to)) {
    const page = pageFor(realm, request.raw, '/session/end')
    return reply.type('text/html; charset=utf-8').send(signedOutPage(page))
  }
  const target = new URL(to)
  const state = query.get('state')
  if (state !== null) target.searchParams.set('state', state)
  return reply.redirect(target.href, 303)
}
