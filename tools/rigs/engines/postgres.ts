import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { postgresHome } from '../../../apps/server/src/db/postgres-home.ts'
import { freePort } from '../../free-port.ts'
import { throwawayFolder } from '../../throwaway-folder.ts'
import { MissingEngine } from './missing.ts'

/** The user that runs the database programs when this process runs as root, because they refuse to run as root. */
export function databaseUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/**
 * The folder with `postgres` and `initdb` of a major version: as installed by Debian, Red Hat or Homebrew, or from our
 * own package.
 */
export async function postgresPrograms(version: number): Promise<string> {
  const installed = [
    `/usr/lib/postgresql/${version}/bin`,
    `/usr/pgsql-${version}/bin`,
    `/opt/homebrew/opt/postgresql@${version}/bin`,
    `/usr/local/opt/postgresql@${version}/bin`,
  ].find(folder => existsSync(join(folder, 'initdb')))
  if (installed) return installed
  const embedded = await embeddedPrograms()
  const { stdout } = await promisify(execFile)(join(embedded, 'postgres'), ['--version'], { cwd: '/' })
  if (stdout.includes(` ${version}.`)) return embedded
  throw new MissingEngine(`PostgreSQL ${version}`, `apt-get install postgresql-${version}`)
}

export async function embeddedPrograms(): Promise<string> {
  const folder = await throwawayFolder('finlist-programs')
  try {
    return (await postgresHome(folder.path, () => undefined)).bin
  } finally {
    await folder.remove()
  }
}

export type RunningPostgres = { url: string; port: number; programs: string; stop(): Promise<void> }

type Asked = {
  programs: string
  settings?: Record<string, string>
  port?: number
  database?: string
  /** Addresses of other hosts that may connect, for example 10.0.0.0/24. */
  network?: string
}

/** Starts a separate cluster on 127.0.0.1, with the user `finlist` and one database. It ends with this process. */
export async function startPostgres({ database = 'finlist', ...asked }: Asked): Promise<RunningPostgres> {
  const shape = ['-U', 'finlist', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const running = await start(asked, cluster => ['initdb', '-D', cluster, ...shape])
  const client = new pg.Client(running.url('postgres'))
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
  return { ...running, url: running.url(database) }
}

/** Starts a standby that follows the given server. */
export async function startStandby(
  { programs, port, url }: RunningPostgres,
  settings: Record<string, string> = {},
): Promise<RunningPostgres> {
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'finlist']
  const running = await start({ programs, settings }, cluster => [
    'pg_basebackup',
    '-D',
    cluster,
    '-R',
    '-c',
    'fast',
    ...from,
  ])
  return { ...running, url: running.url(new URL(url).pathname.slice(1)) }
}

async function start({ programs, settings = {}, port, network }: Asked, made: (cluster: string) => string[]) {
  const folder = await throwawayFolder('finlist-engine')
  const cluster = join(folder.path, 'postgres')
  const user = databaseUser()
  const run = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  await mkdir(cluster, { mode: 0o700 })
  if (user) await chown(cluster, user.uid, user.gid)
  const [program = '', ...shape] = made(cluster)
  await promisify(execFile)(join(programs, program), shape, run)
  if (network) await appendFile(join(cluster, 'pg_hba.conf'), `host all all ${network} trust\n`)
  const at = port ?? (await freePort())
  const parameters = {
    listen_addresses: network ? '*' : '127.0.0.1',
    unix_socket_directories: '',
    port: String(at),
    timezone: 'UTC',
    ...settings,
  }
  const args = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...args], {
    ...run,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)))
  const url = (database: string) => `postgres://finlist@127.0.0.1:${at}/${database}`
  await untilItAnswers(url('postgres'), child, () => said)
  return {
    url,
    port: at,
    programs,
    async stop() {
      if (child.exitCode === null && child.kill('SIGINT')) await once(child, 'exit')
      await folder.remove()
    },
  }
}

async function untilItAnswers(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      return await client.end()
    } catch {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended at once:\n${said()}`)
      await wait(100)
    }
  }
}

/** Fast settings for data that need not survive a power cut. */
export const throwaway = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' }
