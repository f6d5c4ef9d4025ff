// @module-tag slow
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { type Cleanups, prepare, runCleanups } from '../../src/boot/prepare.ts'
import { readConfig } from '../../src/config.ts'
import { markDemo } from '../../src/db/demo-mark.ts'
import { migrate, migrationNames } from '../../src/db/migrate.ts'

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@finlist.example' }
const live = { PUBLIC_URL: 'https://finlist.example', TRUSTED_PROXIES: '1', ...mail }
/** Uses the keys of a Stripe test account, so that no sandbox is started. */
const demo = {
  PUBLIC_URL: 'https://demo.example',
  DEMO_PUBLIC: 'yes',
  DEMO_DATA: 'off',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

/**
 * Runs the startup checks, up to the point where the server would accept calls, with these settings on this database.
 */
async function start(databaseUrl: string, env: Record<string, string>): Promise<void> {
  const opened: Cleanups = []
  const config = readConfig({
    ...env,
    DATABASE_URL: databaseUrl,
    DATABASE_LISTEN_URL: directly(databaseUrl),
    PORT: String(await freePort()),
  })
  try {
    await prepare(config, opened, () => undefined)
  } finally {
    await runCleanups(opened)
  }
}

const isTaken = (databaseUrl: string, env: Record<string, string>) =>
  start(databaseUrl, env).then(
    () => true,
    (error: Error) => {
      if (error.message.startsWith('DEMO_PUBLIC: ')) return false
      throw error
    },
  )

async function onFresh(work: (url: string, client: pg.Client) => Promise<void>, isBare = false): Promise<void> {
  const fresh = await freshDatabase({ isBare })
  const client = new pg.Client(fresh.url)
  await client.connect()
  try {
    await work(fresh.url, client)
  } finally {
    await client.end()
    await fresh.drop()
  }
}

const addPerson = (email: string) => `insert into users (issuer, subject, email) values ('x', '${email}', '${email}')`
const demoAccounts = `${addPerson('free@demo.example')}; insert into demo_part (name, version) values ('accounts', 1)`

describe('a public demo', () => {
  it('runs on a database that was created for a demo, any number of times', () =>
    onFresh(async (url, client) => {
      expect(await isTaken(url, demo)).toBe(true)
      await client.query(addPerson('someone@finlist.example'))
      expect(await isTaken(url, demo)).toBe(true)
      await start(url, live)
      expect(await isTaken(url, demo)).toBe(true)
    }))

  it('is refused on a database created for real people, even while nobody has signed up', () =>
    onFresh(async (url, client) => {
      await start(url, live)
      await expect(start(url, demo)).rejects.toThrow(/^DEMO_PUBLIC: .*empty database of its own/)
      const { rows } = await client.query<{ people: number }>('select count(*)::int as people from users')
      expect(rows[0]!.people).toBe(0)
    }))

  it('is still refused on that database later, because the purpose of a database cannot be changed', () =>
    onFresh(async (url, client) => {
      await start(url, live)
      for (const change of [
        'update demo_mark set is_demo = true',
        'delete from demo_mark',
        'truncate demo_mark',
        'insert into demo_mark (is_demo) values (true)',
        'insert into demo_mark (single_row, is_demo) values (false, true)',
      ])
        await expect(client.query(change)).rejects.toThrow(/keeps the mark|demo_mark/)
      expect(await markDemo(url, true)).toBe(false)
    }))
})

describe('a database from before its purpose was stored', () => {
  it.each<[string, string, boolean]>([
    ['is a demo’s if the demo’s accounts came first', `${demoAccounts}; ${addPerson('me@finlist.example')}`, true],
    [
      'is not if people came first and a demo was run on it later',
      `${addPerson('me@finlist.example')}; ${demoAccounts}`,
      false,
    ],
    ['is not if a person merely has such an address', addPerson('free@demo.example'), false],
  ])('is recognised by the people in it: %s', (_, rows, isDemos) =>
    onFresh(async (url, client) => {
      const before = (await migrationNames()).filter(name => name !== '100-demo-mark')
      await migrate(directly(url), undefined, new Set(before))
      await client.query(rows)
      expect(await isTaken(url, demo)).toBe(isDemos)
    }, true),
  )

  it('a database from before its purpose was stored gets the purpose of its first start if it has no people', () =>
    onFresh(async url => {
      await start(url, demo)
      expect(await markDemo(url, false)).toBe(true)
    }))
})
