import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../free-port.ts'
import { throwawayFolder } from '../../throwaway-folder.ts'
import { MissingEngine } from './missing.ts'
import { databaseUser, type RunningPostgres } from './postgres.ts'

const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync)

export function assertPgBouncer(): void {
  if (!program) throw new MissingEngine('PgBouncer', 'apt-get install pgbouncer')
}

/**
 * Starts PgBouncer in transaction mode in front of a PostgreSQL. PgBouncer uses its database sessions in turn, so a
 * query never finds what the previous query left in its session.
 */
export async function startPooler(
  postgres: Pick<RunningPostgres, 'url'>,
  connections = 24,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  assertPgBouncer()
  const { pathname, hostname, port: postgresPort, searchParams } = new URL(postgres.url)
  const host = searchParams.get('host') ?? hostname
  const behind = searchParams.get('port') ?? postgresPort
  const port = await freePort()
  const folder = await throwawayFolder('finlist-pooler')
  const file = join(folder.path, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${host} port=${behind} user=finlist
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_round_robin = 1
default_pool_size = ${connections}
max_client_conn = 2000
server_idle_timeout = 10
`,
    { mode: 0o644 },
  )
  const child = spawn(program!, ['-q', file], { ...databaseUser(), cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  const url = `postgres://finlist@127.0.0.1:${port}${pathname}`
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      break
    } catch {
      if (child.exitCode !== null) throw new Error('PgBouncer ended at once')
      await wait(50)
    }
  }
  return {
    url,
    pid: child.pid!,
    async stop() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
      await folder.remove()
    },
  }
}
