import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { appPaths } from '@finlist/contract/app-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from './client-errors.ts'
import { keptByNobody } from './headers.ts'
import { plainPage } from './plain-page.ts'
import { PublicPages, type Site } from './public-pages.ts'
import { languageOf, translate } from './translate.ts'

/** The path from which the page redirects to the start page chosen by the user (decision 051). */
export const startPath = '/start'
type WebClient = Site & { sessionCookie: string }

/** Headers that browsers apply only to documents. With every script of a page, they would waste bytes. */
const ofDocuments = ['cross-origin-opener-policy', 'permissions-policy']
const year = 'public, max-age=31536000, immutable'

/**
 * Serves the built web client. Files with a hash in their name are cached for a year; others are revalidated. The app's
 * URLs serve its page, with one exception: a visitor who typed the URL and has no `sessionCookie` is redirected to the
 * sign-in page before any of the app loads. Other URLs get a 404: a page for browsers, JSON for programs.
 */
export async function serveWebClient(app: FastifyInstance, folder: string, { sessionCookie, ...site }: WebClient) {
  const page = join(folder, 'index.html')
  const built = existsSync(page)
  const index = built ? readFileSync(page, 'utf8') : ''
  const allowInline = allowing(index)
  const publicPages = new PublicPages(index, site)
  const isSignedIn = new RegExp('(^|; *)' + sessionCookie + '=')
  const allow = (reply: FastifyReply) =>
    reply.header('content-security-policy', allowInline(String(reply.getHeader('content-security-policy'))))
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await publicPages.at(pathOf(request), languageOf(request.headers['accept-language']))
    if (found) {
      allow(reply).header('cache-control', ofReader)
      return await found.send(request, reply, { type: 'text/html; charset=utf-8', vary: 'Accept-Language' })
    }
    if (isTyped(request) && !isSignedIn.test(request.headers.cookie ?? ''))
      return reply.redirect(
        `/auth/login?returnTo=${encodeURIComponent(request.url === '/' ? startPath : request.url)}`,
        303,
      )
    return await reply.sendFile('index.html')
  }
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      // Registers a route per file at start, instead of reading the folder at each request.
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? year : path.startsWith(page) ? ofReader : 'public, no-cache',
        )
        if (path.includes('/assets/')) for (const name of ofDocuments) reply.removeHeader(name)
        // Allows the page's inline scripts. The service worker requests the page by its file name and caches it with
        // this policy, because at the app's URLs a cookie decides between the page and a redirect.
        if (path.startsWith(page)) allow(reply as unknown as FastifyReply)
      },
    })
    app.get('/', sendIndex)
  }
  app.setNotFoundHandler(async (request, reply) => {
    const { method, url, headers } = request
    if (!built || !['GET', 'HEAD'].includes(method) || /^\/(api|auth|assets)\//.test(url)) throw new NotFound()
    const accept = headers.accept ?? ''
    const isForReader = accept.includes('text/html')
    const asksJsonAlone = accept.includes('application/json') && !isForReader && !accept.includes('*/*')
    if (known.has(pathOf(request)) && !asksJsonAlone) return await sendIndex(request, reply)
    if (!isForReader) throw new NotFound()
    const language = languageOf(headers['accept-language'])
    reply.code(404).header('cache-control', keptByNobody)
    return plainPage(reply, language, translate(language, 'public-page.none.title'), [
      { paragraph: translate(language, 'public-page.none.text') },
      { link: '/', text: site.brand },
    ])
  })
}

/** The URLs of the app. The installed app and a sign-in open `startPath`, which the page then replaces. */
const known: ReadonlySet<string> = new Set([...appPaths, startPath])
const ofReader = 'private, no-cache'

/** The URL without query and trailing slash. */
const pathOf = ({ url }: FastifyRequest) => url.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1')

/**
 * Whether the URL was typed or bookmarked. The redirect after a sign-in does not count, because a browser without
 * cookies would loop. Exempt are the FAQ, because a redirect would lose the fragment, and pages that need no session: a
 * bank's return page, the published method, the track record and the verification of the record.
 */
const isTyped = ({ headers, url }: FastifyRequest) =>
  headers['sec-fetch-site'] === 'none' && !/^\/(faq|subscribe-verify|method|verify|track-record)\b/.test(url)

/** Adds the hashes of the page's inline script and styles to a Content-Security-Policy. */
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
