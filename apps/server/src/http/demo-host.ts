import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { inAddress } from './datafeed-address.ts'
import { keptByNobody } from './headers.ts'
import { languageOf, translate } from './translate.ts'

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/** Paths for programs. They sign nobody in and show no personal data. */
const ofMachines = new Set([
  '/api/health',
  '/api/metrics',
  '/api/payments/webhook',
  '/oidc/.well-known/openid-configuration',
  '/oidc/jwks',
  '/oidc/token',
])

/** Headers that proxies, load balancers and tunnels add to the requests they forward. */
const ofProxies =
  /^(forwarded|via|cdn-loop|client-ip|true-client-ip|x-(forwarded|original|real|client-ip|cluster-client|envoy|arr|azure|amzn?|appengine|cloud|proxy|request-start)\b.*|(cf|fastly|tailscale|ngrok|proxy|fly)-.*)$/

/**
 * Restricts where a demo can be reached, because it lets everyone in as admin: under this machine's own names, without
 * a proxy and from its own pages; with DEMO_PUBLIC=yes, under the host of PUBLIC_URL. Other requests get 421. If one of
 * our pages is loaded from another origin, a hidden proxy exposes the demo to others, and the demo rejects everything
 * until it is restarted.
 */
export function keepDemoAtItsHost(
  app: FastifyInstance,
  { DEMO_PUBLIC, PORT, publicUrl }: Pick<Config, 'DEMO_PUBLIC' | 'PORT' | 'publicUrl'>,
  sandboxUrl: string | undefined,
) {
  // With `npm run dev` the server listens behind Vite, which has the public URL's port.
  const ports = [String(PORT), publicUrl.port || '80']
  const hosts = new Set(
    DEMO_PUBLIC ? [publicUrl.host] : loopbackNames.flatMap(name => ports.map(port => hostOf(name, port))),
  )
  const own = new Set([...hosts].map(host => `http://${host}`))
  const others = new Set(sandboxUrl ? loopbackNames.map(name => originOf(name, new URL(sandboxUrl).port)) : [])
  let isClosed = false

  const refusal = (request: FastifyRequest): 'demo-host' | 'demo-proxy' | 'demo-closed' | undefined => {
    const isOfMachines = ofMachines.has(request.url.split('?')[0]!)
    if (DEMO_PUBLIC) return hosts.has(request.host) || isOfMachines ? undefined : 'demo-host'
    if (isClosed) return 'demo-closed'
    if (!hosts.has(request.host)) return 'demo-host'
    if (cameThroughProxy(request)) return 'demo-proxy'
    const from = comesFrom(request)
    if (from !== undefined && !own.has(from) && !others.has(from)) {
      if (isPageOfOurs(request)) close(from)
      return 'demo-proxy'
    }
    // Browsers send an Origin header with a form, so a POST without one does not come from our pages.
    const isForm = request.method === 'POST' && /^\/(oidc|auth)\//.test(request.url) && !isOfMachines
    return isForm && !own.has(request.headers.origin ?? '') ? 'demo-proxy' : undefined
  }

  const close = (origin: string) => {
    isClosed = true
    const said = `The demo is closed: a page of it was opened under ${origin.slice(0, 200)}, so it is passed on to others, who may enter as admin. Start it again once nothing passes it on, or see "A public demo" in docs/operate/connections.md.`
    app.log.error({ event: 'demo-closed', origin: origin.slice(0, 200) }, said)
    process.stderr.write(`${said}\n`)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const why = refusal(request)
    if (why === undefined) return done()
    const language = languageOf(request.headers['accept-language'])
    const message = translate(language, why, { address: publicUrl.origin })
    // Sent instead of thrown, because the identity provider has its own error handler.
    reply
      .code(421)
      .header('cache-control', keptByNobody)
      .send({ status: 'Error', errors: [{ message, code: why.replace('-', '_') }] })
  })
}

/** The host as browsers write it: http without its default port. */
const hostOf = (name: string, port: string) => new URL(`http://${name}:${port}`).host
const originOf = (name: string, port: string) => new URL(`http://${name}:${port}`).origin

/**
 * Detects a proxy by any of three signs: HTTP/1.0, which nginx speaks by default; a header that identifies a proxy; or
 * `connection: close` in a browser's request, which no browser sends.
 */
function cameThroughProxy({ headers, raw }: FastifyRequest): boolean {
  if (raw.httpVersionMajor < 2 && raw.httpVersionMinor === 0) return true
  if (headers.connection?.toLowerCase() === 'close' && headers['user-agent']?.startsWith('Mozilla/')) return true
  for (const name in headers) if (ofProxies.test(name)) return true
  return false
}

/** The origin of the page that made the request; undefined if the request has no origin or carries its own token. */
function comesFrom({ headers, originalUrl }: FastifyRequest): string | undefined {
  if (headers.authorization !== undefined || inAddress(originalUrl) !== undefined) return undefined
  if (headers.origin !== undefined) return headers.origin
  return headers.referer === undefined ? undefined : (URL.parse(headers.referer)?.origin ?? 'null')
}

/**
 * Whether one of our own pages made the request. Pages of other sites cannot send these headers: the browser would send
 * a preflight first, or a Sec-Fetch-Site other than same-origin.
 */
const isPageOfOurs = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'same-origin' || headers['x-requested-with'] === 'finlist'
