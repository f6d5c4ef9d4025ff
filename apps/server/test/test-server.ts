import { deviceCheck } from '@finlist/contract/account/device'
import { deviceHeaders } from '@finlist/contract/account/device-headers'
import type { AnyCall } from '@finlist/contract/call'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { freePort } from '../../../tools/free-port.ts'
import { directly, filledDatabase, freshDatabase } from '../../../tools/fresh-database.ts'
import { makeApp } from '../src/app.ts'
import { issuerKey } from '../src/auth/find-or-create-user.ts'
import { Sessions } from '../src/auth/sessions.ts'
import { Tokens } from '../src/auth/tokens.ts'
import { type Config, ownPrices, readConfig } from '../src/config.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import { Keys } from '../src/db/keys.ts'
import { loadDemoAccounts } from '../src/demo/accounts.ts'
import { buyDemoPlans } from '../src/demo/buy-plans.ts'
import { giveDemoPlans } from '../src/demo/give-plans.ts'
import type { ConnectPush } from '../src/features/channels/push-service.ts'
import { atRest } from './at-rest.ts'
import { openTestSandbox, type PaidParts, type SavedStore } from './billing/test-sandbox.ts'
import { Browser } from './browser.ts'
import { logs } from './logs.ts'
import { TestClock } from './test-clock.ts'

/** The hashing cost in tests. The tests of the hashing itself check production's cost. */
export const cheapPasswords = { logN: 4, r: 8, p: 1 }

const silent = { warn: () => undefined, info: () => undefined }

/** A running server with its own database, called over HTTP as clients do. */
export type TestServer = {
  base: string
  app: FastifyInstance
  config: Config
  database: Database
  databaseUrl: string
  clock: TestClock
  log: string[]
  close(): Promise<void>
}

export type PayingTestServer = TestServer & PaidParts

type TestServerOptions = {
  databaseUrl?: string
  /** Another server whose database and clock this one shares, so that nothing done there is in the future here. */
  beside?: TestServer
  /** The URL of the standby that reports are read from. */
  reportsUrl?: string
  /** true: with the demo's accounts, and their plans granted. 'bought': with their plans bought at the sandbox. */
  demo?: boolean | 'bought'
  /** Runs the payment sandbox in memory alongside the server, with the catalogue and the demo's coupons. */
  payments?: boolean
  /** The time at which the clock starts: a past instant, or the machine's time. */
  at?: string | undefined
  /** Replaces the connection to push services. */
  connectPush?: ConnectPush
  /** Interval of looking for inbox items to send; by default as in the product. */
  dispatchEveryMs?: number
}

export function openTestServer(
  env: Record<string, string> | undefined,
  options: TestServerOptions & { payments: true },
): Promise<PayingTestServer>
export function openTestServer(env?: Record<string, string>, options?: TestServerOptions): Promise<TestServer>
export async function openTestServer(
  env: Record<string, string> = {},
  {
    beside,
    databaseUrl = beside?.databaseUrl,
    reportsUrl,
    demo = true,
    payments = false,
    at,
    connectPush,
    dispatchEveryMs,
  }: TestServerOptions = {},
): Promise<TestServer | PayingTestServer> {
  const port = await freePort()
  const config = readConfig({ PORT: String(port), LOG_LEVEL: 'warn', ...env })
  const fresh = databaseUrl ? undefined : await demoDatabase(demo, { env, config, at })
  const url = databaseUrl ?? fresh!.url
  const database = await openDatabase(url, silent, directly(url), reportsUrl)
  const clock = beside?.clock ?? new TestClock(fresh?.note?.until ?? at)
  const log: string[] = []
  logs.add(log)
  const paid = payments
    ? await openTestSandbox({ config, database, clock, log, saved: fresh?.note?.sandbox })
    : undefined
  const app = await makeApp(config, {
    database,
    databaseUrl: url,
    paymentProvider: paid?.paymentProvider,
    now: clock.now,
    passwordCost: cheapPasswords,
    connectPush,
    dispatchEveryMs,
    logTo: { write: line => void log.push(line) },
  })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    base: `http://127.0.0.1:${port}`,
    app,
    config,
    database,
    databaseUrl: url,
    clock,
    log,
    ...(paid && { ...paid.paymentProvider, sandbox: paid.sandbox, demoShop: paid.demoShop, settle: paid.settle }),
    async close() {
      await app.close()
      await paid?.sandbox.close()
      await database.close()
      await fresh?.drop()
    },
  }
}

type Start = { env: Record<string, string>; config: Config; at: string | undefined }
/**
 * The payment sandbox after the demo's plans were bought. `until` is the sandbox's time at that moment, if the clock
 * started at a given instant.
 */
type Bought = { sandbox: SavedStore; until: string | undefined }

async function demoDatabase(
  demo: boolean | 'bought',
  start: Start,
): Promise<{ url: string; drop(): Promise<void>; note?: Bought | undefined }> {
  const { config, at } = start
  if (!demo) return await freshDatabase()
  if (demo === 'bought') return await filledDatabase({ bought: ownPrices(config), at }, url => buyPlansIn(url, start))
  return await filledDatabase({ given: issuerKey(config), at }, url => givePlansIn(url, start))
}

async function givePlansIn(url: string, { config, at }: Start): Promise<undefined> {
  const database = await openDatabase(url, silent, directly(url))
  await loadDemoAccounts(database, config)
  await giveDemoPlans(database, new Date(new TestClock(at).now()))
  await database.close()
}

async function buyPlansIn(databaseUrl: string, { env, config, at }: Start): Promise<Bought> {
  const shop = await openTestServer(env, { databaseUrl, payments: true, at })
  await loadDemoAccounts(shop.database, config)
  await buyDemoPlans(shop.database, config, shop.demoShop, new Date(shop.clock.now()))
  await shop.settle()
  await atRest(shop)
  const until = at && new Date(shop.clock.now()).toISOString()
  const sandbox = { rows: [...shop.sandbox.store.rows()], origin: shop.sandbox.origin }
  await shop.close()
  return { sandbox, until }
}

export type Answer<T = unknown> = {
  http: number
  headers: Headers
  status: 'success' | 'Forbidden' | 'Error'
  /** Present only on success, although the type has it always; tests check for success first. */
  data: T
  errors: { message: string; code?: string; field?: string }[]
}

/** A server that clients call; it may be a separate process. */
export type Place = Pick<TestServer, 'base' | 'database' | 'clock'>

/** A user with a browser, who signs in through the provider's pages, passes the device check and makes calls. */
export class ApiClient {
  readonly testServer: Place
  readonly browser: Browser
  token = ''
  userId = 0
  device: { id: string; key: string } | undefined
  language = 'en'

  constructor(testServer: Place) {
    this.testServer = testServer
    this.browser = new Browser(testServer.base)
  }

  /**
   * Signs a demo account in with one click, or any other account by its password. Then takes a token and makes the
   * first device check, which gives this browser its id.
   */
  static async signIn(testServer: Place, name: string, password?: string): Promise<ApiClient> {
    const apiClient = new ApiClient(testServer)
    if (password === undefined) await apiClient.browser.oneClick(`${name}@demo.example`)
    else await apiClient.browser.byPassword(name, password)
    await apiClient.takeToken()
    await apiClient.check()
    return apiClient
  }

  /** Like `finlist token`: a fresh sign-in by the server's own clock, which may have been moved. */
  static async byToken(testServer: Place, name: string): Promise<ApiClient> {
    const { db } = testServer.database
    const { now } = testServer.clock
    const apiClient = new ApiClient(testServer)
    const { user_id } = await db
      .selectFrom('users')
      .select('user_id')
      .where('email', '=', `${name}@demo.example`)
      .executeTakeFirstOrThrow()
    const session = await testServer.database.write(tx =>
      new Sessions(testServer.database, now).begin(tx, {
        userId: user_id,
        authTime: now(),
        client: 'command-line',
        idToken: null,
      }),
    )
    const keys = await Keys.open(testServer.database, now)
    apiClient.token = await new Tokens(() => keys.keyRing('access-token'), now).mint({ ...session, commandLine: true })
    apiClient.userId = user_id
    return apiClient
  }

  async takeToken() {
    const answer = await this.browser.go('/auth/token', {
      method: 'POST',
      headers: { 'x-requested-with': 'finlist', 'sec-fetch-site': 'same-origin' },
    })
    if (answer.status !== 200) throw new Error(`no token: ${answer.status}`)
    const { accessToken, userId } = (await answer.json()) as { accessToken: string; userId: number }
    this.token = accessToken
    this.userId = userId
  }

  async check(path = '/users/user', page = '/') {
    const answer = await this.ask(deviceCheck, { query: { path, page } })
    const { deviceId, deviceKey } = answer.data ?? {}
    if (deviceId && deviceKey) this.device = { id: deviceId, key: deviceKey }
    return answer
  }

  async ask<C extends AnyCall>(
    call: C,
    {
      params = {},
      query,
      body,
    }: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown } = {},
  ): Promise<Answer<z.output<C['data']>>> {
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = query ? `?${new URLSearchParams(query).toString()}` : ''
    return (await this.raw(call.method, path + search, body)) as Answer<z.output<C['data']>>
  }

  async raw(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const json = { 'content-type': 'application/json' }
    const answer = await fetch(`${this.testServer.base}/api${path}`, {
      method,
      headers: { ...this.headers(), ...(body === undefined ? {} : json), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const parsed = JSON.parse(text || '{"status":"success"}') as Omit<Answer, 'http' | 'headers'>
    return { ...parsed, http: answer.status, headers: answer.headers }
  }

  headers(): Record<string, string> {
    return {
      'accept-language': this.language,
      ...(this.token && { authorization: `Bearer ${this.token}` }),
      ...(this.device && { [deviceHeaders.deviceId]: this.device.id, [deviceHeaders.deviceKey]: this.device.key }),
    }
  }
}
