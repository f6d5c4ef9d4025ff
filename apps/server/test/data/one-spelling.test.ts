import { afterAll, beforeAll, expect, it } from 'vitest'
import { oneSpelling } from '../../src/market-data/import/one-spelling.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

const now = Date.parse('2026-07-17T12:00:00Z')
const bars = async () => {
  const { rows } = await testServer.database.pool.query<{ bar: string }>(
    `select stock_code || ' ' || date || ' ' || close as bar from bar where exchange = 'US' order by stock_code, date`,
  )
  return rows.map(({ bar }) => bar)
}

it('stocks stored as BRK-B become BRK.B; if both have a bar of the same day, the job fails until staff delete one', async () => {
  const { database } = testServer
  const { pool } = database
  await pool.query(`insert into stock (exchange, stock_code, stock_name)
    values ('US', 'BF-B', 'Brown'), ('US', 'BF.B', ''), ('US', 'BRK-B', 'Berkshire'), ('US', 'A-BC', 'Other')`)
  await pool.query(`insert into bar (exchange, stock_code, date, open, high, low, close, volume)
    select 'US', code, day::date, close, close, close, close, 1 from (values ('BF-B', '2026-07-15', 1), ('BF.B', '2026-07-15', 2),
      ('BRK-B', '2026-07-15', 3), ('BRK-B', '2026-07-16', 4), ('A-BC', '2026-07-16', 5)) it (code, day, close)`)
  await expect(oneSpelling(database).run(now)).rejects.toThrow('BF-B and BF.B')
  expect(await bars()).toEqual([
    'A-BC 2026-07-16 5',
    'BF-B 2026-07-15 1',
    'BF.B 2026-07-15 2',
    'BRK.B 2026-07-15 3',
    'BRK.B 2026-07-16 4',
  ])
  await pool.query(`delete from bar where stock_code = 'BF.B'`)
  expect(await oneSpelling(database).run(now)).toEqual({ rows: 1 })
  expect(await bars()).toContain('BF.B 2026-07-15 1')
  const { rows } = await pool.query(`select stock_code, stock_name from stock where exchange = 'US' order by 1`)
  expect(rows).toEqual([
    { stock_code: 'A-BC', stock_name: 'Other' },
    { stock_code: 'BF.B', stock_name: 'Brown' },
    { stock_code: 'BRK.B', stock_name: 'Berkshire' },
  ])
  expect(await oneSpelling(database).run(now)).toEqual({ rows: 0 })
})
