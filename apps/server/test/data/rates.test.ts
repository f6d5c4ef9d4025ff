import { exchangeRates } from '@finlist/contract/rates'
import { rollBackUpload } from '@finlist/contract/staff/admin'
import { uploadRates } from '@finlist/contract/staff/market-facts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadDemoRates } from '../../src/demo/rates.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
let free: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.byToken(testServer, 'staff')
  free = await ApiClient.byToken(testServer, 'free')
})
afterAll(() => testServer.close())

const load = (...rows: string[]) => loadAs({}, ...rows)
const loadAs = (query: { confirm?: 'true' }, ...rows: string[]) =>
  send(staff, uploadRates, query, { ratesCsv: lines('currency,date,rate', ...rows) })
const newest = async () =>
  (await free.ask(exchangeRates)).data.map(({ currency, hkd, date }) => `${currency} ${hkd} ${date}`)

it('the newest rate of each currency is returned to everybody signed in, and an upload of rates can be rolled back', async () => {
  expect(await newest()).toEqual([])
  const first = await load('usd,2026-07-16,7.8', 'USD,2026-07-15,7.9', 'JPY,20260714,0.05')
  expect([first.http, first.errors]).toEqual([200, undefined])
  expect(await newest()).toEqual(['JPY 0.05 2026-07-14', 'USD 7.8 2026-07-16'])
  const second = await load('USD,2026-07-16,7.75')
  expect(await newest()).toEqual(['JPY 0.05 2026-07-14', 'USD 7.75 2026-07-16'])
  await staff.ask(rollBackUpload, { params: { uploadId: String(second.data.uploadId) } })
  expect(await newest()).toEqual(['JPY 0.05 2026-07-14', 'USD 7.8 2026-07-16'])
})

it('a rate has the source that its file names; a rate of another source replaces both, and a rollback restores both', async () => {
  const sourceOf = async (currency: string) => {
    const rate = (await free.ask(exchangeRates)).data.find(it => it.currency === currency)
    return [rate?.hkd, rate?.source]
  }
  const named = (row: string) => send(staff, uploadRates, {}, { ratesCsv: lines('currency,date,rate,source', row) })
  expect((await named('TWD,2026-07-16,0.25,A bank')).http).toBe(200)
  expect(await sourceOf('TWD')).toEqual([0.25, 'A bank'])
  const second = await named('TWD,2026-07-16,0.25,Another bank')
  expect(await sourceOf('TWD')).toEqual([0.25, 'Another bank'])
  await staff.ask(rollBackUpload, { params: { uploadId: String(second.data.uploadId) } })
  expect(await sourceOf('TWD')).toEqual([0.25, 'A bank'])
  await load('TWD,2026-07-16,0.26')
  expect(await sourceOf('TWD')).toEqual([0.26, null])
  const tooLong = await named(`TWD,2026-07-17,0.25,${'x'.repeat(41)}`)
  expect(tooLong.errors[0]!.message).toBe('line 2: source is longer than 40 characters')
  await testServer.database.pool.query(`delete from exchange_rate where currency = 'TWD'`)
})

it.each<[string, string]>([
  ['HKD,2026-07-16,1', 'currency'],
  ['EUR,2026-07-16,9', 'currency'],
  ['USD,2026-07-16,0', 'rate'],
  ['USD,2026-07-16,', 'rate'],
])('an upload of rates with %s is refused, naming the column', async (row, column) => {
  const answer = await load('JPY,2026-07-17,0.05', row)
  expect(answer.http).toBe(400)
  expect(answer.errors[0]!.message).toContain('line 3: ')
  expect(answer.errors[0]!.message).toContain(column)
  expect(await newest()).not.toContain('JPY 0.05 2026-07-17')
})

it('a rate that differs from the previous one by more than a fifth is refused until confirmed, naming both', async () => {
  expect((await load('USD,2026-07-01,7.8', 'JPY,2026-07-01,0.0503')).http).toBe(200)
  const inverse = ['USD,2026-07-02,0.1282', 'JPY,2026-07-02,19.88']
  const answer = await load(...inverse)
  expect([answer.http, answer.errors.length]).toEqual([409, 2])
  expect(answer.errors[0]!.message).toBe(
    'JPY 19.88 on 2026-07-02 is 395 times the known rate, 0.0503 on 2026-07-01; is the file the other way round? (rates like this: 4)',
  )
  expect((await load('USD,2026-07-01,0.1282')).errors[0]!.message).toMatch(
    /^USD 0\.1282 on 2026-07-01 is 1\/60\.8 times/,
  )
  // A change of less than a fifth is allowed, also between two rates in a file.
  expect((await load('USD,2026-07-02,9.3', 'USD,2026-07-03,7.8')).http).toBe(200)
  const confirmed = await loadAs({ confirm: 'true' }, ...inverse)
  expect([confirmed.http, confirmed.data.count]).toEqual([200, 2])
  await staff.ask(rollBackUpload, { params: { uploadId: String(confirmed.data.uploadId) } })
})

it('the demo’s invented rates are the same for the same day, and replace no existing ones', async () => {
  const now = Date.parse('2026-07-20T08:00:00Z')
  const config = { ...testServer.config, DEMO_DATA: 'on' as const }
  await load('CNY,2026-07-17,1.5')
  await loadDemoRates(testServer.database, config, now)
  const once = await newest()
  expect(once).toHaveLength(4)
  expect(once).toContain('CNY 1.5 2026-07-17')
  await loadDemoRates(testServer.database, config, now)
  expect(await newest()).toEqual(once)
})
