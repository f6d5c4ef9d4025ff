import { finListNewest, finListStocks } from '@finlist/contract/finlist'
import { listViews, saveListView } from '@finlist/contract/list-views'
import { rollBackUpload, uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { uploadListings } from '@finlist/contract/staff/market-facts'
import {
  addWatchlistStock,
  bypassWatchlistLimit,
  changeWatchlistStock,
  createWatchlist,
  deleteWatchlist,
  importWatchlist,
  noteWatchlistStock,
  orderWatchlist,
  removeWatchlistStock,
  renameWatchlist,
  restoreWatchlistStock,
  selectableStocks,
  watchlistStocks,
  watchlists,
} from '@finlist/contract/watchlist'
import { tradingDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us' | 'friend', ApiClient>
const pick = { stockCode: '0700', exchange: 'HKEX', buyPrice: 300.1234, shares: 100 }
const header =
  'stockCode,stockName,stockNameZh,close,closeChange,volume,volumeChange,percivalScore,buyPoint,patternType,isLowTurnover,subSector,subSectorZh,profileInfo,profileInfoZh'

beforeAll(async () => {
  testServer = await openTestServer()
  const names = ['staff', 'free', 'hk-monthly', 'us-yearly', 'friend']
  const [staff, free, hk, us, friend] = await Promise.all(names.map(name => ApiClient.signIn(testServer, name)))
  people = { staff: staff!, free: free!, hk: hk!, us: us!, friend: friend! }
  const stocks = lines(
    'stockCode,stockName,stockNameZh,subSector,subSectorZh,profileInfo,profileInfoZh',
    '0700,Seven Hundred,七百,Software,軟件,Makes software,開發軟件',
    '0005,Five,五,Banks,銀行,A bank,一間銀行',
  )
  await load(uploadStocks, { exchange: 'HKEX' }, { stockCsv: stocks })
  const days = tradingDays('HKEX', '2023-12-01', '2024-04-29').slice(-60)
  const bars = days.map((date, n) => `${date},10,11,9,${n + 1},${1000 + n}`)
  await load(
    uploadPrices,
    { exchange: 'HKEX', stockCode: '0700' },
    { priceCsv: lines('date,open,high,low,close,volume', ...bars) },
  )
  const issue = lines(
    header,
    '0700,Seven Hundred,七百,60,1,1000,1,90,-1,NIL,False,Software,軟件,,',
    '0005,Five,五,10,1,1000,1,80,-1,NIL,False,Banks,銀行,,',
  )
  await load(uploadFinList, { exchange: 'HKEX', issueDate: '2024-05-03' }, { finListCsv: issue })
})
afterAll(() => testServer.close())

async function load(call: Parameters<typeof send>[1], query: Record<string, string>, files: Record<string, string>) {
  const answer = await send(people.staff, call, query, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}
const create = (who: ApiClient, watchlistName: string) => who.ask(createWatchlist, { query: { watchlistName } })
const add = (who: ApiClient, id: number, body: object = pick) =>
  who.ask(addWatchlistStock, { params: { id: String(id) }, body })
const read = (who: ApiClient, id: number) => who.ask(watchlistStocks, { params: { id: String(id) } })
const entry = (id: number, stock: number) => ({ params: { id: String(id), watchlistStockId: String(stock) } })
async function empty(who: ApiClient) {
  for (const { watchlistId } of (await who.ask(watchlists)).data)
    await who.ask(deleteWatchlist, { params: { id: String(watchlistId) } })
}

describe('watchlists', () => {
  it('are created, listed, renamed and deleted (WL-15, 28, 29, 30, 37)', async () => {
    const { data: id } = await create(people.hk, '  Growth  ')
    expect((await people.hk.ask(watchlists)).data).toEqual([
      { watchlistId: id, watchlistName: 'Growth', stockCount: 0 },
    ])
    await people.hk.ask(renameWatchlist, { params: { id: String(id) }, query: { watchlistName: '增長' } })
    expect((await people.hk.ask(watchlists)).data[0]!.watchlistName).toBe('增長')
    expect((await people.hk.ask(deleteWatchlist, { params: { id: String(id) } })).http).toBe(200)
    expect((await people.hk.ask(watchlists)).data).toEqual([])
  })

  it('require a name (WL-27)', async () => {
    const blank = await create(people.hk, '   ')
    expect([blank.http, blank.errors[0]!.field]).toEqual([400, 'watchlistName'])
  })

  it('are changed by calls that are never cached, even those made by GET (WL-29)', async () => {
    const { headers, data } = await create(people.us, 'Kept nowhere')
    expect(headers.get('cache-control')).toBe('private, no-store')
    await people.us.ask(deleteWatchlist, { params: { id: String(data) } })
  })

  it('require a plan (WL-06)', async () => {
    for (const answer of [
      await people.free.ask(watchlists),
      await create(people.free, 'x'),
      await people.free.ask(selectableStocks),
      await read(people.free, 1),
    ])
      expect([answer.http, answer.status]).toEqual([403, 'Forbidden'])
  })

  it('watchlists of another user are not found, and nothing in them can be changed', async () => {
    const { data: id } = await create(people.us, 'Mine')
    const { data } = await add(people.us, id)
    const { watchlistStockId: stock } = data
    const answers = await Promise.all([
      read(people.hk, id),
      add(people.hk, id),
      people.hk.ask(renameWatchlist, { params: { id: String(id) }, query: { watchlistName: 'Yours' } }),
      people.hk.ask(deleteWatchlist, { params: { id: String(id) } }),
      people.hk.ask(removeWatchlistStock, entry(id, stock)),
      people.hk.ask(changeWatchlistStock, { ...entry(id, stock), body: { buyPrice: 1, shares: 1 } }),
    ])
    expect(answers.map(({ http }) => http)).toEqual([404, 404, 404, 404, 404, 404])
    expect((await read(people.us, id)).data.stockList[0]).toMatchObject({ buyPrice: 300.1234, shares: 100 })
    await empty(people.us)
  })
})

describe('positions in a watchlist', () => {
  it('have their stock, price and 50-day average (WL-17, 18, 31, 34)', async () => {
    const { data: id } = await create(people.hk, 'Growth')
    const { data } = await add(people.hk, id)
    expect((await read(people.hk, id)).data.stockList).toEqual([
      {
        watchlistStockId: data.watchlistStockId,
        stockCode: '0700',
        exchange: 'HKEX',
        stockName: 'Seven Hundred',
        stockNameZh: '七百',
        buyPrice: 300.1234,
        shares: 100,
        entered: { buyPrice: 300.1234, shares: 100 },
        followsActions: true,
        note: '',
        actions: [],
        currentPrice: 60,
        currentVolume: 1059,
        priceDate: '2024-04-29',
        average50: 35.5,
        unconfirmed: false,
        sector: '',
        sectorZh: '',
        subSector: 'Software',
        subSectorZh: '軟件',
        profileInfo: 'Makes software',
        profileInfoZh: '開發軟件',
      },
    ])
    await add(people.hk, id, { ...pick, stockCode: '0005' })
    expect((await read(people.hk, id)).data.stockList[1]).toMatchObject({ currentPrice: null, average50: null })
    await empty(people.hk)
  })

  it('watchlist positions in a delisted stock have the delisting day and the final value of a share, unless it is listed again', async () => {
    const { pool } = testServer.database
    await pool.query(
      `insert into listing (exchange, stock_code, listed_on, delisted_on, reason, last_value)
       values ('HKEX', '0700', '2004-06-16', '2024-05-02', 'Taken over', 61.5)`,
    )
    const { data: id } = await create(people.hk, 'Growth')
    await add(people.hk, id)
    const [gone] = (await read(people.hk, id)).data.stockList
    expect(gone).toMatchObject({ currentPrice: 60, delistedOn: '2024-05-02', lastValue: 61.5 })
    await pool.query(`insert into listing (exchange, stock_code, listed_on) values ('HKEX', '0700', '2024-06-03')`)
    expect((await read(people.hk, id)).data.stockList[0]).not.toHaveProperty('delistedOn')
    await pool.query(`delete from listing where stock_code = '0700'`)
    await empty(people.hk)
  })

  it('are changed and removed (WL-35, 36)', async () => {
    const { data: id } = await create(people.hk, 'Growth')
    const { data } = await add(people.hk, id)
    await people.hk.ask(changeWatchlistStock, { ...entry(id, data.watchlistStockId), body: { buyPrice: 0, shares: 7 } })
    expect((await read(people.hk, id)).data.stockList[0]).toMatchObject({ buyPrice: 0, shares: 7 })
    await people.hk.ask(removeWatchlistStock, entry(id, data.watchlistStockId))
    expect((await read(people.hk, id)).data.stockList).toEqual([])
    await empty(people.hk)
  })

  it.each<[string, object, string, string]>([
    ['a price below zero', { buyPrice: -0.01 }, 'buyPrice', 'Buy price: at least 0.'],
    ['a price that would be rounded', { buyPrice: 10.00001 }, 'buyPrice', 'Buy price: at most 4 decimal places.'],
    ['a price of next to nothing', { buyPrice: 0.00004 }, 'buyPrice', 'Buy price: at most 4 decimal places.'],
    ['a price beyond all', { buyPrice: 2e9 }, 'buyPrice', 'Buy price: at most 1000000000.'],
    ['no price', { buyPrice: undefined }, 'buyPrice', 'Buy price: required.'],
    ['no shares', { shares: 0 }, 'shares', 'Shares: at least 1.'],
    ['half a share', { shares: 1.5 }, 'shares', 'Shares: a whole number is expected.'],
    ['a stock nobody knows', { stockCode: '9999' }, 'stockCode', 'HKEX 9999 is not a stock we know.'],
    ['a market nobody knows', { exchange: 'NYSE' }, 'exchange', 'Market: not one of the allowed values.'],
  ])('refuse %s (WL-25, 26)', async (_, wrong, field, said) => {
    const { data: id } = await create(people.hk, 'Growth')
    const answer = await add(people.hk, id, { ...pick, ...wrong })
    expect([answer.http, answer.errors[0]]).toMatchObject([400, { field, message: said }])
    expect((await read(people.hk, id)).data.stockList).toEqual([])
    await empty(people.hk)
  })

  it('can be in any listed stock (WL-32)', async () => {
    expect((await people.hk.ask(selectableStocks)).data).toEqual([
      { stockCode: '0005', exchange: 'HKEX', stockName: 'Five', stockNameZh: '五' },
      { stockCode: '0700', exchange: 'HKEX', stockName: 'Seven Hundred', stockNameZh: '七百' },
    ])
    const { staff } = people
    const load = (...rows: string[]) =>
      send(staff, uploadListings, { exchange: 'HKEX' }, { listingCsv: lines('stockCode,listedOn,delistedOn', ...rows) })
    const gone = async () => (await people.hk.ask(selectableStocks)).data.map(({ delistedOn }) => delistedOn)
    const { data } = await load('0005,2000-01-03,2026-03-02', '0700,2004-06-16,2027-06-01')
    expect(await gone()).toEqual(['2026-03-02', undefined])
    await staff.ask(rollBackUpload, { params: { uploadId: String(data.uploadId) } })
    expect(await gone()).toEqual([undefined, undefined])
  })

  it('are imported from a file completely or not at all', async () => {
    const { data: id } = await create(people.hk, 'Growth')
    const all = (stocks: object[]) => people.hk.ask(importWatchlist, { params: { id: String(id) }, body: { stocks } })
    const refused = await all([{ ...pick, stockCode: '9999' }, pick, { ...pick, exchange: 'US', stockCode: 'NONE' }])
    expect([refused.http, refused.errors]).toEqual([
      400,
      [
        { message: 'HKEX 9999 is not a stock we know.', field: 'stocks.0.stockCode' },
        { message: 'US NONE is not a stock we know.', field: 'stocks.2.stockCode' },
      ],
    ])
    expect((await read(people.hk, id)).data.stockList).toEqual([])
    expect((await all([pick, { ...pick, stockCode: '0005' }, pick])).data).toEqual({ added: 3 })
    expect((await all(Array.from({ length: 18 }, () => pick))).errors[0]!.code).toBe('limit')
    expect((await read(people.hk, id)).data.stockList.length).toBe(3)
    await empty(people.hk)
  })
})

describe('watchlist limits', () => {
  it('hold with 100 concurrent creates, which leave exactly 3 lists and 20 stocks (WL-38)', {
    tags: ['slow'],
  }, async () => {
    const made = await Promise.all(Array.from({ length: 100 }, (_, n) => create(people.hk, `List ${n}`)))
    expect(made.filter(({ http }) => http === 200).length).toBe(3)
    expect(made.find(({ http }) => http !== 200)!.errors[0]).toMatchObject({ code: 'limit' })
    const { watchlistId } = (await people.hk.ask(watchlists)).data[0]!
    const added = await Promise.all(Array.from({ length: 100 }, () => add(people.hk, watchlistId)))
    expect(added.filter(({ http }) => http === 200).length).toBe(20)
    expect((await read(people.hk, watchlistId)).data.stockList.length).toBe(20)
    await empty(people.hk)
  })

  it('do not apply to those who may exceed them (WL-33, 38)', async () => {
    expect((await people.friend.ask(bypassWatchlistLimit)).status).toBe('success')
    expect((await people.hk.ask(bypassWatchlistLimit)).http).toBe(403)
    for (let n = 0; n < 4; n++) expect((await create(people.friend, `List ${n}`)).http).toBe(200)
    const { data: id } = await create(people.friend, 'Long')
    for (let n = 0; n < 21; n++) expect((await add(people.friend, id)).http).toBe(200)
    await empty(people.friend)
  })
})

describe('positions in the rows of FinList', () => {
  const rows = async (who: ApiClient) =>
    (await who.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate: '2024-05-03' } })).data
  const newest = (who: ApiClient) => who.ask(finListNewest, { params: { exchange: 'HKEX' } })

  it('are the user’s own, shown immediately and to no one else (WL-16)', async () => {
    const { data: first } = await create(people.hk, 'A "quoted" list')
    const { data: second } = await create(people.hk, '第二')
    const a = (await add(people.hk, first)).data.watchlistStockId
    const b = (await add(people.hk, second, { ...pick, buyPrice: 12 })).data.watchlistStockId
    const own = await rows(people.hk)
    expect(own.find(row => row.stockCode === '0700')!.watchlistData).toEqual([
      { watchlistId: first, watchlistStockId: a, watchlistName: 'A "quoted" list', buyPrice: 300.1234 },
      { watchlistId: second, watchlistStockId: b, watchlistName: '第二', buyPrice: 12 },
    ])
    expect(own.find(row => row.stockCode === '0005')!.watchlistData).toEqual([])
    expect((await newest(people.hk)).data.stockList).toEqual(own)
    expect((await rows(people.friend)).every(row => row.watchlistData.length === 0)).toBe(true)
    expect((await newest(people.friend)).data.stockList).toEqual(await rows(people.friend))

    await people.hk.ask(renameWatchlist, { params: { id: String(first) }, query: { watchlistName: 'Renamed' } })
    expect((await rows(people.hk)).find(row => row.stockCode === '0700')!.watchlistData[0]!.watchlistName).toBe(
      'Renamed',
    )
    await empty(people.hk)
    expect((await rows(people.hk)).every(row => row.watchlistData.length === 0)).toBe(true)
  })

  it('change the list’s ETag for that user, and lead to a 304 while nothing has changed', async () => {
    const { data: id } = await create(people.hk, 'Growth')
    const ask = async (who: ApiClient, tag = '') =>
      await fetch(`${testServer.base}/api/finlist/HKEX/?issueDate=2024-05-03`, {
        headers: { ...who.headers(), 'if-none-match': tag },
      })
    const common = (await ask(people.friend)).headers.get('etag')!
    expect((await ask(people.hk)).headers.get('etag')).toBe(common)
    await add(people.hk, id)
    const own = (await ask(people.hk, common)).headers.get('etag')!
    expect(own).not.toBe(common)
    expect((await ask(people.hk, own)).status).toBe(304)
    await add(people.hk, id, { ...pick, stockCode: '0005' })
    expect((await ask(people.hk, own)).status).toBe(200)
    await empty(people.hk)
  })
})

describe('calls that order, annotate, remove and restore positions', () => {
  const made = async (count: number) => {
    const { data: id } = await create(people.friend, 'Own order')
    const ids: number[] = []
    for (let nth = 0; nth < count; nth++) ids.push((await add(people.friend, id)).data.watchlistStockId)
    return { id, ids, params: { id: String(id) } }
  }
  const of = (id: number, watchlistStockId: number) => ({
    params: { id: String(id), watchlistStockId: String(watchlistStockId) },
  })
  const listed = async (id: number) =>
    (await people.friend.ask(watchlistStocks, { params: { id: String(id) } })).data.stockList

  it('keep positions in the order that the user chose, and put new ones last', async () => {
    const { id, ids, params } = await made(3)
    const order = [ids[2], ids[0], ids[1]] as number[]
    expect((await people.friend.ask(orderWatchlist, { params, body: { watchlistStockIds: order } })).http).toBe(200)
    const added = (await add(people.friend, id)).data.watchlistStockId
    expect((await listed(id)).map(stock => stock.watchlistStockId)).toEqual([...order, added])
    expect((await people.hk.ask(orderWatchlist, { params, body: { watchlistStockIds: order } })).http).toBe(404)
  })

  it('store a note with the position', async () => {
    const { id, ids } = await made(1)
    await people.friend.ask(noteWatchlistStock, { ...of(id, ids[0]!), body: { note: ' Bought on the breakout ' } })
    expect((await listed(id))[0]).toMatchObject({ note: 'Bought on the breakout' })
    const long = await people.friend.ask(noteWatchlistStock, { ...of(id, ids[0]!), body: { note: 'x'.repeat(2_001) } })
    expect([long.http, long.errors[0]!.field]).toEqual([400, 'note'])
    expect((await people.hk.ask(noteWatchlistStock, { ...of(id, ids[0]!), body: { note: 'mine' } })).http).toBe(404)
  })

  it('restore a removed position as it was, with its place, note and day', async () => {
    const { id, ids, params } = await made(2)
    const [first, second] = ids as [number, number]
    await people.friend.ask(orderWatchlist, { params, body: { watchlistStockIds: [second, first] } })
    await people.friend.ask(noteWatchlistStock, { ...of(id, second), body: { note: 'Keep' } })
    const before = await listed(id)
    await people.friend.ask(removeWatchlistStock, of(id, second))
    expect(await listed(id)).toHaveLength(1)
    expect((await people.hk.ask(restoreWatchlistStock, of(id, second))).http).toBe(404)
    expect((await people.friend.ask(restoreWatchlistStock, of(id, second))).http).toBe(200)
    expect(await listed(id)).toEqual(before)
    expect((await people.friend.ask(restoreWatchlistStock, of(id, second))).http).toBe(404)
  })

  it('do not restore a removed position to a list that is full', async () => {
    const { data: id } = await create(people.hk, 'Full again')
    const ids = await Promise.all(Array.from({ length: 20 }, () => add(people.hk, id)))
    const gone = of(id, ids[0]!.data.watchlistStockId)
    await people.hk.ask(removeWatchlistStock, gone)
    await add(people.hk, id)
    const refused = await people.hk.ask(restoreWatchlistStock, gone)
    expect([refused.http, refused.errors[0]!.code]).toEqual([400, 'limit'])
    await people.hk.ask(deleteWatchlist, { params: { id: String(id) } })
  })
})

it('the display settings of a list are stored per user, with a size limit', async () => {
  const view = { columns: ['stockCode', 'rank'], compact: true, currency: 'USD' } as const
  expect((await people.hk.ask(saveListView, { params: { list: 'finlist' }, body: view })).http).toBe(200)
  await people.hk.ask(saveListView, { params: { list: 'watchlist' }, body: { ...view, columns: null } })
  expect((await people.hk.ask(listViews)).data).toEqual({ finlist: view, watchlist: { ...view, columns: null } })
  expect((await people.us.ask(listViews)).data).toEqual({})
  const wrong = { ...view, currency: 'EUR' }
  const refused = await people.hk.ask(saveListView, { params: { list: 'finlist' }, body: wrong })
  expect([refused.http, refused.errors[0]!.field]).toEqual([400, 'currency'])
  const many = { ...view, columns: Array.from({ length: 41 }, (_, n) => `c${n}`) }
  expect((await people.hk.ask(saveListView, { params: { list: 'finlist' }, body: many })).http).toBe(400)
  expect((await people.hk.ask(saveListView, { params: { list: 'movers' }, body: view })).http).toBe(404)
})

it('a watchlist change in one server process is visible in another once the notification arrives', async () => {
  const other = await openTestServer({}, { databaseUrl: testServer.databaseUrl })
  try {
    const there = await ApiClient.signIn(other, 'hk-monthly')
    const rows = async () =>
      (await there.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate: '2024-05-03' } })).data
    const lists = async () =>
      (await there.ask(watchlists)).data.map(({ watchlistName, stockCount }) => [watchlistName, stockCount])
    expect((await rows()).every(row => row.watchlistData.length === 0)).toBe(true)
    expect(await lists()).toEqual([])
    const { data: id } = await create(people.hk, 'Growth')
    await expect.poll(lists).toEqual([['Growth', 0]])
    await add(people.hk, id)
    await expect.poll(lists).toEqual([['Growth', 1]])
    await expect.poll(async () => (await rows()).filter(row => row.watchlistData.length > 0).length).toBe(1)
    await empty(people.hk)
  } finally {
    await other.close()
  }
})
