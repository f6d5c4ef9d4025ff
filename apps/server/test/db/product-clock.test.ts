import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

it('every time that the database sets by default follows the product’s clock, except in the tables of the provider and the migrations', async () => {
  const { rows } = await testServer.database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = current_schema() and column_default ~ '(^|[^_])now\\(|clock_timestamp|current_timestamp'
     order by name`,
  )
  expect(rows.map(({ name }) => name).filter(name => !name.startsWith('identity_'))).toEqual(['migration.applied_at'])
})

it('the product’s time in SQL differs from the machine’s by as much as the clock was moved', async () => {
  const ahead = async () =>
    (
      await testServer.database.pool.query<{ ms: number }>(
        'select extract(epoch from product_now() - now()) * 1000 as ms',
      )
    ).rows[0]!.ms
  expect(await ahead()).toBe(0)
  await testServer.database.db.insertInto('product_clock').values({ ahead_ms: 86_400_000 }).execute()
  expect(await ahead()).toBe(86_400_000)
})
