import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from './client-errors.ts'

/** Becomes the page that the person chose to begin with. */
/** Leads to the page that the person chose to begin at (decision 051). */
export const startPath = '/start'
const year = 'public, max-age=31536000, immutable'

/**
 * Serves the built client: hashed files kept a year, others revalidated; other navigations get its page, but whoever
 * typed an address and has no `sessionCookie` is led to the sign-in page and loads nothing of the app.
 */
export async function serveWebClient(app: FastifyInstance, folder: string, sessionCookie: string) {
  const page = join(folder, 'index.html')
  const built = existsSync(page)
  const allowInline = built ? allowing(readFileSync(page, 'utf8')) : (policy: string) => policy
  const isSignedIn = new RegExp('(^|; *)' + sessionCookie + '=')
  const sendIndex = (request: FastifyRequest, reply: FastifyReply) => {
    if (isTyped(request) && !isSignedIn.test(request.headers.cookie ?? ''))
      return reply.redirect(
        `/auth/login?returnTo=${encodeURIComponent(request.url === '/' ? startPath : request.url)}`,
        303,
      )
    return reply.sendFile('index.html')
  }
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      // Each file is a route from the start: otherwise its folder is read at each request.
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? year : path.startsWith(page) ? 'private, no-cache' : 'public, no-cache',
        )
        // What is answered in the page's place depends on the cookie.
        // The service worker keeps the page with the policy it came with, and asks for it by its file's name.
        if (path.startsWith(page))
          reply.header('content-security-policy', allowInline(String(reply.getHeader('content-security-policy'))))
      },
    })
    app.get('/', sendIndex)
  }
  app.setNotFoundHandler((request, reply) => {
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!built || !navigates || /^\/(api|auth|assets)\//.test(request.url)) throw new NotFound()
    return sendIndex(request, reply)
  })
}

/**
 * Whether the address was typed or bookmarked: the browser then sends its cookies, and is not on its way back from a
 * sign-in, so that one without cookies does not go round. The app itself keeps the part of an address after #, which
 * the FAQ has; a bank's page the published method and the check of the record need no session.
 */
const isTyped = ({ headers, url }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'none' && !/^\/(faq|subscribe-verify|method|verify|track-record)\b/.test(url)

/** Adds the hashes of what stands within the page itself, its first script and styles, to a content security policy. */
function allowing(page: string): (policy: string) => string {
  const hashes = (element: RegExp) =>
    [...page.matchAll(element)].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const scripts = hashes(/<script>([^]*?)<\/script>/g).join(' ')
  const styles = hashes(/<style>([^]*?)<\/style>/g).join(' ')
  return policy =>
    policy
      .replace("script-src 'self'", `script-src 'self' ${scripts}`)
      .replace("style-src 'self'", `style-src 'self' ${styles}`)
}
