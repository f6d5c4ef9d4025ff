import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { everyCall } from '../../apps/server/src/http/api-documents/every-call.ts'
import { openMailServer } from '../../apps/server/test/notifications/mail-server.ts'
import { freePort } from '../free-port.ts'
import { root } from '../source-files.ts'
import { readyNode, teller } from '../toolchain.mjs'
import { buildWeb } from '../web-build.mjs'
import { operate, settingsOf, startApp } from './engines/app.ts'
import { Figures } from './engines/figures.ts'
import { type Opened, withEngines } from './engines/missing.ts'
import { assertNginx, startCachingProxy } from './engines/nginx.ts'
import { embeddedPrograms, startPostgres, throwaway } from './engines/postgres.ts'

/**
 * `npm run rig -- cdn`: runs the product behind an nginx that caches every response that may be cached, without
 * distinguishing users. Two users and a signed-out client make every call through nginx in turn. Each response is
 * compared with the one that the same client gets directly from the server.
 */
await withEngines(async opened => {
  assertNginx()
  const tell = teller(process.stderr, { quiet: true })
  if (!(await buildWeb(readyNode(tell), tell))) return 1
  return await throughACache(opened)
})

type Seen = { status: number; kept: string; body: string; cookie: string | null; cache: string }

async function throughACache(opened: Opened): Promise<number> {
  const postgres = await startPostgres({ programs: await embeddedPrograms(), settings: throwaway })
  opened.push(() => postgres.stop())
  const [port, mailPort] = [await freePort(), await freePort()]
  const mailServer = await openMailServer(mailPort, [])
  opened.push(async () => mailServer.close())
  const env = { ...settingsOf({ databaseUrl: postgres.url, port, mailPort }), TRUSTED_PROXIES: '1' }
  const app = await startApp(env)
  opened.push(() => app.stop())
  const cdn = await startCachingProxy(app.base)
  opened.push(() => cdn.stop())

  const tokenOf = async (email: string, plan: string) => {
    await operate(env, 'user', email, '--plan', plan, '--until', '2099-12-31')
    return await operate(env, 'token', email)
  }
  const people: Record<string, string | undefined> = {
    one: await tokenOf('one@finlist.example', 'finlist-hk:yearly'),
    other: await tokenOf('other@finlist.example', 'finlist-us:yearly'),
    nobody: undefined,
  }
  const ask = async (base: string, path: string, token: string | undefined): Promise<Seen> => {
    const answer = await fetch(base + path, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), accept: 'text/html, */*' },
      redirect: 'manual',
    })
    const { headers } = answer
    const [kept, cookie, cache] = [
      headers.get('x-kept') ?? '',
      headers.get('set-cookie'),
      headers.get('cache-control') ?? '',
    ]
    return { status: answer.status, kept, body: await answer.text(), cookie, cache }
  }
  for (const [name, token] of Object.entries(people))
    if (token) await ask(app.base, `/api/watchlist/create?watchlistName=${name}`, token)

  const examples: Record<string, string> = { exchange: 'HKEX', sessionId: randomUUID(), stockCode: '700' }
  const calls = [...(await everyCall()).values()]
    .map(({ call }) => call)
    .filter(({ method, changes }) => method === 'GET' && !changes)
  const queries = ['', '?issueDate=2026-07-17', '?search=a', '?from=1']
  const paths = calls.flatMap(({ path }) => {
    const at = `/api${path.replace(/:(\w+)/g, (_, name: string) => examples[name] ?? '1')}`
    return queries.map(query => at + query)
  })
  const files = readdirSync(join(root, 'apps/web/dist/assets'))
    .filter(file => !/\.(br|gz|zst|map)$/.test(file))
    .slice(0, 60)
  const others = [
    '/',
    '/faq',
    '/robots.txt',
    '/plain-page.css',
    '/finlist.atom',
    '/record.ndjson',
    '/auth/login',
    '/oidc/account',
  ]

  const figures = new Figures()
  let asked = 0
  const [ofAnother, keptOfPersons, cookies]: string[][] = [[], [], []]
  let keptForAll = 0
  // There are two rounds: in the second, each client makes its calls after responses to the other clients may have been
  // cached.
  for (let round = 0; round < 2; round++)
    for (const path of [...paths, ...others])
      for (const [name, token] of Object.entries(people)) {
        const through = await ask(cdn.base, path, token)
        const own = await ask(app.base, path, token)
        asked++
        const isKept = ['HIT', 'REVALIDATED', 'STALE', 'UPDATING'].includes(through.kept)
        if (isKept) keptForAll++
        if (isKept && !through.cache.startsWith('public')) keptOfPersons!.push(`${name} ${path}`)
        if (through.cookie && isKept) cookies!.push(`${name} ${path}`)
        // Some responses differ each time, for example in times or sign-in ids. A response is compared only if the
        // server itself repeats it exactly.
        const again = await ask(app.base, path, token)
        if (own.body === again.body && through.body !== own.body) ofAnother!.push(`${name} ${path}`)
        if (own.status === again.status && through.status !== own.status && !ofAnother!.includes(`${name} ${path}`))
          ofAnother!.push(`${name} ${path}: ${through.status}, not ${own.status}`)
      }
  let hashed = 0
  for (const file of files) {
    await ask(cdn.base, `/assets/${file}`, undefined)
    const { kept, body } = await ask(cdn.base, `/assets/${file}`, people['one'])
    if (kept === 'HIT' && body.length > 0) hashed++
  }
  for (const line of [...ofAnother!, ...keptOfPersons!, ...cookies!]) console.error(`  ${line}`)
  figures.count(
    'answers through the cache that are not what the server answers that person',
    ofAnother!.length,
    0,
    String(asked),
  )
  figures.count('answers kept that are not for all', keptOfPersons!.length, 0, String(asked))
  figures.count('cookies kept', cookies!.length, 0)
  figures.count('files of the client that came from the cache the second time', hashed, files.length)
  figures.show('other answers for all that came from the cache', String(keptForAll))
  return figures.print()
}
