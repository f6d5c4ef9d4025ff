import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { root } from '../../../../tools/source-files.ts'
import { Damaged, rowsEnd, seal } from '../../src/db/backup-file.ts'
import { migrationNames } from '../../src/db/migrate.ts'
import { restore } from '../../src/db/restore.ts'
import { NewerBackup, ownTarget } from '../../src/db/restore-target.ts'
import { everyTable, everyTableOf } from '../db/every-table.ts'

let folder: string
let names: string[]
let fresh: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client
let before: unknown
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finlist-hostile-backup-'))
  names = await migrationNames()
  fresh = await freshDatabase()
  client = new pg.Client(fresh.url)
  await client.connect()
  before = await everyTableOf(client)
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Writes a file with a correct checksum, which protects against accidents, not against forgery. */
async function fileOf(text: string | Buffer): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.gz`)
  const sha256 = createHash('sha256').update(text).digest('hex')
  await writeFile(file, gzipSync(Buffer.concat([Buffer.from(text), Buffer.from(seal(sha256))]), { level: 1 }))
  return file
}
type Header = { format: string; at: string; databases: Record<string, unknown>[] }
const header = (over: Record<string, unknown> = {}, { at = '2026-07-17T00:00:00.000Z', ...contents } = {}): Header => ({
  format: 'finlist-backup/1',
  at,
  databases: [{ name: 'finlist', migrations: names, tables: [], sequences: {}, ...over }],
  ...contents,
})
const scriptOf = (contents: unknown, body = '\\connect finlist\n') => `-- ${JSON.stringify(contents)}\n${body}`
const listing = (name: string, columns: string[], rows: string[]) => ({
  over: { tables: [{ name, columns }] },
  body: `\\connect finlist\ncopy "${name}" (${columns.map(column => `"${column}"`).join(', ')}) from stdin;\n${rows.map(row => `${row}\n`).join('')}${rowsEnd(rows.length)}`,
})
const withTable = ({ over, body }: ReturnType<typeof listing>) => scriptOf(header(over), body)

const restoreInto = (file: string) =>
  restore(file, async name => (name === 'finlist' ? ownTarget(directly(fresh.url)) : undefined))

const twice = () => {
  const { databases, ...contents } = header()
  return { ...contents, databases: [...databases, ...databases] }
}

describe('a forged backup with a correct checksum,', () => {
  it.each<[string, () => string | Buffer, RegExp]>([
    ['with a first line that is no JSON', () => '-- {"format": "finlist-backup/1",\n', /it is no backup/],
    [
      'without databases',
      () => scriptOf({ format: 'finlist-backup/1', at: '2026-07-17T00:00:00.000Z' }),
      /its first line/,
    ],
    [
      'without a database of ours',
      () => scriptOf({ ...header(), databases: [] }, ''),
      /no database that this server uses/,
    ],
    ['of another’s database', () => scriptOf(header({ name: 'wordpress' })), /no database that this server uses/],
    ['with the same database twice', () => scriptOf(twice(), '\\connect finlist\n\\connect finlist\n'), /twice/],
    ['of another format', () => scriptOf({ ...header(), format: 'finlist-backup/2' }), /of another version/],
    ['with an invalid time', () => scriptOf(header({}, { at: '\u001b[2J' })), /its first line/],
    ['with invalid tables', () => scriptOf(header({ tables: 'users' })), /its first line/],
    ['without columns', () => scriptOf(header({ tables: [{ name: 'users', columns: [] }] })), /its first line/],
    ['with an unknown sequence', () => scriptOf(header({ sequences: { nothing: '1' } })), /nothing/],
    [
      'with a sequence that is no number',
      () => scriptOf(header({ sequences: { users_user_id_seq: {} } })),
      /its first line/,
    ],
    [
      'that replaces the list of migrations',
      () => withTable(listing('migration', ['name'], ['002-market-data'])),
      /migration/,
    ],
    ['of a system table', () => withTable(listing('pg_authid', ['rolname'], ['me'])), /pg_authid/],
    ['of a view', () => withTable(listing('pg_stat_activity', ['pid'], ['1'])), /pg_stat_activity/],
    ['of a table that is not ours', () => withTable(listing('wp_users', ['id'], ['1'])), /wp_users/],
    [
      'of a table in another schema',
      () => withTable(listing('information_schema.tables', ['a'], ['1'])),
      /information_schema/,
    ],
    [
      'with an order in a name',
      () => withTable(listing('users"; drop table users; --', ['user_id'], ['1'])),
      /drop table/,
    ],
    [
      'with rows that are none',
      () => withTable(listing('record_witness', ['name', 'size'], ['a\tx'])),
      /record_witness/,
    ],
    ['that leaves out what its tables need', () => withTable(listing('users', ['email'], [])), /referenced/],
    [
      'that ends in the middle of rows',
      () =>
        scriptOf(
          header({ tables: [{ name: 'record_witness', columns: ['name'] }] }),
          '\\connect finlist\ncopy "record_witness" ("name") from stdin;\n',
        ),
      /it ends too early/,
    ],
  ])('%s is refused with a reason, and the database does not change', async (_, text, reason) => {
    const refused = await restoreInto(await fileOf(text())).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Damaged)
    expect((refused as Error).message).toMatch(reason)
    expect(await everyTableOf(client)).toEqual(before)
  })

  it('a forged backup of a newer version is refused, naming what this version does not know', async () => {
    const file = await fileOf(scriptOf(header({ migrations: [...names, '999-tomorrow'] })))
    await expect(restoreInto(file)).rejects.toThrow(NewerBackup)
    expect(await everyTableOf(client)).toEqual(before)
  })

  it('a forged backup with an incomplete list of migrations is not restored, even into an empty database', async () => {
    const bare = await freshDatabase({ isBare: true })
    const into = async (file: string) =>
      await restore(file, async () => ownTarget(directly(bare.url))).catch((error: unknown) => error)
    try {
      const users = { tables: [{ name: 'users', columns: ['email'] }] }
      for (const migrations of [[], names.slice(-1)]) {
        const refused = await into(await fileOf(scriptOf(header({ ...users, migrations }))))
        expect(refused).toBeInstanceOf(Damaged)
      }
      expect(Object.keys(await everyTable(bare.url))).not.toContain('users')
    } finally {
      await bare.drop()
    }
  })

  it('a forged backup whose first line unpacks to 16 MB is refused before the line is fully read', {
    tags: ['slow'],
  }, async () => {
    const file = await fileOf(Buffer.concat([Buffer.from('-- {"at":"'), Buffer.alloc(16 * 1_048_576, 'x')]))
    await expect(restoreInto(file)).rejects.toThrow(/a line that is too long/)
  })
})

it('finlist restore prints in one line why it refuses a forged file, without a stack trace', {
  tags: ['slow'],
}, async () => {
  const program = join(root, 'apps/server/src/commands/restore.ts')
  const env = childEnv({ HOME: process.env['HOME'] ?? '', DATABASE_URL: directly(fresh.url) })
  const dump = join(folder, 'dump.sql')
  await writeFile(dump, 'PGDMP\u0001\u000e')
  const files = [
    dump,
    folder,
    await fileOf(scriptOf({ format: 'finlist-backup/1' })),
    await fileOf(withTable(listing('pg_authid', ['rolname'], ['me']))),
  ]
  for (const file of files) {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, file], { env }).catch(
      (error: { stdout: string; stderr: string }) => error,
    )
    expect(stdout).toBe('')
    expect(stderr.split('\n')).toEqual([expect.stringMatching(/^\/.*: .*\. Nothing was restored\.$/), ''])
  }
  expect(await everyTableOf(client)).toEqual(before)
})
