import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { NotFound } from './refusals.ts'

const year = 'public, max-age=31536000, immutable'

/** The built client: hashed files for a year, everything else asked again; every other navigation is the client's to route. */
export async function serveWebClient(app: FastifyInstance, folder: string) {
  const index = join(folder, 'index.html')
  if (existsSync(index)) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? year : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!navigates || /^\/(api|auth|assets)\//.test(request.url) || !existsSync(index)) throw new NotFound()
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(readFileSync(index))
  })
}
