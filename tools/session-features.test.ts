import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sessionFeaturesOf } from './session-features.ts'
import { root } from './source-files.ts'

/**
 * Files that use a direct connection to the database (`sessions`, DATABASE_LISTEN_URL), or that implement transactions.
 */
const withASessionOfTheirOwn: Record<string, string[]> = {
  'apps/server/src/db/change-feed.ts': ['LISTEN'],
  'apps/server/src/db/database.ts': ['a connection kept beyond a transaction'],
  'apps/server/src/db/embedded.ts': ['an advisory lock of the session'],
  'apps/server/src/db/locks.ts': ['an advisory lock of the session'],
  'apps/server/src/db/migrate.ts': ['an advisory lock of the session'],
  'apps/server/src/demo/load.ts': ['an advisory lock of the session'],
  'packages/identity/src/second-factor.ts': ['a connection kept beyond a transaction'],
}

const files = globSync('{apps/server,packages/identity}/src/**/*.{ts,sql}', { cwd: root }).toSorted()

describe('use of a database session, which a connection pooler in transaction mode does not provide', () => {
  it('only the listed files use features that need their own database session', () => {
    const found = files.flatMap(file => {
      const features = sessionFeaturesOf(readFileSync(join(root, file), 'utf8'))
      const own = withASessionOfTheirOwn[file] ?? []
      return features.filter(feature => !own.some(name => feature.startsWith(`${name}: `))).map(it => `${file}: ${it}`)
    })
    expect(found).toEqual([])
    expect(files.length).toBeGreaterThan(400)
  })

  it('every listed file still needs its own database session', () => {
    for (const [file, names] of Object.entries(withASessionOfTheirOwn)) {
      const features = sessionFeaturesOf(readFileSync(join(root, file), 'utf8')).join('\n')
      for (const name of names) expect(`${file}: ${features}`).toContain(`${name}: `)
    }
  })

  it.each([
    'await tx.query(`listen finlist`)',
    'await tx.query(\'LISTEN "news"\')',
    "await tx.query('unlisten *')",
    'sql`select pg_advisory_lock(1)`',
    'sql`select pg_try_advisory_lock_shared(1)`',
    "tx.query('set statement_timeout = 0')",
    "tx.query(`begin; set session time zone 'UTC'`)",
    "tx.query('reset all')",
    "sql`select set_config('a.b', ${value}, false)`",
    'tx.query(`create temp table t (a int)`)',
    'tx.query(`create temporary table t (a int) on commit delete rows`)',
    "tx.query('create temp view v as select 1')",
    'tx.query(`declare c cursor with hold for select 1`)',
    "tx.query('prepare p as select 1')",
    "tx.query({ name: 'by-id', text: 'select 1' })",
    "tx.query('deallocate all')",
    'const client = await database.pool.connect()',
  ])('a session feature is found: %s', written => {
    expect(sessionFeaturesOf(written)).toHaveLength(1)
  })

  it.each([
    "import { listen } from './listen.ts'",
    'await app.listen({ port })',
    '/** It hears, where others `listen to` it. */',
    'sql`select pg_advisory_xact_lock(1)`',
    'sql`select pg_try_advisory_xact_lock(1)`',
    "tx.query('set local lock_timeout = 0')",
    "tx.query('set constraints all immediate')",
    'sql`update users set email = ${email}`',
    "sql`select set_config('finlist.upload', upload_id::text, true)`",
    'tx.query(`create temp table t on commit drop as select 1`)',
    'tx.query(`create temporary table ${table} (line integer, ${shape}) on commit drop`)',
    'sql`declare own no scroll cursor for select 1`',
    "tx.query({ text: 'select 1', values: [] })",
    'await client.connect()',
  ])('statements that need no session are ignored: %s', written => {
    expect(sessionFeaturesOf(written)).toEqual([])
  })
})
