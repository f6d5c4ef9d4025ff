// @module-tag slow
import { uploadPrices } from '@finlist/contract/staff/admin'
import { marketData, recordMove, releaseMove, undoMove } from '@finlist/contract/staff/data'
import { uploadCorporateActions } from '@finlist/contract/staff/market-facts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadBatch } from '../../src/market-data/vendors/load-given.ts'
import { bar, codes, day, days, head } from '../data/plain-market.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let staff: ApiClient
const market = { exchange: 'HKEX' } as const
const exDate = days[5]!
const columns = ['stockCode', 'exDate', 'kind', 'numerator', 'denominator', 'amount', 'currency']
/** Prices that stay at 10 contradict the first two actions, but not the last. */
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

  it('can be recorded by staff as reported, and the decision can be undone', async () => {
    await nightly(tooMuch)
    expect((await staff.ask(recordMove, { body: of('0104') })).http).toBe(200)
    expect([await recorded(), await doubts()]).toEqual([['0104 dividend'], []])
    await nightly(tooMuch)
    expect(await doubts()).toEqual([])
    expect((await staff.ask(undoMove, { body: of('0104') })).http).toBe(200)
    expect([await recorded(), (await doubts()).length]).toEqual([[], 1])
  })

  it('is left out if staff say so, until the source changes it', async () => {
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

describe('two doubts about one stock and day, about prices and about an action,', () => {
  const stockCode = '0107'
  const date = days[11]!
  const both = { ...market, stockCode, date }
  const kinds = async () => (await doubts()).map(({ kind }) => kind).toSorted()
  const decided = async () =>
    (await staff.ask(marketData, { query: market })).data.decisions
      .map(({ kind, decision }) => `${kind} ${decision}`)
      .toSorted()

  beforeEach(async () => {
    const priceCsv = lines(head, ...days.slice(11, 14).flatMap(one => bar(stockCode, one, 1_000)))
    await send(staff, uploadPrices, market, { priceCsv })
    await nightly([stockCode, date, 'dividend', null, null, 50, 'HKD'])
  })

  it('are not decided unless the call says which one', async () => {
    for (const [call, body] of [
      [releaseMove, both],
      [recordMove, both],
      [recordMove, { ...both, numerator: 1, denominator: 100 }],
    ] as const) {
      const refused = await staff.ask(call, { body })
      expect([refused.http, refused.errors.map(({ field }) => field)]).toEqual([400, ['kind']])
    }
    expect((await staff.ask(releaseMove, { body: { ...both, kind: 'split' } })).http).toBe(404)
    expect([await kinds(), await decided(), await recorded()]).toEqual([['action', 'unit'], [], []])
  })

  it('are decided one by one, and each decision is undone separately', async () => {
    expect((await staff.ask(recordMove, { body: { ...both, kind: 'action' } })).http).toBe(200)
    expect([await kinds(), await recorded()]).toEqual([['unit'], [`${stockCode} dividend`]])
    expect((await staff.ask(releaseMove, { body: { ...both, kind: 'unit' } })).http).toBe(200)
    expect([await kinds(), await decided()]).toEqual([[], ['action action', 'unit right']])
    expect((await staff.ask(undoMove, { body: both })).errors.map(({ field }) => field)).toEqual(['kind'])
    expect((await staff.ask(undoMove, { body: { ...both, kind: 'unit' } })).http).toBe(200)
    expect([await kinds(), await decided(), await recorded()]).toEqual([
      ['unit'],
      ['action action'],
      [`${stockCode} dividend`],
    ])
    expect((await staff.ask(undoMove, { body: { ...both, kind: 'action' } })).http).toBe(200)
    expect([await kinds(), await decided(), await recorded()]).toEqual([['action', 'unit'], [], []])
  })

  it('are independent: undoing a split recorded for one keeps the action recorded for the other', async () => {
    expect((await staff.ask(recordMove, { body: { ...both, kind: 'action' } })).http).toBe(200)
    const consolidation = { ...both, numerator: 1, denominator: 100 }
    expect((await staff.ask(recordMove, { body: consolidation })).http).toBe(200)
    expect(await recorded()).toEqual([`${stockCode} consolidation`, `${stockCode} dividend`])
    expect((await staff.ask(undoMove, { body: { ...both, kind: 'unit' } })).http).toBe(200)
    expect([await kinds(), await recorded()]).toEqual([['unit'], [`${stockCode} dividend`]])
  })
})

describe('whether closes are as traded or adjusted for splits', () => {
  const around = days.slice(3, 8)
  const history = (price: (date: string) => number, adjClose?: (date: string) => number) =>
    lines(
      adjClose ? `${head},Adj Close` : head,
      ...around.map(date => bar('0103', date, price(date)) + (adjClose ? `,${adjClose(date)}` : '')),
    )
  const traded = (date: string) => (date < exDate ? 10 : 2.5)
  const split = () => 2.5
  const falls = (date: string) => (date < exDate ? 5 : 2.5)
  const load = async (priceCsv: string, more: Record<string, string> = {}) =>
    await send(staff, uploadPrices, { ...market, dryRun: 'true', ...more }, { priceCsv })
  const confirmed = (more: Record<string, string>) => ({ ...more, confirm: 'true' })
  const asTraded = `the closes are as traded: 0103 went from 10 to 2.5 on ${exDate}, for which 4:1 is recorded`

  beforeEach(async () => {
    await query(`insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
      values ('HKEX', '0103', '${exDate}', 'split', 4, 1, 'test')`)
  })

  it('is known from a recorded split that the close followed', async () => {
    const { data } = await load(history(traded))
    expect(data.notes.join()).toContain(asTraded)
  })

  it('needs confirmation if the close did not follow a split although the market’s prices are as traded', async () => {
    const answer = await load(history(split), { dryRun: 'false' })
    expect(answer.http).toBe(409)
    expect(answer.errors![0]!.message).toContain(
      `declared as traded, but these closes are adjusted for splits: 0103 went from 2.5 to 2.5 on ${exDate}, for which 4:1 is recorded`,
    )
    expect((await load(history(split), confirmed({}))).http).toBe(200)
    const declared = await load(history(split), confirmed({ prices: 'split-adjusted' }))
    expect(declared.data.notes.join()).toContain(`the closes are adjusted for splits: 0103 went from 2.5`)
    const other = await load(history(traded), confirmed({ prices: 'split-adjusted' }))
    expect(other.data.notes.join()).toContain(`declared adjusted, but these closes are as traded: 0103`)
  })

  it('is known from adjusted closes if the price move itself leaves it open', async () => {
    expect((await load(history(falls))).data.notes.join()).not.toContain('the closes are')
    const { data } = await load(history(falls, date => (date < exDate ? 5 / 4 : 2.5)))
    expect(data.notes.join()).toContain(`the closes are as traded: 0103 went from 5 to 2.5 on ${exDate}`)
    for (const rows of [
      history(falls, falls),
      lines(...history(falls, falls).trim().split('\n').toSorted().toReversed()),
    ])
      expect((await load(rows)).data.notes.join()).toContain(
        'these closes are adjusted for splits: 0103 went from 5 to',
      )
  })

  it('stays open if adjusted closes are blank or invalid, or the split is outside the file', async () => {
    for (const cell of ['', 'n/a', '0', '-1', '1e999'])
      expect(
        (
          await load(
            lines(`${head},adjusted_close`, ...around.map(date => `${bar('0103', date, falls(date))},${cell}`)),
          )
        ).data.notes.join(),
      ).not.toContain('the closes are')
    const after = around.filter(date => date >= exDate)
    expect((await load(lines(head, ...after.map(date => bar('0103', date, 2.5))))).data.notes.join()).not.toContain(
      'the closes are',
    )
  })

  it('stops no load from a source, which only reports a contradiction', async () => {
    const rows = around.map(date => ['0103', date, 2.5, 2.5, 2.5, 2.5, 1_000])
    const loaded = await loadBatch(
      testServer.database,
      { kind: 'prices', columns: head.split(','), rows },
      { ...market, by: 'eodhd', what: exDate, now: Date.now() },
    )
    expect(loaded.notes.map(({ text }) => text)).toContain('import.gate.other-than-declared.split-adjusted')
  })
})
