import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { NotFound } from './client-errors.ts'

const day = 86_400_000
const validDays = 180

/** Serves robots.txt, and security.txt with the contact for reporting vulnerabilities (RFC 9116). `now` in ms. */
export function serveWellKnown(app: FastifyInstance, { publicUrl, SERVICE_EMAIL }: Config, now: () => number) {
  const robots = [
    'User-agent: *',
    ...['/api/', '/auth/', '/oidc/', '/outbox', '/stop/'].map(path => `Disallow: ${path}`),
    `Sitemap: ${new URL('/sitemap.xml', publicUrl).href}`,
  ]
  app.get('/robots.txt', (_, reply) =>
    reply.type(text).header('cache-control', 'public, no-cache').send(linesOf(robots)),
  )
  app.get('/.well-known/security.txt', (_, reply) => {
    if (!SERVICE_EMAIL) throw new NotFound()
    const expires = new Date((Math.floor(now() / day) + validDays) * day).toISOString()
    const lines = [
      `Contact: mailto:${SERVICE_EMAIL}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en, zh-Hant',
      `Canonical: ${new URL('/.well-known/security.txt', publicUrl).href}`,
    ]
    return reply.type(text).header('cache-control', 'public, no-cache').send(linesOf(lines))
  })
}

const text = 'text/plain; charset=utf-8'
const linesOf = (lines: string[]) => `${lines.join('\n')}\n`
