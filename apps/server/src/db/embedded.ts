import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { codeOf, ignore, type PostgresHome, postgresHome, socketFolder } from './postgres-home.ts'
import { disown, isAlive, isPostmaster, postmaster } from './postmaster.ts'

export type EmbeddedPostgres = {
  url: string
  /**
   * Stops the cluster if no other process uses it, even if another process started it: a command stops it when run
   * alone, but not while the server runs. Close your own pools first.
   */
  stop(): Promise<void>
}

type Options = {
  /**
   * The cluster is in `<dataDir>/postgres`, with its log next to it; postgres-home.ts describes the exceptions for
   * root.
   */
  dataDir: string
  log: (line: string) => void
  /** Server parameters. Used by the process that starts the cluster; ignored when attaching to a running one. */
  settings?: Record<string, string>
}

/**
 * Key of an advisory lock. Every process that uses the cluster holds it shared; a process that stops the cluster holds
 * it exclusively.
 */
const inUse = 73465465
const port = 5432

/**
 * Runs a real PostgreSQL on a Unix socket that only its own user and root can open. Creates the cluster if there is
 * none, attaches to a running one, and restarts it if it dies while in use. The cluster survives if the process that
 * started it is killed; the next start attaches to it.
 */
export async function startEmbeddedPostgres({ dataDir, log, settings = {} }: Options): Promise<EmbeddedPostgres> {
  const home = await postgresHome(dataDir, log)
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await makeCluster(home, settings['fsync'] === 'off')
  const stopping = new AbortController()
  let recovery: Promise<void> | undefined
  let { presence, socket } = await attach(home, settings)
  recoverAtItsEnd()
  await createDatabase(presence)

  /** Restarts the cluster when the idle connection `presence` drops: the postmaster must have died. */
  function recoverAtItsEnd(): void {
    presence.once('end', () => {
      if (!stopping.signal.aborted) recovery = recover()
    })
  }

  async function recover(): Promise<void> {
    log('The database went away: starting it again')
    while (!stopping.signal.aborted) {
      try {
        ;({ presence, socket } = await attach(home, settings))
        recoverAtItsEnd()
        return log('The database is back')
      } catch (error) {
        log(`The database does not start: ${error instanceof Error ? error.message : String(error)}`)
        await sleep(1000, undefined, { ref: false })
      }
    }
  }

  async function stop(): Promise<void> {
    if (stopping.signal.aborted) return
    stopping.abort()
    await recovery
    if (await isLast(presence).catch(() => true)) await shutDown(home.cluster, socket)
    await presence.end().catch(() => undefined)
  }

  const query = new URLSearchParams({ user: 'finlist', host: socket, port: String(port), sslmode: 'disable' })
  return { url: `postgres:///finlist?${query.toString()}`, stop }
}

/** Creates the cluster in a temporary folder and renames it, so that an interrupted start leaves no partial cluster. */
async function makeCluster({ cluster, bin, runAs }: PostgresHome, throwaway: boolean): Promise<void> {
  const prefix = `${basename(cluster)}.half-`
  for (const name of await readdir(dirname(cluster)))
    if (name.startsWith(prefix) && !isAlive(Number.parseInt(name.slice(prefix.length), 10)))
      await rm(join(dirname(cluster), name), { recursive: true, force: true })

  const half = await mkdtemp(join(dirname(cluster), `${prefix}${process.pid}-`))
  if (runAs) await chown(half, runAs.uid, runAs.gid)
  const args = ['-D', half, '-U', 'finlist', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...(throwaway ? ['--no-sync'] : []))
  try {
    await promisify(execFile)(join(bin, 'initdb'), args, { ...runAs, cwd: '/', env: cleanEnvironment })
    await rename(half, cluster).catch(ignore('ENOTEMPTY', 'EEXIST'))
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

/**
 * Environment of PostgreSQL's programs. It excludes LANG, which breaks initdb if its locale is not installed, and the
 * PG* variables, which refer to the user's own server.
 */
const cleanEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

/** Attaches to the running postmaster, or starts one. Returns with the shared lock held. */
async function attach(home: PostgresHome, settings: Record<string, string>) {
  let launches = 0
  let unreachableSince = 0
  for (;;) {
    const running = await postmaster(home.cluster)
    if (!running) {
      if (launches++ === 3) throw new Error(`PostgreSQL ended at once:\n${await endOfLog(home)}`)
      await launch(home, settings)
      continue
    }
    const tried = await hold(running.socket)
    if (tried instanceof Client) return { presence: tried, socket: running.socket }
    unreachableSince = tried === 'no socket' ? unreachableSince || Date.now() : 0
    // The socket is gone, for example because /tmp was cleared: the postmaster runs, but no process can connect.
    if (unreachableSince && Date.now() - unreachableSince > 10_000) await shutDown(home.cluster, running.socket)
    await sleep(15)
  }
}

/** Starts a postmaster. Resolves when it has written its pid file or has exited. */
async function launch(home: PostgresHome, settings: Record<string, string>): Promise<void> {
  const socket = await socketFolder(home)
  const pidFile = join(home.cluster, 'postmaster.pid')
  await disown(pidFile, home.cluster)
  await disown(join(socket, `.s.PGSQL.${port}.lock`), home.cluster)

  const parameters = {
    listen_addresses: '',
    unix_socket_directories: `"${socket}"`,
    unix_socket_permissions: '0700',
    port: String(port),
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...settings,
  }
  const args = [
    '-D',
    home.cluster,
    ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const file = logOf(home)
  const written = await stat(file).catch(() => undefined)
  if (written && written.size > 16_000_000) await rename(file, `${file}.old`)
  const log = await open(file, 'a', 0o600)
  // A separate process group, so that Ctrl-C in the terminal does not stop PostgreSQL while the server still uses it.
  const options = { ...home.runAs, cwd: '/', env: cleanEnvironment, detached: true }
  const child = spawn(join(home.bin, 'postgres'), args, { ...options, stdio: ['ignore', log.fd, log.fd] })
  child.once('error', () => undefined)
  child.unref()
  const ended = () => !child.pid || child.exitCode !== null || child.signalCode !== null
  while (!ended() && (await postmaster(home.cluster))?.pid !== child.pid) await sleep(10)
  await log.close()
}

/** Returns a connection that holds the shared lock. While the postmaster starts or stops, returns why there is none. */
async function hold(socket: string): Promise<Client | 'no socket' | 'busy'> {
  const client = new Client({ host: socket, port, user: 'finlist', database: 'postgres', ssl: false })
  client.on('error', () => undefined)
  try {
    if (socket === '') return 'no socket'
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [inUse])
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'no socket'
    if (/^(57P0[123]|ECONNRESET|EPIPE)$/.test(code) || String(error).includes('Connection terminated')) return 'busy'
    throw error
  }
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_database where datname = 'finlist'`)
  const alreadyThere = ['42P04', '23505']
  if (!rowCount) await client.query('create database finlist').catch(ignore(...alreadyThere))
}

/**
 * Returns true if no other process uses the cluster. This process then holds the exclusive lock. New processes wait for
 * the shared lock until the shutdown drops their connections, then start over.
 */
async function isLast(client: Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [inUse])
  const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [inUse])
  return rows[0]?.last === true
}

/**
 * Requests a fast shutdown, and an immediate one if the postmaster still runs after 30 s. After an immediate shutdown,
 * the next start runs recovery.
 */
async function shutDown(cluster: string, socket: string): Promise<void> {
  const pid = (await postmaster(cluster))?.pid
  if (!pid) return
  const since = Date.now()
  process.kill(pid, 'SIGINT')
  for (let forced = false; await isPostmaster(pid, cluster); await sleep(15)) {
    if (!forced && Date.now() - since > 30_000) {
      forced = true
      process.kill(pid, 'SIGQUIT')
    }
  }
  await rmdir(socket).catch(() => undefined)
}

function logOf({ cluster }: PostgresHome): string {
  return `${cluster}.log`
}

async function endOfLog(home: PostgresHome): Promise<string> {
  const text = await readFile(logOf(home), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-8).join('\n')
}
