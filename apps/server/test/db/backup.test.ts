// @module-tag slow
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { user } from '@finlist/contract/account/account'
import { uploadStocks } from '@finlist/contract/staff/admin'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { root } from '../../../../tools/source-files.ts'
import { backUp, streamBackup } from '../../src/db/back-up.ts'
import { Damaged, seal } from '../../src/db/backup-file.ts'
import { markDemo } from '../../src/db/demo-mark.ts'
import { migrate, migrationNames } from '../../src/db/migrate.ts'
import { NotEmpty, restore } from '../../src/db/restore.ts'
import { DemoBackup, ownTarget } from '../../src/db/restore-target.ts'
import { atRest } from '../at-rest.ts'
import { lines, send } from '../data/send-files.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { everyTable } from './every-table.ts'

let folder: string
let testServer: TestServer
let owner: ApiClient
const hard = 'tab\tnew\nline back\\slash \\. 騰訊 🀄 "quoted", null \\N'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finlist-backup-'))
  testServer = await openTestServer({}, { demo: 'bought', payments: true, at: calmDay })
  const staff = await ApiClient.byToken(testServer, 'staff')
  owner = await ApiClient.byToken(testServer, 'hk-yearly')
  await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: lines('stockCode,stockName', '0700,Seven') })
  const { data } = await owner.ask(createWatchlist, { query: { watchlistName: 'Mine' } })
  const position = { stockCode: '0700', exchange: 'HKEX', buyPrice: 1.5, shares: 7 }
  await owner.ask(addWatchlistStock, { params: { id: String(data) }, body: position })
  await testServer.database.db.updateTable('users').set({ name: hard }).where('user_id', '=', owner.userId).execute()
  await atRest(testServer)
  // Larger than any chunk that is read or written.
  await testServer.database.pool.query(`update upload_file set gzipped = decode(repeat('00ff5c2e0a', 500000), 'hex')`)
  await testServer.database.pool.query('insert into upload_chunk select upload_id, field, 1, gzipped from upload_file')
})
afterAll(async () => {
  await testServer.close()
  await rm(folder, { recursive: true, force: true })
})

const backUpOf = async (url: string, name: string) => {
  const file = join(folder, name)
  await backUp([{ name: 'finlist', url }], file, new Date('2026-07-17T00:00:00Z'))
  return file
}
const into = (url: string) => async () => ({
  url,
  makeTables: (migrations: readonly string[]) => migrate(directly(url), undefined, new Set(migrations)),
  finish: () => migrate(directly(url)),
})

describe('a backup', () => {
  it('restored into an empty database has every row of every table, and a server on it works as before', async () => {
    const file = await backUpOf(testServer.databaseUrl, 'whole.gz')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const copy = await freshDatabase()
    try {
      const done = await restore(file, into(copy.url))
      const [before, after] = [await everyTable(testServer.databaseUrl), await everyTable(copy.url)]
      expect(after).toEqual(before)
      expect(done.tables).toBeGreaterThan(40)
      expect(before['watchlist_stock']).toMatch(/^1 /)
      const at = new Date(testServer.clock.now()).toISOString()
      const second = await openTestServer({}, { databaseUrl: copy.url, at })
      try {
        const again = Object.assign(new ApiClient(second), { token: owner.token })
        expect((await again.ask(user)).data).toMatchObject({ userId: owner.userId, name: hard })
        const made = await again.ask(createWatchlist, { query: { watchlistName: 'Another' } })
        expect(made.http).toBe(200)
      } finally {
        await second.close()
      }
    } finally {
      await copy.drop()
    }
  })

  it('is a consistent snapshot, even during writes', async () => {
    let busy = true
    const { pool } = testServer.database
    const atWork = (async () => {
      for (let n = 0; busy; n++) {
        await pool.query(
          `with made as (insert into users (issuer, subject, email) values ('at work', $1, $1) returning user_id)
           insert into user_role (user_id, role) select user_id, 'friend' from made`,
          [`${n}@example.com`],
        )
      }
    })()
    const file = await backUpOf(testServer.databaseUrl, 'busy.gz').finally(() => (busy = false))
    await atWork
    const copy = await freshDatabase()
    try {
      await restore(file, into(copy.url))
      const client = new pg.Client(copy.url)
      await client.connect()
      const { rows } = await client.query<{ people: number; roles: number }>(
        `select count(*)::int as people, count(r.user_id)::int as roles
         from users left join user_role r using (user_id) where issuer = 'at work'`,
      )
      await client.end()
      expect(rows[0]!.people).toBe(rows[0]!.roles)
    } finally {
      await copy.drop()
    }
  })

  it('counts the rows of a table even if the database confirms them later than the last of them', async () => {
    const slow = await confirmingLate(testServer.databaseUrl)
    const copy = await freshDatabase()
    try {
      await restore(await backUpOf(slow.url, 'late.gz'), into(copy.url))
      expect(await everyTable(copy.url)).toEqual(await everyTable(testServer.databaseUrl))
    } finally {
      slow.close()
      await copy.drop()
    }
  })

  it('of an earlier version is restored even if it counts no rows for a table that has some', async () => {
    const text = gunzipSync(await readFile(await backUpOf(testServer.databaseUrl, 'counted.gz'))).toString('latin1')
    const body = text.slice(0, text.lastIndexOf('-- sha256 ')).replaceAll(/^-- \d+ rows$/gm, '-- 0 rows')
    const bytes = Buffer.from(body, 'latin1')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = join(folder, 'uncounted.gz')
    await writeFile(file, gzipSync(Buffer.concat([bytes, Buffer.from(seal(sha256))]), { level: 1 }))
    const copy = await freshDatabase()
    try {
      await restore(file, into(copy.url))
      expect(await everyTable(copy.url)).toEqual(await everyTable(testServer.databaseUrl))
    } finally {
      await copy.drop()
    }
  })

  it('a backup that was changed or truncated anywhere is refused before it changes the database', async () => {
    const whole = await readFile(await backUpOf(testServer.databaseUrl, 'sound.gz'))
    const text = gunzipSync(whole)
    const changed = Buffer.from(text)
    changed[Math.floor(text.length / 2)]! ^= 1
    const files = {
      'cut.gz': whole.subarray(0, whole.length - 100),
      'bit.gz': Buffer.from(whole).fill(0, 2_000, 2_001),
      'changed.gz': gzipSync(changed, { level: 1 }),
      'shorter.gz': gzipSync(text.subarray(0, text.length - 1), { level: 1 }),
      'no-gzip.gz': Buffer.from('hello'),
      'empty.gz': gzipSync(''),
    }
    const copy = await freshDatabase()
    try {
      const before = await everyTable(copy.url)
      for (const [name, bytes] of Object.entries(files)) {
        const file = join(folder, name)
        await writeFile(file, bytes)
        const refused = await restore(file, into(copy.url)).catch((error: unknown) => error)
        expect([name, refused instanceof Damaged]).toEqual([name, true])
      }
      expect(await everyTable(copy.url)).toEqual(before)
    } finally {
      await copy.drop()
    }
  })

  it('written to a stream is identical to one in a file', async () => {
    const pieces: Buffer[] = []
    const out = new Writable({
      write(piece: Buffer, _, done) {
        pieces.push(piece)
        done()
      },
    })
    const { rows } = await streamBackup([{ name: 'finlist', url: testServer.databaseUrl }], out, new Date(0))
    const file = join(folder, 'streamed.gz')
    await writeFile(file, Buffer.concat(pieces))
    const copy = await freshDatabase()
    try {
      expect((await restore(file, into(copy.url))).rows).toBe(rows)
    } finally {
      await copy.drop()
    }
  })

  it('a backup of a demo is refused on an installation with real people, and changes nothing there', async () => {
    await markDemo(directly(testServer.databaseUrl), true)
    const file = await backUpOf(testServer.databaseUrl, 'of-a-demo.gz')
    const copy = await freshDatabase()
    try {
      const before = await everyTable(copy.url)
      const target = (takesDemo: boolean) => async () => ownTarget(directly(copy.url), { takesDemo })
      await expect(restore(file, target(false))).rejects.toThrow(DemoBackup)
      expect(await everyTable(copy.url)).toEqual(before)
      expect((await restore(file, target(true))).tables).toBeGreaterThan(40)
    } finally {
      await copy.drop()
    }
  })

  it('is not merged into a database that has rows, and leaves nothing behind if a row is refused', async () => {
    const file = await backUpOf(testServer.databaseUrl, 'again.gz')
    await expect(restore(file, into(testServer.databaseUrl))).rejects.toThrow(NotEmpty)
    const copy = await freshDatabase()
    const client = new pg.Client(copy.url)
    await client.connect()
    try {
      await client.query(`alter table watchlist_stock add constraint nothing_fits check (shares < 0)`)
      const before = await everyTable(copy.url)
      await expect(restore(file, into(copy.url))).rejects.toThrow('nothing_fits')
      expect(await everyTable(copy.url)).toEqual(before)
      await client.query('alter table watchlist_stock drop constraint nothing_fits')
      await restore(file, into(copy.url))
    } finally {
      await client.end()
      await copy.drop()
    }
  })

  it('a backup of an older version is restored into that version’s tables, which are then upgraded', async () => {
    const names = await migrationNames()
    const older = new Set(names.slice(0, names.indexOf('009-around-billing') + 1))
    const [old, copy] = [await freshDatabase({ isBare: true }), await freshDatabase({ isBare: true })]
    try {
      await migrate(directly(old.url), undefined, older)
      const client = new pg.Client(old.url)
      await client.connect()
      await client.query(`insert into users (issuer, subject, email) values ('i', 's', 'old@example.com')`)
      await client.end()
      await restore(await backUpOf(old.url, 'older.gz'), into(copy.url))
      const after = new pg.Client(copy.url)
      await after.connect()
      const people = await after.query<{ email: string }>('select email from users')
      const migrations = await after.query<{ name: string }>('select name from migration')
      await after.end()
      expect(people.rows).toEqual([{ email: 'old@example.com' }])
      expect(migrations.rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
    } finally {
      await old.drop()
      await copy.drop()
    }
  })
})

describe('finlist backup and finlist restore', () => {
  it('move the embedded database with its test payments to another folder, and explain each refusal', async () => {
    const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'embedded.gz')]
    await run('user', from, 'me@example.com', '--role', 'admin')
    expect(await run('backup', from, file)).toMatch(/^.*embedded\.gz: \d+ tables, \d+ rows, \d+ bytes/)
    expect(await run('backup', from, file)).toContain('there is such a file already')
    expect(await run('restore', to, file)).toMatch(/tables, \d+ rows are back/)
    expect(await run('restore', to, file)).toContain('The database is not empty')
    expect(await run('restore', to, join(folder, 'none.gz'))).toContain('there is no such file')
    expect(await run('token', to, 'me@example.com')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  })
})

/** A way to the database on which the end of each COPY arrives before the message that confirms it. */
async function confirmingLate(databaseUrl: string): Promise<{ url: string; close: () => void }> {
  const { host, port } = new pg.Client(databaseUrl)
  const database = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  const copyDone = Buffer.from([0x63, 0, 0, 0, 4])
  const server = createServer({ noDelay: true }, near => {
    const far = connect(database)
    near.pipe(far)
    near.on('error', () => far.destroy())
    void (async () => {
      for await (const piece of far as AsyncIterable<Buffer>) {
        const end = piece.indexOf(copyDone) + copyDone.length
        near.write(end < copyDone.length ? piece : piece.subarray(0, end))
        if (end < copyDone.length) continue
        await sleep(5)
        near.write(piece.subarray(end))
      }
      near.end()
    })().catch(() => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', String((server.address() as AddressInfo).port))
  return { url: url.href, close: () => server.close() }
}

async function run(command: string, dataDir: string, ...args: string[]): Promise<string> {
  const program = join(root, 'apps/server/src/commands', `${command}.ts`)
  const env = childEnv({ HOME: process.env['HOME'] ?? '', DATA_DIR: dataDir })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout || stderr
}
