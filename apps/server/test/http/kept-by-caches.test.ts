import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyCall } from '../../src/http/api-documents/every-call.ts'
import { addHeaders } from '../../src/http/headers.ts'
import { serveWebClient } from '../../src/http/web-client.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

/**
 * What a cache between the server and people may store: `public` for everybody, with a maximum age, or with `no-cache`
 * if it must revalidate each time. A path that is not listed is personal, or not cacheable.
 */
const mayBeKept: Record<string, string> = {
  '/welcome': 'public, max-age=300',
  '/welcome.png': 'public, max-age=300',
  '/sitemap.xml': 'public, max-age=300',
  ...Object.fromEntries(
    ['hk', 'us', 'jp', 'cn', 'tw'].flatMap(market => [
      [`/pick-${market}`, 'public, max-age=300'],
      [`/pick-${market}.png`, 'public, max-age=300'],
    ]),
  ),
  '/api/docs': 'public, no-cache',
  '/api/docs/openapi.json': 'public, no-cache',
  '/api/docs/page.css': 'public, max-age=3600',
  '/api/chance': 'public, no-cache',
  '/api/models': 'public, no-cache',
  '/api/operator': 'public, no-cache',
  '/api/track-record/:exchange': 'public, no-cache',
  '/api/track-record/:exchange/picks': 'public, no-cache',
  '/auth/leave.js': 'public, max-age=3600',
  '/finlist.atom': 'public, max-age=300',
  '/plain-page.css': 'public, max-age=3600',
  '/record.ndjson': 'public, max-age=60',
  '/record/proof': 'public, max-age=60',
  '/.well-known/finlist-record': 'public, max-age=60',
  '/.well-known/security.txt': 'public, no-cache',
  '/robots.txt': 'public, no-cache',
}
const site = { sessionCookie: 'session', brand: 'FinList', publicUrl: 'https://finlist.example' }
const hashed = 'public, max-age=31536000, immutable'

let testServer: TestServer
let admin: ApiClient
let person: ApiClient
beforeAll(async () => {
  testServer = await openTestServer({ SERVICE_EMAIL: 'help@finlist.example', METRICS_TOKEN: 'a-token-of-metrics' })
  admin = await ApiClient.byToken(testServer, 'admin')
  person = await ApiClient.byToken(testServer, 'hk-yearly')
})
afterAll(() => testServer.close())

/** Returns every path that answers a GET, from the router. */
function routes(): string[] {
  const above: string[] = []
  const found: string[] = []
  for (const line of testServer.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', path = '', methods = ''] = /^([│ ]*)[├└]── (\S*) \(([A-Z, ]+)\)/.exec(line) ?? []
    const depth = indent.length / 4
    above[depth] = (depth > 0 ? above[depth - 1]! : '') + path
    if (methods.split(', ').includes('GET')) found.push(above[depth]!)
  }
  return found
}

const examples: Record<string, string> = {
  exchange: 'HKEX',
  sessionId: randomUUID(),
  uid: 'a',
  stockCode: '700',
  '*': 'nothing.mp4',
}
const exampleOf = (route: string) =>
  (route === '*' ? '/*' : route).replace(
    /:(\w+)(\([^)]*\))?|\*/g,
    (written, name: string) => examples[name ?? written] ?? '1',
  )

describe('shared caches', () => {
  it('may store only public responses, of any route, and never one with a cookie or an error', {
    tags: ['slow'],
  }, async () => {
    const all = routes()
    expect(all.length).toBeGreaterThan(120)
    const wrong: unknown[] = []
    const kept = new Set<string>()
    for (const route of all)
      for (const client of [undefined, person, admin]) {
        const headers = { ...client?.headers(), accept: 'text/html, */*' }
        const answer = await fetch(testServer.base + exampleOf(route), { headers, redirect: 'manual' })
        await answer.arrayBuffer()
        const said = answer.headers.get('cache-control')
        const isNobodys = said === 'private, no-store'
        const isForAll = answer.ok && said === mayBeKept[route] && !answer.headers.has('set-cookie')
        const isImmutable = answer.ok && /^\/(assets\/|oidc\/.*\.(css|js)$)/.test(route) && said === hashed
        const isPage = route === '/' || route.startsWith('/index.html') || route === '/*'
        const isOwn =
          said === 'private, no-cache' && answer.ok && answer.headers.has('etag') && (isPage || client !== undefined)
        // The client's other files are routes only after a build.
        const isFile = answer.ok && said === 'public, no-cache' && /^\/(?!api\/|auth\/|oidc\/)[^:]+\.\w+$/.test(route)
        if (isForAll) kept.add(route)
        if (!(isNobodys || isForAll || isImmutable || isOwn || isFile)) wrong.push([route, answer.status, said])
      }
    expect(wrong).toEqual([])
    // Routes without content in this test, because its server has no record, no track record and no list.
    const untold = /^\/(pick-\w+|api\/(chance|track-record)|record\/proof|\.well-known\/finlist-record)/
    expect(Object.keys(mayBeKept).filter(route => !kept.has(route) && !untold.test(route))).toEqual([])
  })

  it('may never store a response to a call that needs a right', async () => {
    const calls = [...(await everyCall()).values()].map(({ call }) => call)
    for (const call of calls.filter(({ method, needs }) => method === 'GET' && needs !== 'public'))
      expect([call.path, mayBeKept[`/api${call.path}`]]).toEqual([call.path, undefined])
  })
})

describe('the client’s files', () => {
  it('are cached for a year or revalidated, and the page itself is stored by private caches only', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'finlist-client-'))
    await mkdir(join(folder, 'assets'))
    for (const [file, text] of [
      ['index.html', '<!doctype html>'],
      ['assets/app-1a2b3c4d.js', '1'],
      ['manifest.webmanifest', '{}'],
    ] as const)
      await writeFile(join(folder, file), text)
    const app = fastify()
    addHeaders(
      app,
      { publicUrl: new URL(site.publicUrl), HSTS_SUBDOMAINS: false },
      { measuring: [], payments: undefined },
    )
    await serveWebClient(app, folder, site)
    try {
      for (const [path, said] of [
        ['/assets/app-1a2b3c4d.js', hashed],
        ['/manifest.webmanifest', 'public, no-cache'],
        ['/', 'private, no-cache'],
        ['/finlist-hk', 'private, no-cache'],
        ['/method', 'private, no-cache'],
      ]) {
        const answer = await app.inject({ url: path!, headers: { accept: 'text/html' } })
        expect([path, answer.statusCode, answer.headers['cache-control']]).toEqual([path, 200, said])
        expect(answer.headers).toHaveProperty('content-security-policy')
        // Browsers apply this header to documents only.
        expect([path, 'permissions-policy' in answer.headers]).toEqual([path, said !== hashed])
      }
    } finally {
      await app.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
