import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Config, ConfigError } from '../config.ts'
import { addressOf, DatabaseAddress } from '../db/address.ts'
import type { SecretName } from '../db/secrets.ts'
import type { Provider, SandboxConnection } from '../payments/provider/provider.ts'

const program = fileURLToPath(new URL('../../../pay-sandbox/src/main.ts', import.meta.url))
const databaseName = 'pay_sandbox'
const readyWithinMs = 30_000
const stoppedWithinMs = 5_000
const longestPauseMs = 30_000
/**
 * A process that has run this long, in ms, counts as healthy: its next restart is delayed only by the shortest pause.
 */
const soundMs = 60_000

type Asked = { config: Config; databaseUrl: string; secrets: Record<SecretName, string>; say: (line: string) => void }
export type RunningSandbox = {
  connection: SandboxConnection
  /** Starts delivery of webhook events. To be called when our server listens for them. */
  tell(): Promise<void>
  /** The pid of the sandbox's process; undefined while it is not running. */
  pid(): number | undefined
  stop(): Promise<void>
}

/**
 * The connection to this database's sandbox. Its keys are derived from the database's secrets and open no other
 * sandbox.
 */
export function sandboxConnection(config: Config, secrets: Record<SecretName, string>): SandboxConnection {
  return {
    url: `http://${ownHost(config.host)}:${config.sandboxPort}`,
    secretKey: `sk_test_${secrets['sandbox-secret-key']}`,
    publishableKey: `pk_test_${secrets['sandbox-publishable-key']}`,
    webhookSecret: `whsec_${secrets['sandbox-webhook']}`,
  }
}

/**
 * The provider, with the sandbox's URL as browsers reach it. In a public demo, the proxy has to forward the sandbox's
 * port as well.
 */
export function reachedByBrowsers(provider: Provider, { publicUrl, sandboxPort }: Config): Provider {
  return { ...provider, sandboxUrl: sandboxOrigin(publicUrl, sandboxPort) }
}

/** The sandbox's origin for browsers. */
export function sandboxOrigin(publicUrl: URL, port: number): string {
  if (publicUrl.protocol === 'http:') return `http://127.0.0.1:${port}`
  return new URL(`https://${publicUrl.hostname}:${port}`).origin
}

/**
 * Runs the payment sandbox as a child process, with its own store in the same PostgreSQL, and restarts it whenever it
 * exits. The sandbox exits if the IPC channel closes because this process has ended. Settles when the sandbox accepts
 * requests.
 */
export async function startSandbox({ config, databaseUrl, secrets, say }: Asked): Promise<RunningSandbox> {
  const connection = sandboxConnection(config, secrets)
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    SANDBOX_DATABASE_URL: await makeSandboxDatabase(databaseUrl),
    SANDBOX_HOST: config.host,
    SANDBOX_PORT: String(config.sandboxPort),
    SANDBOX_ORIGIN: sandboxOrigin(config.publicUrl, config.sandboxPort),
    SANDBOX_SECRET_KEY: connection.secretKey,
    SANDBOX_PUBLISHABLE_KEY: connection.publishableKey,
    SANDBOX_WEBHOOK_URL: new URL('/api/payments/webhook', `http://${ownHost(config.host)}:${config.PORT}`).href,
    SANDBOX_WEBHOOK_SECRET: connection.webhookSecret,
    SANDBOX_ALLOWED_ORIGIN: config.publicUrl.origin,
    ...(!config.DEMO_PUBLIC && { SANDBOX_CLOCK_PAGE: new URL('/admin/overview', config.publicUrl).href }),
  }
  let child: ChildProcess | undefined
  let pauseMs = 1_000
  let waiting: NodeJS.Timeout | undefined
  let keepsRunning = false

  async function run() {
    const startedAt = performance.now()
    // In its own process group: Ctrl-C in a terminal then reaches only us, and we stop the sandbox after our own
    // requests are done.
    const started = fork(program, { env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child = started
    started.once('exit', (code, signal) => {
      child = undefined
      if (!keepsRunning) return
      if (performance.now() - startedAt > soundMs) pauseMs = 1_000
      say(`The payment sandbox ended (${signal ?? code}): starting it again in ${pauseMs / 1_000} s`)
      waiting = setTimeout(() => void run().catch(error => say((error as Error).message)), pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    })
    try {
      await isReady(started)
    } catch (error) {
      started.kill('SIGKILL')
      throw error
    }
  }

  async function stop() {
    keepsRunning = false
    clearTimeout(waiting)
    const running = child
    if (!running) return
    const ended = once(running, 'exit')
    if (running.connected) running.disconnect()
    const impatient = setTimeout(() => running.kill('SIGKILL'), stoppedWithinMs)
    await ended
    clearTimeout(impatient)
  }

  await run()
  keepsRunning = true
  await setPaused(connection, true)
  return { connection, tell: () => setPaused(connection, false), pid: () => child?.pid, stop }
}

async function setPaused({ url, secretKey }: SandboxConnection, paused: boolean) {
  const answer = await fetch(new URL('/_sandbox/webhooks', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ paused: String(paused) }),
  })
  if (!answer.ok) throw new Error(`the payment sandbox answers ${answer.status}`)
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(impatient)
      reject(new Error(`the payment sandbox ${why}`))
    }
    const impatient = setTimeout(() => fail(`is not ready after ${readyWithinMs / 1_000} s`), readyWithinMs)
    child.once('exit', (code, signal) => fail(`ended before it was ready (${signal ?? code})`))
    child.once('error', error => fail(`cannot be started: ${error.message}`))
    child.once('message', () => {
      clearTimeout(impatient)
      resolve()
    })
  })
}

/** The address of the sandbox's own database on the same PostgreSQL server; creates the database if missing. */
export async function makeSandboxDatabase(databaseUrl: string): Promise<string> {
  const client = new DatabaseAddress(databaseUrl).client({ application_name: 'finlist start' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (!rowCount) await client.query(`create database ${databaseName}`)
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    if (code !== '42P04' && code !== '23505')
      throw new ConfigError([`DATABASE_URL: the database ${databaseName} for test payments cannot be made: ${message}`])
  } finally {
    await client.end()
  }
  return addressOf(databaseName, databaseUrl)
}

const ownHost = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)
