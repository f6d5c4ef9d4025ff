import { finListShareholdings } from '@finlist/contract/finlist-holders'
import {
  mostChanges,
  participantShareholdings,
  type ShareholdingChanges,
  shareholdingChanges,
  stockShareholdings,
  uploadShareholdings,
} from '@finlist/contract/shareholding'
import { listUploads, rollBackUpload, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { operator } from '@finlist/contract/staff/operator'
import { addDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { loadDemoMarkets, seed } from '../../src/demo/market.ts'
import { bringDemoHoldings } from '../../src/demo/write-holdings.ts'
import { shareholdingJob } from '../../src/market-data/shareholding/shareholding-job.ts'
import { lines, type Sent, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us', ApiClient>

const since = Date.now()
beforeAll(async () => {
  testServer = await openTestServer()
  const names = ['staff', 'free', 'hk-monthly', 'us-yearly']
  const [staff, free, hk, us] = await Promise.all(names.map(name => ApiClient.signIn(testServer, name)))
  people = { staff: staff!, free: free!, hk: hk!, us: us! }
})
afterAll(() => testServer.close())

const head = 'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent'
const file = (...text: string[]): Sent => ({ shareholdingCsv: lines(head, ...text) })

async function load(...text: string[]) {
  const answer = await send(people.staff, uploadShareholdings, {}, file(...text))
  expect([answer.http, answer.errors]).toEqual([200, undefined])
  return answer.data as { uploadId: number; count: number; created: number; notes: string[] }
}

async function changes(query: Record<string, string> = {}, who = people.free): Promise<ShareholdingChanges> {
  const { http, data } = await who.ask(shareholdingChanges, { query })
  expect(http).toBe(200)
  return data
}

/** Returns a list in the form `stock participant change`. */
const told = (list: ShareholdingChanges['dayIncreaseList']) =>
  list.map(it => `${it.stockCode} ${it.participantId} ${it.shareholdingPercentChange}`)
const rollBack = (uploadId: number) => people.staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })
const count = async () =>
  (await testServer.database.pool.query<{ count: number }>('select count(*) as count from shareholding')).rows[0]!.count

describe('shareholding changes', () => {
  it('are empty if no holdings are known (SHC-04)', async () => {
    expect(await changes()).toEqual({
      updatedAt: null,
      shareholdingDate: null,
      dayBefore: null,
      weekBefore: null,
      dates: [],
      dayIncreaseList: [],
      dayDecreaseList: [],
      weekIncreaseList: [],
      weekDecreaseList: [],
    })
  })

  it('shareholding changes of a day and of a week are in percentage points, with every field, for a free account (SHC-01, 04, 05, 06; PLAN-17)', async () => {
    await send(
      people.staff,
      uploadStocks,
      { exchange: 'HKEX' },
      {
        stockCsv: lines('stockCode,stockName,stockNameZh', '0700,Example Tea,例子茶業'),
      },
    )
    await load(
      '700,2026-11-10,C00019,Amber Custody,1000,10',
      '700,2026-11-10,B01013,Birch Brokers,900,9',
      '700,2026-11-16,C00019,Amber Custody,1100,11.03',
      '700,2026-11-16,B01013,Birch Brokers,800,8',
      '700,2026-11-17,C00019,Amber Custody,1300,13.1',
      '700,2026-11-17,B01020,Cedar Securities,20,0.2',
    )
    const answer = await changes()
    expect(answer).toMatchObject({
      shareholdingDate: '2026-11-17',
      dayBefore: '2026-11-16',
      weekBefore: '2026-11-10',
      dates: ['2026-11-17', '2026-11-16', '2026-11-10'],
      dayIncreaseList: [
        {
          stockCode: '0700',
          stockName: 'Example Tea',
          stockNameZh: '例子茶業',
          participantId: 'C00019',
          participantName: 'Amber Custody',
          shareholdingPercentChange: 2.07,
          sharesChange: 200,
          valueChange: null,
        },
        { participantName: 'Cedar Securities', shareholdingPercentChange: 0.2, sharesChange: 20 },
      ],
      // A participant that is no longer listed counts as having no shares.
      dayDecreaseList: [{ participantName: 'Birch Brokers', shareholdingPercentChange: -8, sharesChange: -800 }],
      weekDecreaseList: [{ participantName: 'Birch Brokers', shareholdingPercentChange: -9, sharesChange: -900 }],
    })
    expect(told(answer.weekIncreaseList)).toEqual(['0700 C00019 3.1', '0700 B01020 0.2'])
    expect(Date.parse(answer.updatedAt!)).toBeGreaterThanOrEqual(since)
    expect(Date.parse(answer.updatedAt!)).toBeLessThanOrEqual(Date.now())
  })

  it('are also in shares and in Hong Kong dollars by the last close; neither is given across a split, and after one today’s shares count', async () => {
    const figures = async () =>
      (await changes()).dayIncreaseList.map(({ sharesChange, valueChange }) => [sharesChange, valueChange])
    const head = 'stockCode,date,open,high,low,close,volume'
    const bar = (date: string, close: number) => `0700,${date},${close},${close},${close},${close},1`
    const priceCsv = lines(head, bar('2026-11-13', 2.5), bar('2026-11-18', 9))
    const { http } = await send(people.staff, uploadPrices, { exchange: 'HKEX' }, { priceCsv })
    expect(http).toBe(200)
    expect(await figures()).toEqual([
      [200, 500],
      [20, 50],
    ])
    const splitOn = async (exDate: string) => {
      await testServer.database.pool.query(`delete from corporate_action where stock_code = '0700'`)
      await testServer.database.pool.query(
        `insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
         values ('HKEX', '0700', $1, 'split', 2, 1, 'test')`,
        [exDate],
      )
      await testServer.database.pool.query(`select pg_notify('finlist', 'published prices:HKEX')`)
    }
    await splitOn('2026-11-12')
    await expect.poll(figures).toEqual([
      [null, null],
      [null, null],
    ])
    await splitOn('2026-11-25')
    await expect.poll(figures).toEqual([
      [400, 500],
      [40, 50],
    ])
    await testServer.database.pool.query(`delete from corporate_action where stock_code = '0700'`)
    await testServer.database.pool.query(`select pg_notify('finlist', 'published prices:HKEX')`)
  })

  it('are at most 20, the largest first and equal ones by code; a new stock does not count as an increase (SHC-10)', async () => {
    const rows = (day: string, percent: (n: number) => number) =>
      Array.from({ length: 30 }, (_, n) => `${2000 + n},${day},C00019,Amber Custody,${100 + n},${percent(n)}`)
    await load(
      ...rows('2026-11-18', () => 1),
      ...rows('2026-11-19', n => (n % 2 ? 1 + n / 10 : 1 - n / 100)),
      '3000,2026-11-19,C00019,Amber Custody,5,50',
    )
    const { dayIncreaseList, dayDecreaseList, weekIncreaseList, weekBefore } = await changes()
    expect(told(dayIncreaseList).slice(0, 3)).toEqual(['2029 C00019 2.9', '2027 C00019 2.7', '2025 C00019 2.5'])
    expect(dayIncreaseList).toHaveLength(15)
    expect(dayDecreaseList).toHaveLength(14)
    expect([weekBefore, weekIncreaseList]).toEqual(['2026-11-10', []])
    await load(...rows('2026-11-19', n => 2 + Math.floor(n / 2)))
    const again = await changes()
    expect(again.dayIncreaseList).toHaveLength(mostChanges)
    expect(told(again.dayIncreaseList).slice(0, 2)).toEqual(['2028 C00019 15', '2029 C00019 15'])
  })

  it('can be requested for an earlier date; an unknown date gets a 404 (SHC-06)', async () => {
    const { dayIncreaseList } = await changes({ shareholdingDate: '2026-11-17' })
    expect(told(dayIncreaseList)).toContain('0700 C00019 2.07')
    const asked = async (shareholdingDate: string) =>
      (await people.free.ask(shareholdingChanges, { query: { shareholdingDate } })).http
    expect([await asked('2026-11-12'), await asked('yesterday')]).toEqual([404, 400])
  })

  it('shareholding changes of a date that arrives late are calculated, as are the changes compared with that date (SHC-11)', async () => {
    expect((await changes({ shareholdingDate: '2026-11-16' })).dayBefore).toBeNull()
    await load('700,2026-11-13,C00019,Amber Custody,1100,11')
    const late = await changes({ shareholdingDate: '2026-11-16' })
    expect([late.dayBefore, told(late.dayIncreaseList)]).toEqual(['2026-11-13', ['0700 B01013 8', '0700 C00019 0.03']])
  })

  it('are served from cached bytes until the next publish, with a 304 if the caller already has them (SHC-06)', async () => {
    const read = (etag = '') =>
      fetch(`${testServer.base}/api/ccass`, { headers: { ...people.free.headers(), 'if-none-match': etag } })
    const etag = (await read()).headers.get('etag')!
    expect((await read(etag)).status).toBe(304)
    await load('700,2026-11-19,C00019,Amber Custody,1300,13.1')
    expect((await read(etag)).status).toBe(200)
  })
})

describe('a shareholding history', () => {
  it('a shareholding history of a stock has its holders, their changes, and every date (SHC-05)', async () => {
    const { http, data } = await people.hk.ask(stockShareholdings, {
      params: { stockCode: '0700' },
      query: { shareholdingDate: '2026-11-17' },
    })
    expect(http).toBe(200)
    expect(data).toMatchObject({
      stockCode: '0700',
      stockName: 'Example Tea',
      shareholdingDate: '2026-11-17',
      dates: ['2026-11-10', '2026-11-13', '2026-11-16', '2026-11-17'],
      total: 2,
    })
    expect(data.holdings.map(it => [it.participantName, it.dayChange, it.weekChange, it.percents])).toEqual([
      ['Amber Custody', 2.07, 3.1, [10, 11, 11.03, 13.1]],
      ['Cedar Securities', 0.2, 0.2, [null, null, null, 0.2]],
      ['Birch Brokers', -8, -9, [9, null, 8, 0]],
    ])
  })

  it('a shareholding history of a participant has at most 50 holdings (SHC-05)', async () => {
    const { data } = await people.hk.ask(participantShareholdings, { params: { participantId: 'C00019' } })
    expect(data).toMatchObject({ participantId: 'C00019', participantName: 'Amber Custody', total: 32 })
    expect(data.holdings).toHaveLength(32)
    expect(data.holdings.slice(0, 2)).toMatchObject([
      { stockCode: '3000', shareholdingPercent: 50, dayChange: null },
      { stockCode: '2028', shareholdingPercent: 16, dayChange: 15 },
    ])
    const inOrder = data.holdings.toSorted(
      (one, other) => other.shareholdingPercent - one.shareholdingPercent || (one.stockCode < other.stockCode ? -1 : 1),
    )
    expect(data.holdings).toEqual(inOrder)
  })

  it('has a gap for a stock or a date without a snapshot, not a sale by everybody (SHC-05)', async () => {
    await load(
      '5101,2026-11-18,C00019,Amber Custody,1000,27.24',
      '5101,2026-11-18,B01013,Birch Brokers,500,13',
      '5102,2026-11-18,C00019,Amber Custody,900,9',
      '5102,2026-11-19,C00019,Amber Custody,950,9.5',
    )
    const { data: stock } = await people.hk.ask(stockShareholdings, { params: { stockCode: '5101' } })
    expect(stock).toMatchObject({ shareholdingDate: '2026-11-18', total: 2 })
    expect(stock.dates.at(-1)).toBe('2026-11-18')
    expect(stock.holdings.map(({ shareholdingPercent }) => shareholdingPercent)).toEqual([27.24, 13])
    const query = { shareholdingDate: '2026-11-19' }
    expect((await people.hk.ask(stockShareholdings, { params: { stockCode: '5101' }, query })).http).toBe(404)
    const { data: participant } = await people.hk.ask(participantShareholdings, { params: { participantId: 'C00019' } })
    expect(participant.shareholdingDate).toBe('2026-11-19')
    const own = participant.holdings.filter(({ stockCode }) => stockCode.startsWith('51'))
    expect(own.map(({ stockCode, dayChange }) => [stockCode, dayChange])).toEqual([['5102', 0.5]])
    expect(told((await changes()).dayDecreaseList).filter(it => it.startsWith('51'))).toEqual([])
    for (const table of ['shareholding', 'shareholding_change'])
      await testServer.database.pool.query(`delete from ${table} where stock_code in ('5101', '5102')`)
  })

  it('requires a plan that includes shareholdings; an unknown stock gets a 404 (PLAN-17)', async () => {
    const asked = async (who: ApiClient, stockCode: string) =>
      (await who.ask(stockShareholdings, { params: { stockCode } })).http
    expect([
      await asked(people.free, '0700'),
      await asked(people.us, '0700'),
      await asked(people.hk, '0700'),
      await asked(people.hk, '9999'),
    ]).toEqual([403, 403, 200, 404])
  })
})

describe('an uploaded file of shareholdings', () => {
  it('is read in the formats that occur in practice, and its corrections are reported (AMB-197)', async () => {
    const { notes, created } = await load(
      '00700,20261120,C00019,Amber Custody,1300,13.10%',
      '700,2026-11-20 00:00:00,b01013,Birch Brokers,,',
      '700,2026-11-20,,A Private Person,5,0',
      '4242,2026-11-20,C00019,Amber Custody,116648736.0,101.5',
    )
    expect(created).toBe(1)
    expect(notes).toEqual([
      'settlement dates: 2026-11-20 to 2026-11-20',
      'holdings without shares or percent, kept as not disclosed: 1',
      'holdings of more than 100% of the shares in issue: 1',
      'not listed before and added now, 1: 4242',
    ])
    const { rows } = await testServer.database.pool.query(
      `select stock_code, participant_id, shareholding, shareholding_percent from shareholding
       where shareholding_date = '2026-11-20' order by 1, 2`,
    )
    expect(rows.map(row => Object.values(row))).toEqual([
      ['0700', 'A Private Person', 5, 0],
      ['0700', 'B01013', -1, 0],
      ['0700', 'C00019', 1300, 13.1],
      ['4242', 'C00019', 116_648_736, 101.5],
    ])
    const { data } = await people.hk.ask(stockShareholdings, { params: { stockCode: '0700' } })
    expect(data.holdings.map(it => it.participantId)).toEqual(['C00019', 'A Private Person'])
  })

  it('replaces the holdings of its stocks and dates only, and a roll-back restores each of them (AMB-197)', async () => {
    const stands = async () =>
      (
        await testServer.database.pool.query(
          `select * from shareholding where shareholding_date in ('2026-11-16', '2026-11-17') order by 1, 2, 3`,
        )
      ).rows
    const before = await stands()
    const first = await load('700,2026-11-17,C00019,Amber Custody,1,0.1', '800,2026-11-17,C00019,Amber Custody,1,0.1')
    expect(first.notes).toContain('holdings that existed and are not in the file, removed: 1')
    expect((await stands()).length).toBe(before.length)
    const middle = await stands()
    const second = await load('700,2026-11-17,B01013,Birch Brokers,9,0.9')
    expect((await changes({ shareholdingDate: '2026-11-17' })).dayDecreaseList[0]).toMatchObject({
      participantId: 'C00019',
      shareholdingPercentChange: -11.03,
    })
    expect((await rollBack(first.uploadId)).http).toBe(409)
    expect((await rollBack(second.uploadId)).http).toBe(200)
    expect(await stands()).toEqual(middle)
    expect((await rollBack(first.uploadId)).http).toBe(200)
    expect(await stands()).toEqual(before)
    expect(told((await changes({ shareholdingDate: '2026-11-17' })).dayIncreaseList)).toContain('0700 C00019 2.07')
  })

  it('an uploaded file of shareholdings that added a date removes it when rolled back (AMB-197)', async () => {
    const { uploadId } = await load('700,2026-11-23,C00019,Amber Custody,1,0.1')
    expect((await changes()).shareholdingDate).toBe('2026-11-23')
    await rollBack(uploadId)
    const after = await changes()
    expect([after.shareholdingDate, after.dates.includes('2026-11-23')]).toEqual(['2026-11-20', false])
    const { data } = await people.staff.ask(listUploads)
    expect(data.find(it => it.uploadId === uploadId)).toMatchObject({
      key: 'shareholding HKEX',
      mayBeRolledBack: false,
    })
  })

  it.each([
    [
      'a holding twice',
      ['700,2026-11-17,C1,A,1,1', '0700,2026-11-17,C1,A,1,1'],
      /line 3: the same stock, date and participant as line 2/,
    ],
    ['no date', ['700,,C1,A,1,1'], /line 2: shareholdingDate is blank/],
    ['a date in the future', ['700,2999-01-01,C1,A,1,1'], /line 2/],
    ['a Sunday', ['700,2026-11-15,C1,A,1,1'], /line 2: no shares are settled on a Saturday or Sunday: 2026-11-15/],
    ['neither id nor name', ['700,2026-11-17,,,1,1'], /line 2: participantId is blank/],
    ['shares below zero', ['700,2026-11-17,C1,A,-2,1'], /line 2: shareholding is negative/],
    ['an impossible percentage', ['700,2026-11-17,C1,A,1,1001'], /line 2/],
    ['misplaced thousands separators', ['700,2026-11-17,C1,A,"10,00",1'], /line 2: shareholding is not a number/],
    ['a code of another market', ['AAPL1,2026-11-17,C1,A,1,1', '12345678,2026-11-17,C1,A,1,1'], /line 3/],
  ])('an uploaded file of shareholdings with %s is refused as a whole (AMB-183, 197)', async (_, text, reason) => {
    const before = await count()
    const answer = await send(people.staff, uploadShareholdings, {}, file(...text))
    expect([answer.http, answer.errors[0]?.message]).toEqual([400, expect.stringMatching(reason)])
    expect(await count()).toBe(before)
  })

  it('requires its columns and its file, is for staff only, and is not stored by a dry run (AMB-188, 197)', async () => {
    const before = await count()
    const sent = async (who: ApiClient, files: Sent, query = {}) =>
      (await send(who, uploadShareholdings, query, files)).http
    const good = file('700,2026-11-23,C1,A,1,1')
    expect(await sent(people.staff, { shareholdingCsv: lines('stockCode,shareholding', '700,1') })).toBe(400)
    expect(await sent(people.staff, {})).toBe(400)
    expect(await sent(people.free, good)).toBe(403)
    expect(await sent(people.staff, good, { dryRun: 'true' })).toBe(200)
    expect([await count(), (await changes()).shareholdingDate]).toEqual([before, '2026-11-20'])
  })
})

describe('the nightly shareholding job', () => {
  it('processes holdings that were added in other ways, after each trading day of Hong Kong (SHC-11)', async () => {
    const { pool } = testServer.database
    await pool.query(`insert into shareholding values ('0700', '2026-11-23', 'C00019', 'Amber Custody', 1400, 14)`)
    const job = shareholdingJob(testServer.database)
    expect(await job.run(Date.now())).toEqual({ rows: 3, asAt: '2026-11-23' })
    const answer = await changes()
    expect([answer.shareholdingDate, told(answer.dayIncreaseList)]).toEqual(['2026-11-23', ['0700 C00019 0.9']])
    expect(await job.run(Date.now())).toEqual({ rows: 0, asAt: '2026-11-23' })
    const ran = Date.parse('2026-11-23T20:00:00+08:00')
    expect(new Date(await job.next(ran, ran)).toISOString()).toBe('2026-11-23T14:30:00.000Z')
  })

  it('adds the next day’s holdings in a demo, the same as a later start would (SHC-11)', {
    tags: ['slow'],
  }, async () => {
    const config = readConfig({})
    const other = await openTestServer({}, { demo: true })
    try {
      const at = (time: string) => Date.parse(`${time}+08:00`)
      const settings = { say: () => undefined, exchanges: ['HKEX'] as const, stocks: 70 }
      await loadDemoMarkets(other.database, config, { now: at('2026-11-19T09:00'), ...settings })
      const newest = async () =>
        (
          await other.database.pool.query(
            'select max(shareholding_date) as date, count(distinct shareholding_date) as dates from shareholding',
          )
        ).rows[0]
      expect(await newest()).toEqual({ date: '2026-11-18', dates: 30 })
      const apiClient = await ApiClient.signIn(other, 'free')
      expect((await apiClient.ask(shareholdingChanges)).data).toMatchObject({ shareholdingDate: '2026-11-18' })
      const job = shareholdingJob(other.database, now => bringDemoHoldings(other.database, { seed, now }))
      await job.run(at('2026-11-19T21:00'))
      expect(await newest()).toMatchObject({ date: '2026-11-18' })
      const { rows, asAt } = await job.run(at('2026-11-19T22:30'))
      expect([asAt, rows > 1_000]).toEqual(['2026-11-19', true])
      expect((await apiClient.ask(shareholdingChanges)).data).toMatchObject({ shareholdingDate: '2026-11-19' })
      const sum = async () =>
        (
          await other.database.pool.query(`select md5(string_agg(h::text, '' order by stock_code, participant_id)) sum
          from shareholding h where shareholding_date = '2026-11-19'`)
        ).rows[0]
      const brought = await sum()
      await loadDemoMarkets(other.database, config, { now: at('2026-11-20T09:00'), ...settings })
      expect(await sum()).toEqual(brought)
      const { data } = await apiClient.ask(shareholdingChanges)
      expect(data).toMatchObject({ shareholdingDate: '2026-11-19', dayBefore: '2026-11-18', weekBefore: '2026-11-12' })
      for (const list of [data.dayIncreaseList, data.dayDecreaseList, data.weekIncreaseList, data.weekDecreaseList]) {
        expect(list).toHaveLength(mostChanges)
        expect(list.every(({ shareholdingPercentChange: it }) => Math.abs(it) <= 10)).toBe(true)
      }
    } finally {
      await other.close()
    }
  })
})

it('the shown holders of a pick are updated when holdings are published (FIN-33)', async () => {
  const { pool } = testServer.database
  await pool.query(`insert into finlist_issue values ('HKEX', '2026-11-18', now())`)
  await pool.query(
    `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score) values ('HKEX', '2026-11-18', '0700', 9, 9)`,
  )
  const held = async () =>
    (await people.hk.ask(finListShareholdings, { query: { issueDate: '2026-11-18' } })).data.map(
      it => `${it.shareholdingDate} ${it.shareholdingPercent}`,
    )
  expect(await held()).toEqual(['2026-11-17 13.1', '2026-11-17 0.2'])
  await load(`700,${addDays('2026-11-17', 1)},C00019,Amber Custody,1500,15`)
  expect(await held()).toEqual(['2026-11-18 15'])
})

it('the operator chooses whether people without access see Forbidden or an error (AMB-137; SHC-07, 08)', async () => {
  const shown = async (where: TestServer) =>
    (await (await ApiClient.signIn(where, 'free')).ask(operator)).data.shareholdingForbiddenView
  expect(await shown(testServer)).toBe('upgrade')
  const other = await openTestServer({ SHAREHOLDING_FORBIDDEN_VIEW: 'error' })
  try {
    expect(await shown(other)).toBe('error')
  } finally {
    await other.close()
  }
  expect(() => readConfig({ SHAREHOLDING_FORBIDDEN_VIEW: 'no' })).toThrow(
    'SHAREHOLDING_FORBIDDEN_VIEW: one of upgrade, error',
  )
})
