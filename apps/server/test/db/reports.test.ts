import { globSync, readFileSync } from 'node:fs'
import { user } from '@finlist/contract/account/account'
import { exportPersonalData } from '@finlist/contract/account/preferences'
import { overview } from '@finlist/contract/staff/overview'
import { revenue } from '@finlist/contract/staff/revenue'
import { countUsers, listUsers } from '@finlist/contract/staff/users'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directly, freshDatabase } from '../../../../tools/fresh-database.ts'
import { root } from '../../../../tools/source-files.ts'
import { readConfig } from '../../src/config.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

/** Another database in place of the standby, so that a test sees which one was read. */
let aside: Awaited<ReturnType<typeof freshDatabase>>
let testServer: TestServer
let admin: ApiClient
beforeAll(async () => {
  aside = await freshDatabase()
  await onAside(`insert into users (issuer, subject, email, name) values ('i', 's', 'aside@example.com', '')`)
  testServer = await openTestServer({}, { reportsUrl: aside.url })
  admin = await ApiClient.byToken(testServer, 'admin')
})
afterAll(async () => {
  await testServer.close()
  await aside.drop()
})

async function onAside(sql: string) {
  const client = new pg.Client(directly(aside.url))
  await client.connect()
  await client.query(sql)
  await client.end()
}

const usersOf = async () => (await admin.ask(listUsers, { query: { limit: '50' } })).data.data.map(({ email }) => email)

describe('a standby database for reports', () => {
  it('serves the user list, its count and revenue, but nothing that decides access', async () => {
    expect(await usersOf()).toEqual(['aside@example.com'])
    expect((await admin.ask(countUsers)).data).toEqual({ total: 1 })
    const month = new Date().toISOString().slice(0, 7)
    expect((await admin.ask(revenue, { query: { from: month, to: month } })).http).toBe(200)
    // The standby has no users of the main database, yet the server recognises them and their rights.
    const person = await ApiClient.byToken(testServer, 'hk-yearly')
    expect((await person.ask(user)).data).toMatchObject({ email: 'hk-yearly@demo.example' })
    expect((await person.ask(listUsers, { query: { limit: '50' } })).http).toBe(403)
  })

  it('does not delay the removal of a right', async () => {
    const other = await ApiClient.byToken(testServer, 'staff')
    expect((await other.ask(countUsers)).http).toBe(200)
    await testServer.database.write(tx =>
      tx.query(`delete from user_role where user_id = $1 and role = 'staff'`, [other.userId]),
    )
    expect((await other.ask(countUsers)).http).toBe(403)
  })

  it('shows its lag to staff, and the main database replaces it while it does not respond', async () => {
    expect((await admin.ask(overview)).data.server.reports).toEqual({ lagSeconds: 0 })
    const gone = await openTestServer({}, { reportsUrl: 'postgres://finlist@127.0.0.1:9/gone' })
    try {
      const staff = await ApiClient.byToken(gone, 'admin')
      expect((await staff.ask(overview)).data.server.reports).toEqual({ lagSeconds: null })
      expect((await staff.ask(countUsers)).data.total).toBeGreaterThan(1)
      expect((await staff.raw('GET', exportPersonalData.path)).http).toBe(200)
    } finally {
      await gone.close()
    }
  })

  it('is read only by the listed files', () => {
    const readers = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(file =>
      /\breports\.place\(|DATABASE_REPORTS_URL/.test(readFileSync(`${root}/${file}`, 'utf8')),
    )
    expect(readers.toSorted()).toEqual([
      'apps/server/src/auth/personal-data.ts',
      'apps/server/src/boot/run-server.ts',
      'apps/server/src/commands/backup.ts',
      'apps/server/src/config.ts',
      'apps/server/src/environment.ts',
      'apps/server/src/features/picking/reconstruction/reconstruct.ts',
      'apps/server/src/features/revenue/routes.ts',
      'apps/server/src/features/users/routes.ts',
      'apps/server/src/market-data/screen/past-boards.ts',
    ])
  })

  it('is refused if it is the main database itself', () => {
    expect(() => readConfig({ DATABASE_REPORTS_URL: 'postgres://127.0.0.1/x' })).toThrow(
      /DATABASE_REPORTS_URL: .*DATABASE_URL/,
    )
  })
})
