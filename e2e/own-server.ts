import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { serverLog } from '../tools/testing/server-log.ts'
import { servers } from './servers.ts'

export type OwnServer = {
  url: string
  /**
   * Announces a change of data to the server, for topics that the app cannot publish yet: 'markettrend:HKEX',
   * 'education:videos'.
   */
  published(topic: string): Promise<void>
}

/** Maximum number of tests that run in parallel, each with its own ports. Must divide 1000. */
const lanes = 20

/**
 * `test` for tests that other tests must not disturb: each gets its own server and database, with the demo accounts and
 * without the demo market. `env` is added to the server's environment; `host` is the server's host name.
 */
export const onOwnServer = (env: Record<string, string> = {}, host = '127.0.0.1') =>
  base.extend<{ server: OwnServer }>({
    // Starting and stopping the server does not count towards the story's time.
    server: [
      async ({ browserName }, give, story) => {
        const prepared = await prepare()
        const dataDir = mkdtempSync(join(tmpdir(), `finlist-${browserName}-`))
        letIn(dataDir)
        execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
        try {
          const { url, stop } = await serve(dataDir, env, host)
          servers.own = true
          try {
            await give({ url, published: topic => published(dataDir, topic) })
          } finally {
            servers.own = false
            await stop()
          }
        } finally {
          if (story.status !== story.expectedStatus)
            await story.attach(serverLog.attachment, { path: join(dataDir, 'server.log') })
          rmSync(dataDir, { recursive: true, force: true })
        }
      },
      { timeout: 300_000 },
    ],
    baseURL: ({ server }, give) => give(server.url),
  })

/** A data folder with the demo accounts and their purchases, made once by the first worker that needs it. */
async function prepare(): Promise<string> {
  const place = join(process.env['E2E_DATA_DIR']!, 'own')
  const ready = `${place}.ready`
  await expect(async () => {
    if (mkdirSync(place, { recursive: true })) await make(place, ready)
    expect(existsSync(ready)).toBe(true)
  }).toPass({ timeout: 250_000, intervals: [100] })
  return place
}

/** A folder that could not be made is removed, so that another worker tries again. */
async function make(place: string, ready: string): Promise<void> {
  try {
    letIn(place)
    await (await serve(place)).stop()
    writeFileSync(ready, '')
  } catch (error) {
    rmSync(place, { recursive: true, force: true })
    throw error
  }
}

async function serve(dataDir: string, env: Record<string, string> = {}, host = '127.0.0.1') {
  const port = await freePort()
  const url = `http://${host}:${port}`
  const log = openSync(join(dataDir, 'server.log'), 'a')
  const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/src/main.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO_DATA: 'off',
      LOG_LEVEL: 'info',
      ACTIVE_DEVICE_LIMIT: '100',
      NODE_COMPILE_CACHE: join(process.env['E2E_DATA_DIR']!, 'compiled'),
      ...env,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
  }
  try {
    await ready(server, url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/** When the tests run as root, the database runs as another user, who needs access to the folder. */
const letIn = (folder: string) => chmodSync(folder, 0o755)

async function ready(server: ChildProcess, url: string) {
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${String(code)} before it was ready`)
  })
  const answers = expect(async () => expect((await fetch(`${url}/api/health`)).ok).toBe(true))
  await Promise.race([ended, answers.toPass({ timeout: 150_000, intervals: [50] })])
}

async function published(dataDir: string, topic: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const client = new Client(postgres.url)
  await client.connect()
  try {
    const now = 'on conflict (topic) do update set updated_at = excluded.updated_at'
    await client.query(`insert into last_updated (topic, updated_at) values ($1, now()) ${now}`, [topic])
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/**
 * A free port for which the port 1000 above, which is used for test payments, is free too. Parallel tests never get the
 * same port.
 */
async function freePort(): Promise<number> {
  const lane = Number(process.env['TEST_PARALLEL_INDEX']) % lanes
  for (;;) {
    const port = 21_000 + Math.floor(Math.random() * (8_000 / lanes)) * lanes + lane
    if ((await isFree(port)) && (await isFree(port + 1_000))) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
