// @module-tag slow
import { uploadPrices } from '@finlist/contract/admin'
import { marketData, recordMove, releaseMove, undoMove } from '@finlist/contract/data'
import { uploadCorporateActions } from '@finlist/contract/market-facts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadBatch } from '../../src/market-data/vendors/load-given.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { codes, day, days, head } from './plain-market.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
const market = { exchange: 'HKEX' } as const
const exDate = days[5]!
const columns = ['stockCode', 'exDate', 'kind', 'numerator', 'denominator', 'amount', 'currency']
/** Prices that stay at 10 contradict the first two, and not the last. */
const split = ['0103', exDate, 'split', 4, 1, null, null]
const tooMuch = ['0104', exDate, 'dividend', null, null, 5_000, 'HKD']
const plain = ['0105', exDate, 'dividend', null, null, 0.2, 'HKD']

beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
  const priceCsv = lines(head, ...days.slice(0, 10).flatMap(date => day(date)))
  await send(staff, uploadPrices, market, { priceCsv })
})
afterAll(() => testServer.close())
beforeEach(async () => {
  await query('delete from corporate_action')
  await query('delete from doubt')
})

const query = async (sql: string) => (await testServer.database.pool.query(sql)).rows as Record<string, unknown>[]
const nightly = (...rows: (string | number | null)[][]) =>
  loadBatch(
    testServer.database,
    { kind: 'corporate-actions', columns, rows },
    { ...market, by: 'eodhd', what: exDate, now: Date.now() },
  )
const recorded = async () =>
  (await query(`select stock_code || ' ' || kind as action from corporate_action order by 1`)).map(
    ({ action }) => action,
  )
const doubts = async () => (await staff.ask(marketData, { query: market })).data.moves
const of = (stockCode: string) => ({ ...market, stockCode, date: exDate })

describe('a corporate action of a source that contradicts the prices', () => {
  it('is kept as a doubt, with its terms, and the rest of the load goes through', async () => {
    await nightly(split, tooMuch, plain)
    expect(await recorded()).toEqual(['0105 dividend'])
    expect((await doubts()).map(({ stockCode, kind, doubted }) => [stockCode, kind, doubted])).toEqual([
      ['0103', 'action', [{ kind: 'split', numerator: 4, denominator: 1, amount: null, currency: null }]],
      ['0104', 'action', [{ kind: 'dividend', numerator: null, denominator: null, amount: 5_000, currency: 'HKD' }]],
    ])
    await nightly(split, tooMuch, plain)
    expect(await query('select from doubt')).toHaveLength(2)
  })

  it('is recorded by staff as it was reported, which can be undone', async () => {
    await nightly(tooMuch)
    expect((await staff.ask(recordMove, { body: of('0104') })).http).toBe(200)
    expect([await recorded(), await doubts()]).toEqual([['0104 dividend'], []])
    await nightly(tooMuch)
    expect(await doubts()).toEqual([])
    expect((await staff.ask(undoMove, { body: of('0104') })).http).toBe(200)
    expect([await recorded(), (await doubts()).length]).toEqual([[], 1])
  })

  it('is left out for good if staff say so, until the source changes it', async () => {
    await nightly(split)
    expect((await staff.ask(releaseMove, { body: of('0103') })).http).toBe(200)
    await nightly(split)
    expect([await recorded(), await doubts()]).toEqual([[], []])
    await nightly(['0103', exDate, 'split', 5, 1, null, null])
    expect(await doubts()).toMatchObject([{ stockCode: '0103', doubted: [{ numerator: 5 }] }])
  })

  it('is no longer in doubt once the source corrects it, or staff upload it with confirmation', async () => {
    await nightly(tooMuch, split)
    await nightly(['0104', exDate, 'dividend', null, null, 0.5, 'HKD'])
    expect([await recorded(), (await doubts()).map(({ stockCode }) => stockCode)]).toEqual([
      ['0104 dividend'],
      ['0103'],
    ])
    const corporateActionCsv = lines('stockCode,exDate,kind,numerator,denominator', `0103,${exDate},split,4,1`)
    const refused = await send(staff, uploadCorporateActions, market, { corporateActionCsv })
    expect(refused.http).toBe(409)
    await send(staff, uploadCorporateActions, { ...market, confirm: 'true' }, { corporateActionCsv })
    expect([await recorded(), await doubts()]).toEqual([['0103 split', '0104 dividend'], []])
  })

  it('does not hide a doubt about the prices of the same day', async () => {
    const priceCsv = lines(head, ...day(days[10]!, { '0106': 2.5 }, codes))
    await send(staff, uploadPrices, market, { priceCsv })
    await nightly(['0106', days[10]!, 'dividend', null, null, 50, 'HKD'])
    expect((await doubts()).map(({ stockCode, kind }) => `${stockCode} ${kind}`).toSorted()).toEqual([
      '0106 action',
      '0106 move',
    ])
    expect((await staff.ask(recordMove, { body: { ...of('0105') } })).http).toBe(404)
  })
})
