import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type DemoMarket, demoMarket } from '@finlist/demo-market/market'
import { type Day, dayAt } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import pg from 'pg'
import { type DataSandbox, openDataSandbox } from '../../../apps/data-sandbox/src/data-sandbox.ts'
import { type Config, readConfig } from '../../../apps/server/src/config.ts'
import { type Database, openDatabase } from '../../../apps/server/src/db/database.ts'
import { migrate } from '../../../apps/server/src/db/migrate.ts'
import { backfill } from '../../../apps/server/src/market-data/vendors/backfill.ts'
import { openSource } from '../../../apps/server/src/market-data/vendors/open-source.ts'
import { settingsOf } from '../../rigs/engines/app.ts'
import type { Told } from './server.ts'

export const history = { from: '2025-04-01', to: '2026-07-10' }
const stocks = 30
const key = 'key-of-the-rehearsal'
const staff = 'staff@finlist.example'
/** A Hong Kong stock whose last bar is months old, and which its vendor lists as delisted. */
const delisted = '9998'
const silent = { warn: () => undefined, info: () => undefined }
const serverStartsWithinMs = 60_000

/** The invented markets, as their vendors have them at the end of a day. */
const drawn = new Map<string, DemoMarket>()
export function marketOn(exchange: ExchangeId, asOf: Day): DemoMarket {
  const known = drawn.get(`${exchange} ${asOf}`)
  if (known) return known
  const market = demoMarket({ seed: 'rehearsal', exchange, startDate: history.from, asOf, stocks })
  drawn.set(`${exchange} ${asOf}`, market)
  return market
}

/** An installation with its vendors and its clock. Its server is a separate process. */
export type Installation = {
  database: Database
  config: Config
  vendors: DataSandbox
  incoming: string
  movers: string
  /** The notices sent to staff so far, as texts. */
  notices: string[]
  now: () => number
  moveClock(to: number): Promise<void>
  /** Runs the jobs that are due. With `killedIn`, kills the server once the promise settles, and starts another. */
  runJobs(killedIn?: () => Promise<unknown>): Promise<void>
  close(): Promise<void>
}

export async function openInstallation(url: string, folder: string, start: number): Promise<Installation> {
  let at = start
  const [incoming, movers] = [join(folder, 'incoming'), join(folder, 'movers')]
  for (const path of [movers, join(incoming, 'HKEX/shareholding'), join(incoming, 'HKEX/profit-alerts')])
    await mkdir(path, { recursive: true })
  const vendors = await openDataSandbox({ markets: exchange => marketOn(exchange, dayAt(exchange, at)), key })
  const env = environment(url, vendors, {
    INCOMING_DIR: incoming,
    MOVERS_DROP_DIR: movers,
    // Each response is read in a new thread. On a busy machine this takes seconds if the thread compiles all of its
    // modules.
    NODE_COMPILE_CACHE: join(folder, '../compiled'),
  })
  vendors.correct('symbol-list/HK?fmt=json&delisted=1', () => [
    { Code: delisted, Name: 'Gone', Exchange: 'HK', Type: 'Common Stock' },
  ])
  const database = await openDatabase(url, silent)
  const notices: string[] = []
  const server = new Server(env, notice => void notices.push(notice))
  return {
    database,
    config: readConfig(env),
    vendors,
    incoming,
    movers,
    notices,
    now: () => at,
    async moveClock(to) {
      at = to
      await database.write(tx =>
        tx
          .updateTable('product_clock')
          .set({ ahead_ms: to - Date.now() })
          .execute(),
      )
    },
    async runJobs(killedIn) {
      if (!killedIn) return await server.runJobs(at)
      const running = server.runJobs(at).catch(() => undefined)
      await killedIn()
      await server.kill()
      await running
    },
    async close() {
      await server.kill()
      await vendors.close()
      await database.close()
    },
  }
}

class Server {
  readonly #env: Record<string, string>
  readonly #noticed: (notice: string) => void
  #child: ChildProcess | undefined

  constructor(env: Record<string, string>, noticed: (notice: string) => void) {
    this.#env = env
    this.#noticed = noticed
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child) return this.#child
    const child = fork(fileURLToPath(new URL('./server.ts', import.meta.url)), { env: this.#env })
    child.on('message', (told: Told) => {
      if (typeof told === 'object') this.#noticed(`${told.kind} ${JSON.stringify(told.values)}`)
    })
    this.#child = child
    await until(child, 'ready')
    return child
  }

  async runJobs(hour: number): Promise<void> {
    const child = await this.#started()
    const done = until(child, 'done')
    child.send(hour)
    await done
  }

  /** Kills the process with a signal that it cannot handle. The next run of jobs starts another process. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child?.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  }
}

/** Resolves once the server has sent the word; rejects if the server ends before that. */
function until(child: ChildProcess, word: 'ready' | 'done'): Promise<void> {
  const timeoutMs = word === 'ready' ? serverStartsWithinMs : 10 * serverStartsWithinMs
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(new Error(`the server is not ${word} after ${timeoutMs} ms`)), timeoutMs)
    const hear = (told: Told) => {
      if (told === word) settle()
    }
    const ended = () => settle(new Error('the server ended'))
    function settle(error?: Error) {
      clearTimeout(timer)
      child.off('message', hear)
      child.off('exit', ended)
      if (error) reject(error)
      else resolve()
    }
    child.on('message', hear)
    child.on('exit', ended)
  })
}

/** Migrates the database, moves its clock and loads the history of all markets from the vendors. */
export async function prepareInstallation(url: string, start: number): Promise<void> {
  await migrate(url)
  const vendors = await openDataSandbox({ markets: exchange => marketOn(exchange, history.to), key })
  const database = await openDatabase(url, silent)
  try {
    // A demo's clock can only be moved ahead. The week of the rehearsal is always the same.
    await database.pool.query('alter table product_clock drop constraint product_clock_ahead_ms_check')
    await database.pool.query('insert into product_clock (ahead_ms) values ($1)', [start - Date.now()])
    await database.pool.query(
      `insert into users (issuer, subject, email, email_proved_at) values ('https://issuer.example', 'staff', $1, now())`,
      [staff],
    )
    await database.pool.query(
      `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
       values ('HKEX', $1, '2026-05-06', 1, 1, 1, 1, 1), ('HKEX', $1, '2026-05-08', 1, 1, 1, 1, 1)`,
      [delisted],
    )
    const config = readConfig(environment(url, vendors))
    for (const exchange of exchangeIds) await loadHistory({ database, config, exchange, now: start }, history)
  } finally {
    await database.close()
    await vendors.close()
  }
}

type HistoryParts = { database: Database; config: Config; exchange: ExchangeId; now: number }

/** Loads the history of the days in the same way as `finlist backfill` does. */
export async function loadHistory({ config, ...parts }: HistoryParts, days: { from: Day; to: Day }): Promise<void> {
  const pause = (ms: number) => wait(ms / 1_000)
  const source = openSource(config, parts.exchange, { codes: async () => [], pause })!
  await backfill({ ...parts, source }, { ...days, tell: () => undefined })
}

/** Copies a database that has no connections. */
export async function copyDatabase(server: string, from: string, to: string): Promise<string> {
  const address = new URL(server)
  address.pathname = '/postgres'
  const client = new pg.Client(address.href)
  await client.connect()
  try {
    await client.query(`create database ${to} template ${from}`)
  } finally {
    await client.end()
  }
  address.pathname = `/${to}`
  return address.href
}

const environment = (url: string, { urls }: DataSandbox, more: Record<string, string> = {}) => ({
  ...settingsOf({ databaseUrl: url, port: 1, mailPort: 1 }),
  ...more,
  ADMIN_EMAILS: staff,
  LIST_PUBLISHES_ITSELF: 'on',
  SOURCE_HKEX: 'eodhd',
  SOURCE_US: 'eodhd',
  SOURCE_CN: 'eodhd',
  SOURCE_JP: 'j-quants',
  SOURCE_TW: 'finmind',
  EODHD_KEY: key,
  J_QUANTS_KEY: key,
  FINMIND_KEY: key,
  EODHD_URL: urls.eodhd,
  J_QUANTS_URL: urls.jQuants,
  FINMIND_URL: urls.finMind,
  EODHD_PER_MINUTE: '10000',
  J_QUANTS_PER_MINUTE: '10000',
  FINMIND_PER_MINUTE: '10000',
  FUNDAMENTALS_US: 'sec',
  SEC_CONTACT: 'FinList rehearsal admin@finlist.example',
  SEC_PER_MINUTE: '600',
  SEC_URL: urls.sec,
  RATES: 'ecb',
  ECB_URL: urls.ecb,
})
