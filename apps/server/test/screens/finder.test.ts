import {
  createFilterSet,
  deleteFilterSet,
  type FinderFilter,
  filterSets,
  finderStocks,
  updateFilterSet,
} from '@finlist/contract/finder'
import { uploadFinList } from '@finlist/contract/staff/admin'
import { operator } from '@finlist/contract/staff/operator'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { unknownFigures } from '@finlist/domain/finlist/board-figures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us', ApiClient>
const header =
  'stockCode,stockName,stockNameZh,close,closeChange,volume,volumeChange,percivalScore,subSector,subSectorZh,patternType,buyPoint'

beforeAll(async () => {
  testServer = await openTestServer()
  const [staff, free, hk, us] = await Promise.all(
    ['staff', 'free', 'hk-monthly', 'us-yearly'].map(name => ApiClient.signIn(testServer, name)),
  )
  people = { staff: staff!, free: free!, hk: hk!, us: us! }
  await publish('2024-05-03', '0001,Old,舊,1,1,1,1,99,Banks,銀行')
  await publish(
    '2024-05-10',
    '0005,Five,五,10,5.26,1200000,20,71,Banks,銀行',
    '0700,Seven Hundred,七百,300.2,-0.4,12345678,-3.5,95,Software,軟件,CUP,310',
    '8888,Small,,0.5,,,,40,,',
  )
})
afterAll(() => testServer.close())

async function publish(issueDate: string, ...rows: string[]) {
  const answer = await send(
    people.staff,
    uploadFinList,
    { exchange: 'HKEX', issueDate },
    {
      finListCsv: lines(
        header,
        ...rows.map(row => row.padEnd(row.length + header.split(',').length - row.split(',').length, ',')),
      ),
    },
  )
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}
const filter = (
  column: FinderFilter['column'],
  operation: FinderFilter['operation'],
  from: number | string,
  to: number | string = -1,
) => ({ column, operation, from, to })
const screen = (who: ApiClient, filters: object[], exchange = 'HKEX') =>
  who.ask(finderStocks, { params: { exchange }, body: filters })
const codes = async (...filters: object[]) => (await screen(people.hk, filters)).data.map(row => row.stockCode)

describe('screening with Finder', () => {
  it('returns the rows of the newest issue that match every filter (FND-10, 13, 31)', async () => {
    expect((await screen(people.hk, [filter('percival_score', 'gte', 71)])).data).toEqual([
      expect.objectContaining({ stockCode: '0005' }),
      {
        stockCode: '0700',
        stockName: 'Seven Hundred',
        stockNameZh: '七百',
        watchlistData: [],
        issueDate: '2024-05-10',
        close: 300.2,
        closeChange: -0.4,
        volume: 12345678,
        volumeChange: -3.5,
        percivalScore: 95,
        subSector: 'Software',
        subSectorZh: '軟件',
        priceDate: '2024-05-10',
        patternType: 'CUP',
        buyPoint: 310,
        ...unknownFigures,
        buyPointDistance: 3.26,
      },
    ])
  })

  it.each<[string, object[], string[]]>([
    ['no filter', [], ['0005', '0700', '8888']],
    ['above', [filter('close', 'gt', 10)], ['0700']],
    ['between, including both ends', [filter('close', 'between', 0.5, 10)], ['0005', '8888']],
    ['two filters', [filter('close', 'lt', 100), filter('closeChange', 'gt', 0)], ['0005']],
    ['an industry', [filter('subSector', 'between', 'Software', 'Software')], ['0700']],
    ['codes from', [filter('stockCode', 'gte', '700')], ['0700', '8888']],
    ['an unknown figure never matches', [filter('volume', 'lte', 1e12)], ['0005', '0700']],
    ['any of several patterns', [{ column: 'pattern', operation: 'in', values: ['CUP', 'DB'] }], ['0700']],
    ['near the buy point', [filter('buyPointDistance', 'between', -5, 5)], ['0700']],
    ['to left out', [{ column: 'close', operation: 'lte', from: 0.5 }], ['8888']],
  ])('matches %s (FND-11)', async (_, filters, expected) => expect(await codes(...filters)).toEqual(expected))

  it.each<[string, object]>([
    ['an unknown column', { column: 'colour', operation: 'gt', from: 1 }],
    ['an unknown operation', { column: 'close', operation: 'like', from: 1 }],
    ['no value', { column: 'close', operation: 'gt' }],
    ['an empty list of patterns', { column: 'pattern', operation: 'in', values: [] }],
    ['an unknown pattern', { column: 'pattern', operation: 'in', values: ['VCP'] }],
    ['a choice of values for a price', { column: 'close', operation: 'in', values: ['CUP'] }],
    ['a very long text', { column: 'subSector', operation: 'between', from: 'x'.repeat(101), to: 'x' }],
  ])('refuses %s', async (_, wrong) => expect((await screen(people.hk, [wrong])).http).toBe(400))

  it('accepts one filter per column, and a limited number of filters', async () => {
    const twice = await screen(people.hk, [filter('close', 'gt', 1), filter('close', 'lt', 9)])
    expect([twice.http, twice.errors[0]!.field]).toEqual([400, 'column'])
    expect(
      (
        await screen(
          people.hk,
          Array.from({ length: 21 }, () => filter('close', 'gt', 1)),
        )
      ).http,
    ).toBe(400)
  })

  it('requires the plan of the screened market (FND-38)', async () => {
    expect((await screen(people.free, [])).http).toBe(403)
    expect((await screen(people.us, [])).http).toBe(403)
    expect((await screen(people.us, [], 'US')).data).toEqual([])
    expect((await screen(people.hk, [], 'US')).http).toBe(403)
    expect((await screen(people.hk, [], 'NYSE')).http).toBe(404)
  })

  it('shows the user’s own positions, and a new issue immediately', async () => {
    const { data: id } = await people.hk.ask(createWatchlist, { query: { watchlistName: 'Growth' } })
    const body = { stockCode: '0700', exchange: 'HKEX', buyPrice: 5, shares: 1 }
    const { data } = await people.hk.ask(addWatchlistStock, { params: { id: String(id) }, body })
    const own = (await screen(people.hk, [filter('close', 'gt', 10)])).data
    expect(own[0]!.watchlistData).toEqual([
      { watchlistId: id, watchlistStockId: data.watchlistStockId, watchlistName: 'Growth', buyPrice: 5 },
    ])
    await publish('2024-05-17', '0700,Seven Hundred,七百,400,1,1,1,50,Software,軟件')
    expect((await screen(people.hk, [filter('close', 'gt', 10)])).data).toMatchObject([
      { stockCode: '0700', issueDate: '2024-05-17', close: 400, watchlistData: [{ watchlistName: 'Growth' }] },
    ])
  })
})

describe('saved filter sets', () => {
  const facts = (finderFilterSetName: string) => ({ finderFilterSetName, filters: [filter('close', 'gt', 10)] })
  const create = (name: string) => people.hk.ask(createFilterSet, { body: facts(name) })
  const sets = async () => (await people.hk.ask(filterSets)).data

  it('are created, changed, renamed and deleted (FND-12, 32, 33, 34, 35)', async () => {
    const { data } = await create(' Strong ')
    const finderFilterSetId = data.finderFilterSetId
    expect(await sets()).toEqual([{ finderFilterSetId, ...facts('Strong') }])
    const changed = { finderFilterSetName: 'Stronger', filters: [filter('percival_score', 'between', 80, 100)] }
    const id = String(finderFilterSetId)
    expect((await people.hk.ask(updateFilterSet, { params: { id }, body: changed })).status).toBe('success')
    expect(await sets()).toEqual([{ finderFilterSetId, ...changed }])
    const gone = await people.hk.ask(deleteFilterSet, { params: { id } })
    expect([gone.http, gone.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await sets()).toEqual([])
  })

  it('require a name, and valid filters (FND-23)', async () => {
    const blank = await create('  ')
    expect([blank.http, blank.errors[0]!.field]).toEqual([400, 'finderFilterSetName'])
    const wrong = { finderFilterSetName: 'x', filters: [{ column: 'colour' }] }
    expect((await people.hk.ask(createFilterSet, { body: wrong })).http).toBe(400)
    const unstorable = {
      finderFilterSetName: 'x',
      filters: [{ column: 'close', operation: 'lt', from: 2, to: '\ud800' }],
    }
    const { http, errors } = await people.hk.ask(createFilterSet, { body: unstorable })
    expect([http, errors[0]!.field]).toEqual([400, 'filters.0.to'])
  })

  it('require at least one filter, and a name that is unique in upper and lower case', async () => {
    const empty = await people.hk.ask(createFilterSet, { body: { ...facts('Empty'), filters: [] } })
    expect([empty.http, empty.errors[0]!.field]).toEqual([400, 'filters'])
    const [first, second] = [(await create('Strong')).data, (await create('Stronger')).data]
    const taken = await create('STRONG')
    expect([taken.http, taken.errors[0]]).toMatchObject([
      400,
      { field: 'finderFilterSetName', message: 'You already have a filter set called “STRONG”.' },
    ])
    const params = { id: String(second.finderFilterSetId) }
    expect((await people.hk.ask(updateFilterSet, { params, body: facts('strong') })).http).toBe(400)
    expect((await people.hk.ask(updateFilterSet, { params, body: facts('STRONGER') })).http).toBe(200)
    expect((await people.staff.ask(createFilterSet, { body: facts('Strong') })).http).toBe(200)
    expect((await sets()).map(set => set.finderFilterSetName)).toEqual(['Strong', 'STRONGER'])
    for (const { finderFilterSetId } of [first, second])
      await people.hk.ask(deleteFilterSet, { params: { id: String(finderFilterSetId) } })
    await testServer.database.pool.query('delete from finder_filter_set')
  })

  it('100 concurrent creates leave exactly 5 (FND-37)', async () => {
    const made = await Promise.all(Array.from({ length: 100 }, (_, n) => create(`Set ${n}`)))
    expect(made.filter(({ http }) => http === 200).length).toBe(5)
    expect((await sets()).length).toBe(5)
    expect(made.find(({ http }) => http !== 200)!.errors[0]).toMatchObject({ code: 'limit' })
  })

  it('are visible to their owner only', async () => {
    const { finderFilterSetId } = (await sets())[0]!
    const params = { id: String(finderFilterSetId) }
    expect((await people.staff.ask(deleteFilterSet, { params })).http).toBe(404)
    expect((await people.staff.ask(updateFilterSet, { params, body: facts('x') })).http).toBe(404)
    expect((await people.staff.ask(filterSets)).data).toEqual([])
    expect((await people.us.ask(filterSets)).http).toBe(403)
  })
})

it('a filter set that one server process creates, changes or deletes is up to date in others within a second', async () => {
  const other = await openTestServer({}, { databaseUrl: testServer.databaseUrl })
  try {
    const there = await ApiClient.signIn(other, 'hk-monthly')
    const names = async () => (await there.ask(filterSets)).data.map(set => set.finderFilterSetName)
    const body = { finderFilterSetName: 'Strong', filters: [filter('percival_score', 'gte', 90)] }
    await testServer.database.pool.query('delete from finder_filter_set')
    await expect.poll(names).toEqual([])
    const { finderFilterSetId } = (await people.hk.ask(createFilterSet, { body })).data
    await expect.poll(names).toEqual(['Strong'])
    const params = { id: String(finderFilterSetId) }
    await people.hk.ask(updateFilterSet, { params, body: { ...body, finderFilterSetName: 'Stronger' } })
    await expect.poll(names).toEqual(['Stronger'])
    await testServer.database.pool.query('delete from finder_filter_set where finder_filter_set_id = $1', [params.id])
    await expect.poll(names).toEqual([])
  } finally {
    await other.close()
  }
})

it('the operator chooses the columns that Finder can filter, and the price steps of the filter dialogs (FND-11, 27, FIN-43)', async () => {
  const settings = async (of: TestServer) => (await new ApiClient(of).ask(operator)).data
  expect(await settings(testServer)).toMatchObject({
    finderColumns: 'full',
    buyPriceStep: { finList: 0.0001, finder: 0.01 },
  })
  const env = { FINDER_COLUMNS: 'percival-only', BUY_PRICE_STEP_FINLIST: '0.01', BUY_PRICE_STEP_FINDER: '0.0005' }
  const other = await openTestServer(env, { databaseUrl: testServer.databaseUrl })
  try {
    expect(await settings(other)).toMatchObject({
      finderColumns: 'percival-only',
      buyPriceStep: { finList: 0.01, finder: 0.0005 },
    })
    const there = await ApiClient.signIn(other, 'hk-monthly')
    const body = { finderFilterSetName: 'By close', filters: [filter('close', 'gt', 10)] }
    for (const refused of [await screen(there, body.filters), await there.ask(createFilterSet, { body })])
      expect([refused.http, refused.errors[0]!.message]).toEqual([400, 'Finder does not filter by close here.'])
    expect((await screen(there, [filter('percival_score', 'gt', 10)])).http).toBe(200)
  } finally {
    await other.close()
  }
  expect(() => readConfig({ BUY_PRICE_STEP_FINDER: '0.00015' })).toThrow('BUY_PRICE_STEP_FINDER')
  expect(() => readConfig({ FINDER_COLUMNS: 'all' })).toThrow('FINDER_COLUMNS: one of full, percival-only')
})
