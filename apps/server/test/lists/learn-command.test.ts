// @module-tag slow
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { barsOf, demoMarket } from '@finlist/demo-market/market'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

const market = demoMarket({ seed: 'learn', exchange: 'US', startDate: '2022-06-01', asOf: '2026-08-14', stocks: 50 })
let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
  for (const { listing, series } of market.stocks) {
    const bars = [...barsOf(market.days, series)]
    const columns = (['date', 'open', 'high', 'low', 'close', 'volume'] as const).map(name =>
      bars.map(bar => bar[name]),
    )
    await testServer.database.pool.query(`insert into stock (exchange, stock_code) values ('US', $1)`, [
      listing.stockCode,
    ])
    await testServer.database.pool.query(
      `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
       select 'US', $1, * from unnest($2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::bigint[]) as b`,
      [listing.stockCode, ...columns],
    )
  }
})
afterAll(() => testServer.close())

function learn(...args: string[]) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../src/commands/learn.ts', import.meta.url)), ...args],
    { env: childEnv({ LANG: 'C', DATABASE_URL: testServer.databaseUrl }), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', data => (out += String(data)))
  child.stderr.on('data', data => (err += String(data)))
  return new Promise<{ code: number | null; out: string; err: string }>(done =>
    child.on('close', code => done({ code, out, err })),
  )
}

it('finlist learn trains and tests on the stored prices up to the day, and prints the same model whatever prices come later', async () => {
  const first = await learn('--market', 'US', '--until', '2026-07-17')
  expect({ code: first.code, err: first.err.replaceAll(/^(tested )?week \d+ of \d+\n/gm, '') }).toEqual({
    code: 0,
    err: '',
  })
  expect(first.out).toMatch(/^US: 50 stocks, from 2022-06-\d\d to 2026-07-17\n\d+ stock-weeks with a known outcome: /)
  expect(first.out).toMatch(/\n {2}chance {2}[+-]\d+\.\d \[[+-]\d+\.\d, [+-]\d+\.\d\]\n/)
  expect(first.out).toMatch(/\nModel [0-9a-f]{64}, \d+ bytes\n$/)
  await testServer.database.pool.query(`update bar set close = close / 2, low = low / 2 where date > '2026-07-17'`)
  expect((await learn('--market', 'US', '--until', '2026-07-17')).out).toBe(first.out)
})

it.each([
  [['--market', 'XX'], 2, /^--market: one of HKEX/],
  [['--market', 'US', '--until', '2026-13-40'], 2, /^--until: YYYY-MM-DD/],
  [['--market', 'US', '--until', '2026-02-31'], 2, /^--until: YYYY-MM-DD/],
  [['--market', 'JP'], 1, /^JP has no stock with a year of prices/],
] as const)('finlist learn %j is refused', async (args, code, said) => {
  const refused = await learn(...args)
  expect({ code: refused.code, out: refused.out }).toEqual({ code, out: '' })
  expect(refused.err).toMatch(said)
})
