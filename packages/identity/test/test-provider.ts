import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { Client, Pool } from 'pg'
import { vi } from 'vitest'
import { createAccount as makeAccount } from '../src/accounts.ts'
import { identity, identityMigrations } from '../src/identity.ts'
import type { IdentityMessage, IdentityOptions, ProviderKeys } from '../src/options.ts'
import { hashPassword } from '../src/password.ts'
import { newSigningKey } from '../src/signing-key.ts'

export const redirectUri = 'http://127.0.0.1:4101/auth/callback'
export const afterLogout = 'http://127.0.0.1:4101/'
export const scopes = (
  'finlist finlist_hk finlist_us finlist_jp finlist_cn finlist_tw finder finder_hk market_trend market_trend_hk ' +
  'market_trend_us market_trend_jp market_trend_cn market_trend_tw education sunday_club paid beta_access ' +
  'market_movers market_movers_hk affiliate staff admin'
).split(' ')

const keys: ProviderKeys = {
  clientId: 'web',
  clientSecret: 'a-secret-of-the-tests',
  signing: [newSigningKey()],
  cookies: ['a-key-of-the-tests'],
  codes: ['another-key-of-the-tests'],
}

/** A cheap hash for tests. The tests of the hashing itself check production's cost. */
const passwordCost = { logN: 4, r: 8, p: 1 }

export type TestProvider = Awaited<ReturnType<typeof openTestProvider>>

const codeIn = ({ text }: IdentityMessage) => /\b\d{6}\b/.exec(text)?.[0]

/** Opens a provider with its own port and database. */
export async function openTestProvider(changes: Partial<IdentityOptions> = {}, host = '127.0.0.1') {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is not set')
  const name = `identity_${randomBytes(6).toString('hex')}`
  await query(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const pool = new Pool({ connectionString: url.href, max: 8 })
  // At the end the database is dropped before every connection has closed, which causes errors here.
  pool.on('error', () => undefined)
  for (const file of (await readdir(identityMigrations)).toSorted()) {
    await pool.query(await readFile(new URL(file, identityMigrations), 'utf8'))
  }
  const outbox: IdentityMessage[] = []
  const read = new Set<IdentityMessage>()
  const clock = new StoppedClock()
  const port = await freePort()
  const issuer = `http://${host}:${port}/oidc`
  const log: string[] = []
  const app: FastifyInstance = Fastify({ trustProxy: true, logger: { stream: { write: line => void log.push(line) } } })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-of-the-host', 'yes')
  })
  await app.register(identity, {
    issuer,
    pool,
    keys: () => keys,
    client: {
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [afterLogout],
    },
    scopes,
    audience: 'https://api.example/',
    deliver: async message => void outbox.push(message),
    credentialsChanged: async () => undefined,
    needsSecondFactor: async () => false,
    now: clock.now,
    passwordCost,
    brand: 'FinList',
    smsOffered: true,
    oneClick: [],
    ...changes,
  })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    issuer,
    pool,
    outbox,
    log,
    clock,
    /** Returns the SQL statements that were run during `work`, without their values. */
    async statements(work: () => Promise<unknown>): Promise<string[]> {
      const asked: string[] = []
      const { query: ask } = pool
      pool.query = ((...args: Parameters<typeof ask>) => {
        const [first] = args as unknown as [string | { text: string }]
        asked.push(typeof first === 'string' ? first : first.text)
        return ask.apply(pool, args)
      }) as typeof ask
      try {
        await work()
      } finally {
        pool.query = ask
      }
      return asked
    },
    /** Allows the next code to be sent without waiting a minute. */
    forgetLimits: () => pool.query('delete from identity_limit'),
    /**
     * Returns the newest unread message with a code to this recipient. Waits for it, because messages are delivered
     * after the response.
     */
    async letter(to: string): Promise<IdentityMessage & { code: string }> {
      const newest = () => outbox.findLast(message => message.to === to && !read.has(message) && codeIn(message))
      const found = await vi.waitUntil(newest, { timeout: 60_000, interval: 10 })
      read.add(found)
      return { ...found, code: codeIn(found)! }
    },
    async close() {
      await app.close()
      await pool.end()
      await query(server, `drop database ${name} with (force)`)
    },
  }
}

/** A provider's clock. It moves only when a test moves it. */
class StoppedClock {
  ms = Date.parse('2026-09-16T06:00:10Z')
  readonly now = () => this.ms
}

type Facts = Omit<Parameters<typeof makeAccount>[1], 'passwordHash'> & { password?: string }

export async function createAccount(pool: Pool, { password, ...facts }: Facts): Promise<{ subject: string }> {
  if (password === undefined) return await makeAccount(pool, facts)
  return await makeAccount(pool, { ...facts, passwordHash: await hashPassword(password, passwordCost) })
}

/** A browser without scripts that stores cookies by path and does not follow redirects on its own. */
export function browser(issuer: string) {
  const jar = new Map<string, { value: string; path: string }>()
  const go = async (
    address: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Response> => {
    const url = new URL(address, issuer)
    const cookie = [...jar]
      .filter(([, kept]) => url.pathname === kept.path || url.pathname.startsWith(`${kept.path.replace(/\/$/, '')}/`))
      .map(([key, kept]) => `${key.split(' ')[0]}=${kept.value}`)
      .join('; ')
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie ? { cookie } : {}) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(`${key} ${path}`)
      else jar.set(`${key} ${path}`, { value, path })
    }
    return response
  }
  const post = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    go(address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  /** Follows at most eight redirects within the provider, up to a page or the client's address. */
  const follow = async (response: Response): Promise<{ response: Response; at: string }> => {
    let at = response.url
    let now = response
    for (let hops = 0; hops < 8 && now.status >= 300 && now.status < 400; hops++) {
      at = new URL(now.headers.get('location') ?? '', at).href
      if (!at.startsWith(issuer)) break
      now = await go(at)
    }
    return { response: now, at }
  }
  return { jar, go, post, follow }
}

export type Browser = ReturnType<typeof browser>

/** Starts a sign-in as the client would. Returns the first page, and what the client needs later. */
export async function begin(provider: TestProvider, who: Browser, extra: Record<string, string | undefined> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const asked = {
    client_id: 'web',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email phone profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'the-state',
    nonce: 'the-nonce',
    ...extra,
  }
  const fields = Object.entries(asked).filter((field): field is [string, string] => field[1] !== undefined)
  const { response, at } = await who.follow(
    await who.go(`${provider.issuer}/auth?${new URLSearchParams(fields).toString()}`),
  )
  return { verifier, at, base: new URL(at).pathname, response, html: await response.clone().text() }
}

/** Exchanges the code in `at` for tokens, as the client does at the end. */
export async function exchange(provider: TestProvider, at: string, verifier: string) {
  const code = new URL(at).searchParams.get('code') ?? ''
  const response = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('web:a-secret-of-the-tests').toString('base64')}`,
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }).toString(),
  })
  const body: { id_token?: string; scope?: string; error?: string } = JSON.parse(await response.text())
  return { status: response.status, ...body, claims: body.id_token === undefined ? {} : payload(body.id_token) }
}

/** Signs in by password through all steps, and returns the client's tokens. */
export async function signIn(provider: TestProvider, who: Browser, email: string, password: string, extra = {}) {
  const { base, verifier } = await begin(provider, who, extra)
  const { at } = await who.follow(await who.post(`${base}/password`, { email, password }))
  return exchange(provider, at, verifier)
}

function payload(jwt: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
}

async function query(url: string, text: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(text)
  await client.end()
}

async function freePort(): Promise<number> {
  const probe = Fastify()
  await probe.listen({ port: 0, host: '127.0.0.1' })
  const address = probe.server.address()
  await probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
