import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'

export type OwnServer = {
  url: string
  /** What a publish writes, for lists that nothing in the app publishes yet: 'markettrend:HKEX', 'education:videos'. */
  published(topic: string): Promise<void>
}

/**
 * `test` for stories that nobody else may disturb: each has a server and a database of its own, with the demo accounts
 * and without the demo market. `env` is added to the server's environment.
 */
export const onOwnServer = (env: Record<string, string> = {}) =>
  base.extend<{ server: OwnServer }>({
    server: async ({ browserName }, give) => {
      const dataDir = mkdtempSync(join(tmpdir(), `finlist-${browserName}-`))
      // As root the database runs as another user, who has to get in.
      chmodSync(dataDir, 0o755)
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/src/main.ts'], {
        env: {
          ...process.env,
          PORT: String(port),
          PUBLIC_URL: url,
          DATA_DIR: dataDir,
          DATABASE_URL: '',
          DEMO_DATA: 'off',
          ACTIVE_DEVICE_LIMIT: '100',
          ...env,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      try {
        await ready(server, url)
        await give({ url, published: topic => published(dataDir, topic) })
      } finally {
        if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit')
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
    baseURL: ({ server }, give) => give(server.url),
  })

async function ready(server: ChildProcess, url: string) {
  const ended = once(server, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${String(code)} before it was ready`)
  })
  const answers = expect(async () => expect((await fetch(`${url}/api/health`)).ok).toBe(true))
  await Promise.race([ended, answers.toPass({ timeout: 30_000 })])
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
