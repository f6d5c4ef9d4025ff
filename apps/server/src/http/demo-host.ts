import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { keptByNobody } from './headers.ts'
import { languageOf, translate } from './translate.ts'

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

/** Paths that machines call: they sign nobody in and show nothing of a person. */
const ofMachines = new Set([
  '/api/health',
  '/api/metrics',
  '/api/payments/webhook',
  '/oidc/.well-known/openid-configuration',
  '/oidc/jwks',
  '/oidc/token',
])

/**
 * Demo mode lets anybody in as admin, so it answers only where the operator knows of it: by this machine's own names,
 * and to no request that came through a proxy; with DEMO_PUBLIC=yes by the host of PUBLIC_URL. Everything else is a
 * 421.
 */
export function keepDemoAtItsHost(
  app: FastifyInstance,
  { DEMO_PUBLIC, PORT, publicUrl }: Pick<Config, 'DEMO_PUBLIC' | 'PORT' | 'publicUrl'>,
) {
  // `npm run dev` listens behind Vite, which has the port of the public URL.
  const ports = [String(PORT), publicUrl.port || '80']
  const hosts = new Set(
    DEMO_PUBLIC ? [publicUrl.host] : loopbackNames.flatMap(name => ports.map(port => hostOf(name, port))),
  )
  app.addHook('onRequest', (request, reply, done) => {
    const isKnown = hosts.has(request.host) || (DEMO_PUBLIC && ofMachines.has(request.url.split('?')[0]!))
    const isProxied = !DEMO_PUBLIC && cameThroughProxy(request)
    if (isKnown && !isProxied) return done()
    const language = languageOf(request.headers['accept-language'])
    const message = translate(language, isKnown ? 'demo-proxy' : 'demo-host', { address: publicUrl.origin })
    // Sent, not thrown: the identity provider has answers of its own to errors.
    reply
      .code(421)
      .header('cache-control', keptByNobody)
      .send({ status: 'Error', errors: [{ message }] })
  })
}

/** As a browser writes it: http without its usual port. */
const hostOf = (name: string, port: string) => new URL(`http://${name}:${port}`).host

function cameThroughProxy({ headers }: FastifyRequest): boolean {
  for (const name in headers) if (name === 'forwarded' || name.startsWith('x-forwarded-')) return true
  return false
}
