import { chartPatterns } from '@finlist/contract/charts/chart'
import { finListStocks } from '@finlist/contract/finlist'
import { finListChanges, finListWhy } from '@finlist/contract/reasons'
import { uploadFinList } from '@finlist/contract/staff/admin'
import { chanceBases, type Fires } from '@finlist/domain/chance/fires'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publish } from '../../src/db/topics.ts'
import { writeOutlines } from '../../src/market-data/lists/outlines.ts'
import { actionsChanged } from '../../src/market-data/store/corporate-actions.ts'
import { writeChance } from '../../src/research/chance/figures.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { madeLists, publishLists } from './made-lists.ts'

const dates = ['2026-06-26', '2026-07-03', '2026-07-10']
const lists = Object.fromEntries(exchangeIds.map(exchange => [exchange, madeLists(exchange, dates)]))
const [, , newest] = lists['HKEX']!
const picks = newest!.issue.picks
const withBase = picks.find(({ base }) => base !== null)!
const leader = picks.find(({ base }) => base === null)!

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us' | 'friend', ApiClient>
beforeAll(async () => {
  testServer = await openTestServer()
  const [staff, free, hk, us, friend] = await Promise.all(
    ['staff', 'free', 'hk-monthly', 'us-yearly', 'friend'].map(name => ApiClient.signIn(testServer, name)),
  )
  people = { staff: staff!, free: free!, hk: hk!, us: us!, friend: friend! }
  await publishLists(testServer.database, Object.values(lists).flat())
})
afterAll(() => testServer.close())

const why = (client: ApiClient, stockCode: string, issueDate = dates[2]!, exchange: ExchangeId = 'HKEX') =>
  client.ask(finListWhy, { params: { exchange }, query: { issueDate, stockCode } })
const changes = (client: ApiClient, issueDate = dates[2]!, exchange: ExchangeId = 'HKEX') =>
  client.ask(finListChanges, { params: { exchange }, query: { issueDate } })

const set = (code: string, values: string) =>
  testServer.database.write(async tx => {
    await tx.query(
      `update finlist_pick set ${values} where exchange = 'HKEX' and issue_date = $1 and stock_code = $2`,
      [dates[2], code],
    )
    await publish(tx, 'finlist:HKEX')
  })

const fires = (stockWeeks: number, each: number) => ({
  stockWeeks,
  fires: Object.fromEntries(chanceBases.map(base => [base, each])) as Fires['fires'],
})

describe('how often chance produces the shape of a pick’s base', () => {
  it('is shown once it is calculated, and only for picks with a base', async () => {
    expect((await why(people.hk, withBase.code)).data.chance).toBeNull()
    const worlds = { real: fires(1_000, 20), walks: fires(900, 10), blocks: fires(800, 5) }
    await testServer.database.write(tx => writeChance(tx, 'HKEX', { seed: 'test', worlds }))
    expect((await why(people.hk, withBase.code)).data.chance).toEqual({
      walks: { fires: 10, stockWeeks: 900 },
      real: { fires: 20, stockWeeks: 1_000 },
    })
    expect((await why(people.hk, leader.code)).data.chance).toBeNull()
  })
})

describe('why a pick is on the list', () => {
  it('is returned for every pick of every market in at most 3 kB, and meets every condition of the method', {
    tags: ['slow'],
  }, async () => {
    let count = 0
    for (const [exchange, made] of Object.entries(lists))
      for (const { issue } of made)
        for (const pick of issue.picks) {
          const path = `/finlist/${exchange}/why?issueDate=${issue.date}&stockCode=${pick.code}`
          const answer = await fetch(`${testServer.base}/api${path}`, { headers: people.friend.headers() })
          const body = await answer.text()
          expect(answer.status).toBe(200)
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(3_000)
          const { data } = JSON.parse(body)
          expect(data).toMatchObject({ origin: 'method', method: 'finlist-1', score: pick.parts, methodBuyPoint: null })
          expect([...data.checklist.listing, ...data.checklist.base].filter(({ met }) => !met)).toEqual([])
          expect(data.stop).toBe(pick.stop === -1 ? null : pick.stop)
          count++
        }
    expect(count).toBeGreaterThan(30)
  })

  it('draws the base by its turning points, in order of time, up to the day’s close', async () => {
    const { data } = await why(people.hk, withBase.code)
    const days = data.outline.map(({ date }) => date)
    expect(days).toEqual(days.toSorted())
    expect(data.outline.at(-1)).toEqual({ turn: 'close', date: dates[2], price: withBase.close })
    expect(data.outline.map(({ turn }) => turn).toSorted()).toEqual(
      ['close', ...Object.keys(withBase.base!.points)].toSorted(),
    )
    expect((await why(people.hk, leader.code)).data).toMatchObject({ outline: [], stop: null })
  })

  it('is shown to everybody who may read the market’s list, and to no one else', async () => {
    expect((await why(new ApiClient(testServer), withBase.code)).http).toBe(401)
    expect((await why(people.free, withBase.code)).http).toBe(403)
    expect((await why(people.us, withBase.code)).http).toBe(403)
    expect((await why(people.hk, withBase.code)).http).toBe(200)
  })

  it('is not found for a stock that is not on the list, a day without a list, or a code that is too long', async () => {
    expect((await why(people.hk, '99999')).http).toBe(404)
    expect((await why(people.hk, withBase.code, '2026-07-11')).http).toBe(404)
    expect((await why(people.hk, 'x'.repeat(13))).http).toBe(400)
  })

  it('shows the method’s buy point if staff set another, and the note by staff', async () => {
    const other = withBase.buyPoint + 1
    await set(withBase.code, `buy_point = ${other}, origin = 'staff', note = 'Looked at twice'`)
    const { data } = await why(people.hk, withBase.code)
    expect(data).toMatchObject({ origin: 'staff', methodBuyPoint: withBase.buyPoint, note: 'Looked at twice' })
    await set(withBase.code, `buy_point = ${withBase.buyPoint}, origin = 'method', note = ''`)
    expect((await why(people.hk, withBase.code)).data.methodBuyPoint).toBeNull()
  })

  it('is in today’s shares after a split, and meets the same conditions', async () => {
    const before = (await why(people.hk, withBase.code)).data
    await act(`insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
      values ('HKEX', $1, '2026-07-13', 'split', 2, 1, 'test')`)
    const { data } = await why(people.hk, withBase.code)
    expect(data.stop).toBeCloseTo(before.stop! / 2, 6)
    expect(data.outline.map(({ price }) => price * 2)).toEqual(
      before.outline.map(({ price }) => expect.closeTo(price, 5)),
    )
    const line = ({ checklist }: typeof data, id: string) => checklist!.template.find(found => found.id === id)!
    expect(line(data, 'close-over-fast').least! * 2).toBeCloseTo(line(before, 'close-over-fast').least!, 5)
    expect(line(data, 'over-low')).toEqual(line(before, 'over-low'))
    const met = (found: typeof data) => Object.values(found.checklist!).flatMap(all => all.map(one => one.met))
    expect(met(data)).toEqual(met(before))
    await act('delete from corporate_action where stock_code = $1')
  })

  const act = (sql: string) =>
    testServer.database.write(async tx => {
      await tx.query(sql, [withBase.code])
      await actionsChanged(tx, 'HKEX', [withBase.code])
    })
})

it('the bases of a list are drawn on the charts of their stocks, for the newest list only', async () => {
  await testServer.database.write(async tx => {
    for (const date of dates) await writeOutlines(tx, 'HKEX', date)
  })
  const { data } = await people.hk.ask(chartPatterns, {
    query: { symbol: `HKEX:${withBase.code}`, resolution: '1D', from: '0', to: '4000000000' },
  })
  const { data: told } = await why(people.hk, withBase.code)
  const days = data.map(({ points }) => points[0]!.time)
  expect(new Set(days).size).toBe(days.length)
  const drawn = data.find(
    ({ points }) => points.length === told.outline.length && points.at(-1)!.price === withBase.close,
  )
  expect(drawn!.points).toEqual(
    told.outline.map(({ date, price }) => ({ time: Date.parse(`${date}T00:00:00Z`) / 1_000, price })),
  )
  expect(drawn!.options.facts).toMatchObject({
    patternType: withBase.pattern,
    pivot: withBase.buyPoint,
    stop: withBase.stop,
    depthPercent: withBase.base!.depth / 10,
  })
})

describe('the changes since the previous list', () => {
  it('name the new stocks, those that stayed with their previous score, and those that left with the reason', async () => {
    const { data } = await changes(people.hk)
    const [, last] = lists['HKEX']!
    const before = new Map(last!.issue.picks.map(({ code, score }) => [code, score]))
    const now = picks.map(({ code }) => code)
    expect(data).toMatchObject({ method: 'finlist-1', previousDate: dates[1] })
    expect(data.added.toSorted()).toEqual(now.filter(code => !before.has(code)).toSorted())
    expect(new Map(data.stayed.map(row => [row.stockCode, row.scoreBefore]))).toEqual(
      new Map([...before].filter(([code]) => now.includes(code))),
    )
    expect(Object.fromEntries(data.left.map(row => [row.stockCode, row.reason]))).toEqual(newest!.departures)
    expect(data.left.length).toBeGreaterThan(0)
  })

  it('name the doubt about a stock that left because of its prices', async () => {
    const gone = (await changes(people.hk)).data.left[0]!.stockCode
    const leftOut = JSON.stringify([{ code: gone, kind: 'split', date: '2025-01-06', evidence: '' }])
    await testServer.database.write(async tx => {
      await tx.query(
        `insert into proposal (exchange, issue_date, method_id, constants, inputs_hash, eligible, body, facts, made_at, state, left_out)
         values ('HKEX', $1, 'finlist-1', '', '', 0, '{"picks":[]}', '{}', product_now(), 'published', $2)`,
        [dates[2], leftOut],
      )
      await tx.query(
        `update finlist_issue set departures = departures || jsonb_build_object($2::text, 'in-doubt')
         where exchange = 'HKEX' and issue_date = $1`,
        [dates[2], gone],
      )
      await publish(tx, 'finlist:HKEX')
    })
    const { left } = (await changes(people.hk)).data
    expect(left[0]).toMatchObject({ stockCode: gone, reason: 'in-doubt', doubt: { kind: 'split', date: '2025-01-06' } })
    expect(left.slice(1).map(({ doubt }) => doubt)).toEqual(left.slice(1).map(() => null))
  })

  it('are empty for the first list, and not found without a list', async () => {
    expect((await changes(people.hk, dates[0])).data).toEqual({
      method: 'finlist-1',
      previousDate: null,
      added: [],
      stayed: [],
      left: [],
    })
    expect((await changes(people.hk, '2026-07-11')).http).toBe(404)
  })

  it('are shown to everybody who may read the market’s list, and to no one else', async () => {
    expect((await changes(new ApiClient(testServer))).http).toBe(401)
    expect((await changes(people.free)).http).toBe(403)
    expect((await changes(people.us)).http).toBe(403)
  })

  it('have no reasons after a list by staff, which is marked as such', async () => {
    const { data: stocks } = await people.hk.ask(finListStocks, {
      params: { exchange: 'HKEX' },
      query: { issueDate: dates[2]! },
    })
    const rows = stocks.slice(1).map(stock => `${stock.stockCode},${stock.stockName},,${stock.close},50`)
    const head = 'stockCode,stockName,stockNameZh,close,percivalScore'
    const uploaded = await send(
      people.staff,
      uploadFinList,
      { exchange: 'HKEX', issueDate: '2026-07-17' },
      { finListCsv: lines(head, ...rows) },
    )
    expect([uploaded.http, uploaded.errors]).toEqual([200, undefined])
    const { data } = await changes(people.hk, '2026-07-17')
    expect(data).toMatchObject({ method: null, previousDate: dates[2], added: [] })
    expect(data.left).toEqual([expect.objectContaining({ stockCode: stocks[0]!.stockCode, reason: null })])
    const made = await why(people.hk, stocks[1]!.stockCode, '2026-07-17')
    expect(made.data).toMatchObject({ origin: 'import', method: null, checklist: null, score: null, outline: [] })
  })
})
