import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NotFound } from './client-errors.ts'

const year = 'public, max-age=31536000, immutable'

/** Serves the built client: hashed files kept a year, others revalidated; other navigations get its page. */
export async function serveWebClient(app: FastifyInstance, folder: string) {
  const built = existsSync(join(folder, 'index.html'))
  const sendIndex = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html')
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      // Each file is a route from the start: otherwise its folder is read at each request.
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? year : 'no-cache')
      },
    })
    app.get('/', (_, reply) => sendIndex(reply))
  }
  app.setNotFoundHandler((request, reply) => {
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!built || !navigates || /^\/(api|auth|assets)\//.test(request.url)) throw new NotFound()
    return sendIndex(reply)
  })
}
