import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../free-port.ts'
import { throwawayFolder } from '../../throwaway-folder.ts'
import { MissingEngine } from './missing.ts'
import { databaseUser, postgresPrograms } from './postgres.ts'

/** Patroni's timing in seconds. A dead leader is noticed when its lease, which lasts `ttl`, ends. */
const timing = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

type Node = { name: string; port: number; cluster: string; patroni: ChildProcess }

export type Cluster = {
  /** The connection address. It lists all hosts, and a client connects to the one that accepts writes. */
  url: string
  ports: readonly number[]
  programs: string
  /** Kills the leader with signal 9: first its Patroni, then PostgreSQL. Returns the node's name. */
  killLeader(): Promise<string>
  /** Restarts a node that was killed. */
  startAgain(name: string): void
  /** The role of each node, as PostgreSQL itself reports it. */
  roles(): Promise<Record<string, 'leader' | 'standby' | 'down'>>
  timing: typeof timing
  stop(): Promise<void>
}

function assertPatroni(): void {
  if (!existsSync('/usr/bin/patroni')) throw new MissingEngine('Patroni', 'apt-get install patroni')
  if (!existsSync('/usr/bin/etcd')) throw new MissingEngine('etcd', 'apt-get install etcd-server')
}

/** Starts etcd and three Patroni nodes on 127.0.0.1; each commit waits for one of the two standbys. */
export async function startCluster(database = 'finlist'): Promise<Cluster> {
  assertPatroni()
  const programs = await postgresPrograms(15)
  const folder = await throwawayFolder('finlist-patroni')
  const user = databaseUser()
  const run = { ...user, cwd: '/', env: { PATH: `${programs}:/usr/bin:/bin`, LC_ALL: 'C.UTF-8', HOME: folder.path } }
  const etcd = await startEtcd(folder.path)
  const nodes: Node[] = []

  const start = (file: string) =>
    spawn('/usr/bin/patroni', [file], {
      ...run,
      stdio: ['ignore', 'ignore', process.env['PATRONI_LOG'] ? 'inherit' : 'ignore'],
    })
  for (const name of ['one', 'two', 'three']) {
    const [port, restPort] = [await freePort(), await freePort()]
    const home = join(folder.path, name)
    await mkdir(home, { mode: 0o700 })
    if (user) await chown(home, user.uid, user.gid)
    const cluster = join(home, 'postgres')
    const file = join(folder.path, `${name}.yml`)
    await writeFile(file, settingsOf({ name, port, restPort, etcdPort: etcd.port, cluster, programs, home }))
    nodes.push({ name, port, cluster, patroni: start(file) })
    // The first node creates the cluster; the others copy it.
    if (nodes.length === 1) await until(async () => (await roleAt(port)) === 'leader')
  }
  const leader = () => nodes[0]!
  await until(async () => (await Promise.all(nodes.map(({ port }) => roleAt(port)))).every(role => role !== 'down'))
  const client = new pg.Client(`postgres://finlist@127.0.0.1:${leader().port}/postgres`)
  await client.connect()
  await client.query(`create database ${database}`)
  await until(async () => {
    const { rowCount } = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
    return rowCount === 1
  })
  await client.end()
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')

  return {
    url: `postgres://finlist@${hosts}/${database}?target_session_attrs=read-write`,
    ports: nodes.map(({ port }) => port),
    programs,
    timing,
    async roles() {
      return Object.fromEntries(await Promise.all(nodes.map(async ({ name, port }) => [name, await roleAt(port)])))
    },
    async killLeader() {
      for (const { name, port, cluster, patroni } of nodes) {
        if ((await roleAt(port)) !== 'leader') continue
        const postmaster = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10)
        patroni.kill('SIGKILL')
        process.kill(postmaster, 'SIGKILL')
        return name
      }
      throw new Error('there is no leader')
    },
    startAgain(name) {
      const node = nodes.find(one => one.name === name)!
      node.patroni = start(join(folder.path, `${name}.yml`))
    },
    async stop() {
      for (const { patroni, cluster } of nodes) {
        patroni.kill('SIGKILL')
        const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), 10)
        if (pid > 0) execFileSync('/bin/sh', ['-c', 'kill -QUIT "$0" 2>/dev/null || true', String(pid)])
      }
      etcd.child.kill('SIGKILL')
      await wait(500)
      await folder.remove()
    },
  }
}

async function startEtcd(folder: string): Promise<{ port: number; child: ChildProcess }> {
  const [port, peers] = [await freePort(), await freePort()]
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peers}`]
  const args = ['--data-dir', join(folder, 'etcd'), '--listen-client-urls', client, '--advertise-client-urls', client]
  args.push('--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`)
  const child = spawn('/usr/bin/etcd', [...args, '--unsafe-no-fsync'], { cwd: '/', stdio: 'ignore' })
  await until(async () => (await fetch(`${client}/health`)).ok)
  return { port, child }
}

type Settings = {
  name: string
  port: number
  restPort: number
  etcdPort: number
  cluster: string
  programs: string
  home: string
}

const settingsOf = ({ name, port, restPort, etcdPort, cluster, programs, home }: Settings) => `
scope: finlist
name: ${name}
restapi: { listen: '127.0.0.1:${restPort}', connect_address: '127.0.0.1:${restPort}' }
etcd3: { host: '127.0.0.1:${etcdPort}' }
bootstrap:
  dcs:
    ttl: ${timing.ttl}
    loop_wait: ${timing.loop_wait}
    retry_timeout: ${timing.retry_timeout}
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 300, wal_log_hints: 'on' }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, { auth: trust }]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${cluster}
  bin_dir: ${programs}
  pgpass: ${home}/pgpass
  pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust', 'local all all trust']
  authentication: { superuser: { username: finlist }, replication: { username: finlist }, rewind: { username: finlist } }
  parameters: { unix_socket_directories: '${home}', timezone: UTC }
`

async function roleAt(port: number): Promise<'leader' | 'standby' | 'down'> {
  const client = new pg.Client({
    connectionString: `postgres://finlist@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 1_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]!.standby ? 'standby' : 'leader'
  } catch {
    return 'down'
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function until(holds: () => Promise<boolean>, withinMs = 120_000): Promise<void> {
  const since = performance.now()
  while (!(await holds().catch(() => false))) {
    if (performance.now() - since > withinMs) throw new Error(`not so after ${withinMs / 1_000} s: ${holds.toString()}`)
    await wait(100)
  }
}
