import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it } from 'vitest'
import { childEnv } from '../../../tools/child-env.ts'
import { directly, freshDatabase } from '../../../tools/fresh-database.ts'
import { failureText } from '../src/boot/failure-text.ts'
import { migrate } from '../src/db/migrate.ts'

it('an error’s text includes every cause with the database’s message, and stops at a cycle', () => {
  const deepest = Object.assign(new Error('relation "dispute" already exists'), {
    code: '42P07',
    detail: 'Made by hand.',
  })
  const middle = new Error('the second file', { cause: deepest })
  const text = failureText(new Error('migration 250-disputes failed', { cause: middle }), {})
  expect(text).toMatch(/^Error: migration 250-disputes failed\n {4}at /)
  expect(text).toContain(
    'Caused by Error: the second file\nCaused by Error: relation "dispute" already exists\n  code: 42P07\n  detail: Made by hand.',
  )
  deepest.cause = middle
  expect(failureText(middle, {}).match(/Caused by/g)).toHaveLength(1)
  expect(failureText(new AggregateError([new Error('refused')], 'none answered'), {})).toContain(
    'Caused by Error: refused',
  )
  expect(failureText('a text', {})).toBe('a text')
})

it('an error’s text omits passwords and secrets', () => {
  const env = {
    DATABASE_URL: 'postgres://finlist:p%40ss-word@db.example/finlist',
    STRIPE_SECRET_KEY: 'sk_live_1234567890',
    PORT: '4100',
  }
  const cause = new Error('postgres://other:hidden@db.example refused p@ss-word and sk_live_1234567890 at 4100')
  const text = failureText(new Error('no', { cause }), env)
  for (const secret of ['hidden', 'p@ss-word', 'p%40ss-word', 'sk_live']) expect(text).not.toContain(secret)
  expect(text).toContain('postgres://other:***@db.example refused *** and *** at 4100')
})

it('a command whose migration fails prints the database’s message', { tags: ['slow'] }, async () => {
  const fresh = await freshDatabase()
  try {
    await migrate(directly(fresh.url))
    const client = new pg.Client(directly(fresh.url))
    await client.connect()
    await client.query(`delete from migration where name = '250-disputes'`)
    await client.end()
    const command = fileURLToPath(new URL('../src/commands/keys.ts', import.meta.url))
    const { stderr, status } = spawnSync(process.execPath, [command], {
      env: childEnv({ DATABASE_URL: fresh.url, PUBLIC_URL: 'https://finlist.example' }),
      encoding: 'utf8',
      timeout: 30_000,
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('migration 250-disputes failed')])
    expect(stderr).toMatch(/Caused by error: relation "dispute" already exists\n {2}code: 42P07/)
  } finally {
    await fresh.drop()
  }
})
