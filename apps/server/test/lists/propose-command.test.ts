// @module-tag slow
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finListStocks } from '@finlist/contract/finlist'
import { barsOf, demoMarket } from '@finlist/demo-market/market'
import { pickingStocks } from '@finlist/demo-market/picking-stocks'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type IssueRow, issueOf } from '@finlist/domain/picking/issue'
import { constantsOf } from '@finlist/domain/picking/method'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const day = '2026-07-17'
const market = demoMarket({ seed: 'propose', exchange: 'US', startDate: '2023-06-01', asOf: '2026-08-14', stocks: 80 })
const stocks = pickingStocks(market).map(stock => ({ ...stock, splits: [] }))
let testServer: TestServer
let folder: string

beforeAll(async () => {
  testServer = await openTestServer()
  folder = await mkdtemp(join(tmpdir(), 'finlist-propose-test-'))
  for (const { listing, series } of market.stocks) {
    const bars = [...barsOf(market.days, series)]
    const columns = (['date', 'open', 'high', 'low', 'close', 'volume'] as const).map(name =>
      bars.map(bar => bar[name]),
    )
    // Insert newest first, as some files do, because the order of the rows must not matter.
    await testServer.database.pool.query(
      `insert into bar (exchange, stock_code, date, open, high, low, close, volume)
       select 'US', $1, * from unnest($2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::bigint[])
         as b(date, open, high, low, close, volume) order by date desc`,
      [listing.stockCode, ...columns],
    )
  }
})
afterAll(async () => {
  await testServer.close()
  await rm(folder, { recursive: true, force: true })
})

const sql = (text: string, values: unknown[] = []) => testServer.database.pool.query(text, values)

function run(name: 'propose' | 'import', args: string[]) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../../src/commands/${name}.ts`, import.meta.url)), ...args],
    { env: childEnv({ LANG: 'C', DATABASE_URL: testServer.databaseUrl }), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let [out, err] = ['', '']
  child.stdout.on('data', data => (out += String(data)))
  child.stderr.on('data', data => (err += String(data)))
  return new Promise<{ code: number | null; out: string; err: string }>(done =>
    child.on('close', code => done({ code, out, err })),
  )
}
const propose = (...more: string[]) => run('propose', ['--market', 'US', '--date', day, ...more])

const cells = ({ code, close, pattern, variant, buyPoint, stop, score, rank, template }: IssueRow) =>
  [code, close, pattern, variant, buyPoint, stop, score, rank, template].join(',')
const { picks, eligible } = issueOf('US', stocks, dayNumber(day))

describe('finlist propose', () => {
  it('prints the list that the method makes from the prices in the database', async () => {
    const { code, out, err } = await propose()
    expect({ code, out: out.split('\r\n') }).toEqual({
      code: 0,
      out: ['stockCode,close,patternType,variant,buyPoint,stop,percivalScore,rank,template', ...picks.map(cells), ''],
    })
    expect(err).toContain(`${eligible} stocks eligible`)
    expect(err).toContain(`finlist-1 ${constantsOf('US')}`)
    expect(picks.filter(({ pattern }) => pattern !== 'NIL').length).toBeGreaterThan(1)
    expect(picks.filter(({ pattern }) => pattern === 'NIL').length).toBeGreaterThan(1)
  })

  it('names each stock that it leaves out because of a doubt', async () => {
    const doubted = picks[0]!.code
    await sql(
      `insert into doubt (exchange, kind, stock_code, date, held_until, evidence)
       values ('US', 'split', $1, '2025-01-06', 'infinity', '{}')`,
      [doubted],
    )
    const { code, out, err } = await propose()
    await sql('delete from doubt')
    expect(code).toBe(0)
    expect(err).toContain(`left out ${doubted}: what looks like an unrecorded split on 2025-01-06`)
    expect(out).not.toMatch(new RegExp(`^${doubted},`, 'm'))
  })

  it('writes a file that can be imported unchanged, and whose rows subscribers then see', async () => {
    const path = join(folder, 'list.csv')
    await writeFile(path, (await propose()).out)
    const loaded = await run('import', ['finlist', '--exchange', 'US', '--issue-date', day, path])
    expect(loaded).toMatchObject({ code: 0, err: '' })
    expect(loaded.out).toContain(`${picks.length} stocks`)
    expect(loaded.out).not.toContain('unknown columns')
    const { rows: kept } = await sql(
      `select stock_code as code, variant, coalesce(stop, -1) as stop, rank, template, origin from finlist_pick
       where exchange = 'US' and issue_date = $1 order by stock_code`,
      [day],
    )
    expect(kept).toEqual(
      picks
        .map(({ code, variant, stop, rank, template }) => ({ code, variant, stop, rank, template, origin: 'import' }))
        .toSorted((one, other) => (one.code < other.code ? -1 : 1)),
    )
    const { rows: issues } = await sql('select method_id, constants from finlist_issue')
    expect(issues).toEqual([{ method_id: null, constants: null }])
    const staff = await ApiClient.signIn(testServer, 'staff')
    const { data } = await staff.ask(finListStocks, { params: { exchange: 'US' }, query: { issueDate: day } })
    const shown = new Map(data.map(row => [row.stockCode, row]))
    for (const { code, close, pattern, buyPoint, score } of picks)
      expect(shown.get(code)).toMatchObject({
        close,
        patternType: pattern,
        buyPoint,
        percivalScore: score,
      })
  })

  it('includes a stock that is delisted tomorrow, and leaves out one delisted today', async () => {
    const { out } = await propose()
    const first = picks[0]!.code
    await sql(
      `insert into listing (exchange, stock_code, listed_on, delisted_on) values ('US', $1, '2020-01-02', '2026-07-20')`,
      [first],
    )
    await sql(`delete from bar where exchange = 'US' and stock_code = $1 and date > '2026-07-17'`, [first])
    expect((await propose()).out).toBe(out)
    await sql(`update listing set delisted_on = '2026-07-17' where stock_code = $1`, [first])
    const without = (await propose()).out
    expect(without).not.toContain(`\n${first},`)
    // The same code counts as a stock again once it is listed again.
    await sql(`insert into listing (exchange, stock_code, listed_on) values ('US', $1, '2026-07-17')`, [first])
    expect((await propose()).out).toBe(out)
    await sql('delete from listing')
  })

  it('applies a split from its ex-date on, but no split of a later day', async () => {
    const { out } = await propose()
    const { code } = picks[0]!
    const action = (exDate: string) =>
      sql(
        `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
         values ('US', $1, $2, 'split', 2, 1, 'test')`,
        [code, exDate],
      )
    await action('2026-07-20')
    expect((await propose()).out).toBe(out)
    await action('2026-05-01')
    const split = (await propose()).out
    expect(split).not.toBe(out)
    const splits = [{ exDay: dayNumber('2026-05-01'), numerator: 2, denominator: 1 }]
    const adjusted = stocks.map(stock => (stock.code === code ? { ...stock, splits } : stock))
    expect(split.split('\r\n').slice(1, -1)).toEqual(issueOf('US', adjusted, dayNumber(day)).picks.map(cells))
    await sql('delete from corporate_action')
  })

  it('applies no split that was withdrawn, and none that the price source has already adjusted for', async () => {
    const { out } = await propose()
    await sql(
      `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source, cancelled)
       values ('US', $1, '2026-05-01', 'split', 2, 1, 'test', true)`,
      [picks[0]!.code],
    )
    expect((await propose()).out).toBe(out)
    await sql('update corporate_action set cancelled = false')
    expect((await propose()).out).not.toBe(out)
    await sql(
      `insert into upload (kind, key, by_name, files, counts)
       values ('prices', 'prices US', 'test', '{"exchange": "US", "prices": "split-adjusted", "fields": []}', '{}')`,
    )
    expect((await propose()).out).toBe(out)
    await sql('delete from upload')
    await sql('delete from corporate_action')
  })

  it('leaves out a stock whose last price move is unexplained, until staff release it', async () => {
    const { out } = await propose()
    const { code } = picks[0]!
    await sql(
      `insert into doubt (exchange, kind, stock_code, date, held_until, evidence)
       values ('US', 'move', $1, $2, 'infinity', '{}')`,
      [code, day],
    )
    expect((await propose()).out).not.toContain(`\n${code},`)
    await sql(`update doubt set ended_at = now(), ended_as = 'right'`)
    expect((await propose()).out).toBe(out)
    await sql('delete from doubt')
  })

  it('leaves out only the day of a spike that reverted, not the stock', async () => {
    const { out } = await propose()
    const { code } = picks[0]!
    const at = [code, '2026-07-01']
    const times = (factor: number) =>
      sql(`update bar set high = high * ${factor}, close = close * ${factor} where stock_code = $1 and date = $2`, at)
    await times(1_024)
    expect((await propose()).out).not.toContain(`\n${code},`)
    await sql(
      `insert into doubt (exchange, kind, stock_code, date, held_until, evidence)
       values ('US', 'spike', $1, $2, $2, '{}')`,
      at,
    )
    expect((await propose()).out).toBe(out)
    await times(1 / 1_024)
    await sql('delete from doubt')
  })

  it('leaves out indices', async () => {
    const { code } = picks[0]!
    await sql(
      `insert into stock (exchange, stock_code, stock_name, is_index) values ('US', $1, 'x', true)
      on conflict (exchange, stock_code) do update set is_index = true`,
      [code],
    )
    expect((await propose()).out).not.toContain(`\n${code},`)
    await sql(`update stock set is_index = false where stock_code = $1`, [code])
  })

  it.each<[string, string[], number, string]>([
    ['an unknown market', ['--market', 'LSE'], 2, '--market: one of HKEX, US, JP, CN, TW'],
    ['an unknown method', ['--method', 'finlist-0'], 2, '--method: one of finlist-1'],
    ['an invalid date', ['--date', '2026-02-30'], 2, '--date YYYY-MM-DD is needed'],
    ['no day', ['--date', ''], 2, '--date YYYY-MM-DD is needed'],
    ['an unknown option', ['--issue', 'x'], 2, "Unknown option '--issue'"],
    ['a day without prices', ['--date', '2026-07-18'], 1, 'US has no prices of 2026-07-18'],
  ])('prints the reason instead of a list: %s', async (_, args, code, said) => {
    const told = await propose(...args)
    expect(told).toMatchObject({ code, out: '' })
    expect(told.err).toContain(said)
  })
})
