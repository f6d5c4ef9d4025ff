// @module-tag slow
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { AnyCall } from '@finlist/contract/call'
import { uploadFinList, uploadPrices } from '@finlist/contract/staff/admin'
import { barsBeside, marketData, movesListed } from '@finlist/contract/staff/data'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { bar, codes, days, head } from '../data/plain-market.ts'
import { lines, type Sent, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
const market = { exchange: 'HKEX' } as const
/** Consolidations, a spike long ago, and a stock that no longer trades. */
const [inList, ranked, followed, gone] = ['0110', '0111', '0105', '0104'] as const
const at = 30
const held = days[60]!
const consolidated = [inList, ranked]

beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
  const rows = days.slice(0, 60).flatMap((date, on) => {
    const there = codes.filter(code => code !== gone || on < at + 10)
    return there.map(code => {
      if (consolidated.includes(code as never) && on >= at) return bar(code, date, 40, 260)
      if ((code === followed || code === gone) && on === 5) return bar(code, date, 400)
      return bar(code, date, 10)
    })
  })
  const thin = ['0101', '0102'].map(code => bar(code, held, 10))
  await load(uploadPrices, market, { priceCsv: lines(head, ...rows, ...thin) })
  const finListCsv = lines('stockCode,percivalScore,close', `${inList},90,40`)
  const asked = { ...market, issueDate: days[50]!, confirm: 'true' }
  await load(uploadFinList, asked, { finListCsv })
  const subscriber = await ApiClient.signIn(testServer, 'hk-yearly')
  const { data: id } = await subscriber.ask(createWatchlist, { query: { watchlistName: 'Mine' } })
  const body = { ...market, stockCode: followed, buyPrice: 10, shares: 1 }
  await subscriber.ask(addWatchlistStock, { params: { id: String(id) }, body })
  await isCounted()
})
afterAll(() => testServer.close())

const load = async (call: AnyCall, asked: Record<string, string>, files: Sent) =>
  expect((await send(staff, call, asked, files)).http).toBe(200)
const isCounted = () =>
  vi.waitFor(async () => {
    if ((await testServer.database.pool.query('select from breadth_due')).rowCount !== 0) throw new Error('not counted')
  })

const doubts = async (page = 1) => (await staff.ask(marketData, { query: { ...market, page: String(page) } })).data
const ids = async () => (await doubts()).moves.map(({ stockCode }) => stockCode)

describe('the doubts of a market', () => {
  it('are ranked by what they change, and state that', async () => {
    const { moves, movesInAll } = await doubts()
    expect(movesInAll).toBe(4)
    expect(moves.map(({ stockCode, changes }) => [stockCode, ...changes])).toEqual([
      [inList, 'list', 'ranks', 'charts'],
      [ranked, 'ranks', 'charts'],
      [followed, 'people', 'charts'],
      [gone, 'charts'],
    ])
  })

  it('have the bars around them with volumes, and recorded corporate actions', async () => {
    await testServer.database.pool.query(
      `insert into corporate_action (exchange, stock_code, ex_date, kind, amount, currency, source)
       values ('HKEX', $1, $2, 'dividend', 0.1, 'HKD', 'test')`,
      [ranked, days[at - 1]],
    )
    const { bars, actions } = (await doubts()).moves.find(({ stockCode }) => stockCode === ranked)!
    expect(bars.map(({ date }) => date)).toEqual(days.slice(at - barsBeside, at + barsBeside + 1))
    expect(bars[barsBeside]).toEqual({ date: days[at], open: 40, high: 40, low: 40, close: 40, volume: 260 })
    expect(actions).toEqual([
      { exDate: days[at - 1], kind: 'dividend', numerator: null, denominator: null, amount: 0.1, currency: 'HKD' },
    ])
  })

  it('can all be reached page by page', async () => {
    const { pool } = testServer.database
    await pool.query(
      `insert into doubt (exchange, kind, stock_code, date, held_until, evidence)
       select 'HKEX', 'spike', $1, date, date, '{"previousClose": 10, "close": 11}' from unnest($2::date[]) date`,
      ['0120', days.slice(6, 46)],
    )
    const { moves, movesInAll } = await doubts()
    expect([moves.length, movesInAll]).toEqual([movesListed, 44])
    const rest = (await doubts(2)).moves
    expect(rest).toHaveLength(44 - movesListed)
    const keys = [...moves, ...rest].map(({ stockCode, date }) => `${stockCode} ${date}`)
    expect(new Set(keys).size).toBe(44)
    await pool.query(`delete from doubt where stock_code = '0120'`)
  })
})

describe('finlist data-doubts', () => {
  const run = (...typed: string[]) => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('../../src/commands/data-doubts.ts', import.meta.url)), '--market', 'HKEX', ...typed],
      { env: childEnv({ LANG: 'C', DATABASE_URL: testServer.databaseUrl }), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let [out, err] = ['', '']
    child.stdout.on('data', data => (out += String(data)))
    child.stderr.on('data', data => (err += String(data)))
    return new Promise<{ code: number | null; out: string; err: string }>(done =>
      child.on('close', code => done({ code, out, err })),
    )
  }

  it('lists the doubts in the order of the Data page, as text and as CSV, with the held days', async () => {
    const text = await run()
    expect(text.code).toBe(0)
    const found = text.out.trim().split('\n')
    expect(found.map(line => line.split(/ +/)[0])).toEqual([
      `${inList}@${days[at]!}`,
      `${ranked}@${days[at]!}`,
      `${followed}@${days[5]!}`,
      `${gone}@${days[5]!}`,
      held,
    ])
    expect(found[0]).toMatch(/split +list ranks charts +10 -> 40; probably 1 for 4; volume 1000 -> 260/)
    const csv = await run('--csv')
    expect(csv.out.split('\r\n')[0]).toBe('id,kind,changes,stockCode,stockName,date,evidence')
    expect(csv.out.split('\r\n')).toHaveLength(7)
  })

  it('decides a doubt as staff do, undoes the decision, and releases a day, each with an entry in the audit log', async () => {
    const id = `${inList}@${days[at]!}`
    expect(await run('--decide', id, 'split')).toMatchObject({ code: 0, err: `HKEX ${id}: split\n` })
    expect(await ids()).not.toContain(inList)
    expect((await doubts()).decisions[0]).toMatchObject({ stockCode: inList, decision: 'action', by: 'command line' })
    expect((await run('--decide', id, 'undo')).code).toBe(0)
    expect(await ids()).toContain(inList)
    expect((await run('--decide', `${followed}@${days[5]!}`, 'right')).code).toBe(0)
    expect((await run('--decide', held, 'release')).code).toBe(0)
    const { rows } = await testServer.database.pool.query<{ action: string; by_name: string }>(
      'select action, by_name from audit_log order by audit_id desc limit 4',
    )
    expect(rows.map(({ action, by_name }) => `${action} ${by_name}`)).toEqual([
      'day-released command line',
      'move-released command line',
      'move-decision-undone command line',
      'action-recorded command line',
    ])
  })

  it('decides the doubts of one stock and day by their kind, and offers no split for prices in another unit', async () => {
    const day = days[20]!
    const rows = async () =>
      (await run('--csv')).out
        .split('\r\n')
        .filter(line => line.includes('0121'))
        .map(line => line.split(',')[0]!)
        .toSorted()
    await testServer.database.pool.query(
      `insert into doubt (exchange, kind, stock_code, date, held_until, evidence) values
         ('HKEX', 'unit', '0121', $1, 'infinity', '{"previousClose": 10, "close": 1000, "volumeBefore": 1000, "volumeAfter": 900}'),
         ('HKEX', 'action', '0121', $1, $1, '{"previousClose": 10, "actions": [{"kind": "dividend", "numerator": null, "denominator": null, "amount": 50, "currency": "HKD"}]}')`,
      [day],
    )
    expect(await rows()).toEqual([`0121@${day}@action`, `0121@${day}@unit`])
    expect((await run()).out).toMatch(/unit +.*10 -> 1000; probably in another unit: load these days again; volume/)
    expect((await run('--decide', `0121@${day}`, 'right')).err).toContain('action, unit')
    expect((await run('--decide', `0121@${day}@unit`, 'split')).err).toContain('looks like no split')
    expect((await run('--decide', `0121@${day}@action`, 'right')).code).toBe(0)
    expect(await rows()).toEqual([`0121@${day}`])
    expect((await run('--decide', `0121@${day}@action`, 'undo')).code).toBe(0)
    expect((await run('--decide', `0121@${day}@unit`, 'right')).code).toBe(0)
    expect((await run('--decide', `0121@${day}`, 'action')).code).toBe(0)
    expect(await rows()).toEqual([])
    expect((await run('--decide', `0121@${day}@price`, 'right')).code).toBe(2)
    await testServer.database.pool.query(`delete from doubt where stock_code = '0121'`)
    await testServer.database.pool.query(`delete from corporate_action where stock_code = '0121'`)
  })

  it('refuses to decide what is not in doubt, and refuses invalid arguments', async () => {
    const missing = await run('--decide', `0101@${days[at]!}`, 'right')
    expect(missing).toMatchObject({ code: 1, out: '' })
    expect(missing.err).toContain('It is not held back')
    for (const typed of [['--decide', 'x', 'right'], ['--decide', `0101@${days[at]!}`, 'release'], ['right']])
      expect((await run(...typed)).code).toBe(2)
  })
})
