import { chartHistory } from '@finlist/contract/charts/chart'
import { finListIssueDates, finListLastUpdated, finListNewest, finListStocks } from '@finlist/contract/finlist'
import { finListShareholdings } from '@finlist/contract/finlist-holders'
import { finListResults } from '@finlist/contract/finlist-results'
import { freeFinList } from '@finlist/contract/free-finlist'
import { uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { exchangeIds } from '@finlist/domain/markets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let people: Record<'staff' | 'free' | 'hk' | 'us' | 'friend', ApiClient>
const header =
  'stockCode,stockName,stockNameZh,close,closeChange,volume,volumeChange,percivalScore,buyPoint,patternType,isLowTurnover,sector,sectorZh,subSector,subSectorZh,profileInfo,profileInfoZh'
const older = lines(
  header,
  '0005,Five,五,9.5,-1.2,1000000,5,70,-1,NIL,False,Financials,金融,Banks,銀行,A bank,一間銀行',
)
const newest = lines(
  header,
  '0005,Five,五,10,5.26,1200000,20,71,-1,NIL,False,Financials,金融,Banks,銀行,A bank,一間銀行',
  '0700,Seven Hundred,七百,300.2,-0.4,12345678,-3.5,95,305.5,CWH,False,Technology,資訊科技,Software,軟件,Makes software,開發軟件',
  '8888,Small,,0.5,,,,40,0.52,NIL,True,,,,,,',
)
const quarters = lines(
  'stockCode,quarter,thisReportDate,lastReportDate,thisEps,lastEps,epsChange,thisSales,lastSales,salesChange,thisNpm,lastNpm,npmChange,source,knownOn',
  '0700,q1,20240331,20230331,5.1,4,27.5,1000,900,11.1,30,28,2,HKEX results,2024-05-09',
  '0700,2,20231231,20221231,-1,0.01,-12000,,,,,,,,',
)

const since = Date.now()
beforeAll(async () => {
  testServer = await openTestServer()
  const [staff, free, hk, us, friend] = await Promise.all(
    ['staff', 'free', 'hk-monthly', 'us-yearly', 'friend'].map(name => ApiClient.signIn(testServer, name)),
  )
  people = { staff: staff!, free: free!, hk: hk!, us: us!, friend: friend! }
  await publish('HKEX', '2024-05-03', older)
  await publish('HKEX', '2024-05-10', newest, quarters)
  await publish('US', '2024-05-10', lines(header, 'ABC,Abc Inc,,20,1,5000000,0,88,-1,NIL,False,,,,,,'))
})
afterAll(() => testServer.close())

async function publish(exchange: string, issueDate: string, finListCsv: string, finListFundamentalCsv?: string) {
  const files = { finListCsv, ...(finListFundamentalCsv && { finListFundamentalCsv }) }
  const answer = await send(people.staff, uploadFinList, { exchange, issueDate }, files)
  expect([answer.http, answer.errors]).toEqual([200, undefined])
}
const list = (apiClient: ApiClient, exchange: string, issueDate: string) =>
  apiClient.ask(finListStocks, { params: { exchange }, query: { issueDate } })

const newestOf = (apiClient: ApiClient, exchange: string) => apiClient.ask(finListNewest, { params: { exchange } })

describe('the list of a market', () => {
  it('names its issue dates, newest first, and returns the stocks of each (FIN-11, 30, 31)', async () => {
    const dates = await people.hk.ask(finListIssueDates, { params: { exchange: 'HKEX' } })
    expect(dates.data).toEqual(['2024-05-10', '2024-05-03'])
    const codes = async (date: string) => (await list(people.hk, 'HKEX', date)).data.map(stock => stock.stockCode)
    expect([await codes('2024-05-10'), await codes('2024-05-03')]).toEqual([['0005', '0700', '8888'], ['0005']])
  })

  it('returns everything that the file said about a stock (FIN-15, 16, 17, 20, 21, 22)', async () => {
    const { data } = await list(people.hk, 'HKEX', '2024-05-10')
    expect(data[1]).toEqual({
      stockCode: '0700',
      stockName: 'Seven Hundred',
      stockNameZh: '七百',
      close: 300.2,
      closeChange: -0.4,
      volume: 12345678,
      volumeChange: -3.5,
      percivalScore: 95,
      buyPoint: 305.5,
      patternType: 'CWH',
      isLowTurnover: false,
      mask: false,
      watchlistData: [],
      sector: 'Technology',
      sectorZh: '資訊科技',
      subSector: 'Software',
      subSectorZh: '軟件',
      profileInfo: 'Makes software',
      profileInfoZh: '開發軟件',
      fundamentalData: {
        q1: {
          thisReportDate: 20240331,
          lastReportDate: 20230331,
          thisEps: 5.1,
          lastEps: 4,
          epsChange: 27.5,
          thisSales: 1000,
          lastSales: 900,
          salesChange: 11.1,
          thisNpm: 30,
          lastNpm: 28,
          npmChange: 2,
          source: 'HKEX results',
        },
        q2: expect.objectContaining({ thisReportDate: 20231231, epsChange: -12000, thisSales: null }),
      },
    })
    expect(data[2]).toMatchObject({
      closeChange: null,
      volume: null,
      buyPoint: 0.52,
      patternType: 'NIL',
      isLowTurnover: true,
    })
    expect(data[0]).toMatchObject({ buyPoint: -1, patternType: 'NIL', fundamentalData: {} })
  })

  it('is not found for a day without an issue, an unknown market or an invalid day', async () => {
    expect((await list(people.hk, 'HKEX', '2024-05-11')).http).toBe(404)
    expect((await list(people.hk, 'NYSE', '2024-05-10')).http).toBe(404)
    const wrong = await list(people.hk, 'HKEX', '2024-02-30')
    expect([wrong.http, wrong.errors[0]!.field]).toEqual([400, 'issueDate'])
    expect((await people.friend.ask(finListIssueDates, { params: { exchange: 'JP' } })).data).toEqual([])
  })

  it('is returned together with the newest issue’s date; a market without issues has neither', async () => {
    const { data } = await newestOf(people.hk, 'HKEX')
    const { data: stockList } = await list(people.hk, 'HKEX', '2024-05-10')
    expect(data).toEqual({ issueDate: '2024-05-10', stockList })
    const none = await newestOf(people.friend, 'JP')
    expect(none.data).toEqual({ issueDate: null, stockList: [] })
  })

  it.each([
    ['of a day', '/finlist/HKEX/?issueDate=2024-05-10'],
    ['the newest', '/finlist/HKEX/newest'],
  ])(
    'is sent once, %s: a caller that already has it gets 304, and the body is compressed if the caller accepts that',
    async (_, path) => {
      const first = await fetch(`${testServer.base}/api${path}`, {
        headers: { ...people.hk.headers(), 'accept-encoding': 'br' },
      })
      expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
      await first.text()
      const again = await fetch(`${testServer.base}/api${path}`, {
        headers: { ...people.hk.headers(), 'if-none-match': first.headers.get('etag')! },
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(first.headers.get('cache-control')).toBe('private, no-cache')
    },
  )

  it('changes in every process as soon as a new file is published', async () => {
    const second = await openTestServer({ PUBLIC_URL: testServer.base }, { databaseUrl: testServer.databaseUrl })
    try {
      const there = Object.assign(new ApiClient(second), { token: people.us.token, device: people.us.device })
      expect((await list(there, 'US', '2024-05-10')).data).toHaveLength(1)
      await publish(
        'US',
        '2024-05-10',
        lines(
          header,
          'ABC,Abc Inc,,21,1,5000000,0,88,-1,NIL,False,,,,,,',
          'XYZ,Xyz Inc,,3,1,1,0,90,-1,NIL,False,,,,,,',
        ),
      )
      expect((await list(people.us, 'US', '2024-05-10')).data.map(({ close }) => close)).toEqual([21, 3])
      expect((await newestOf(people.us, 'US')).data.stockList.map(({ close }) => close)).toEqual([21, 3])
      await expect.poll(async () => (await list(there, 'US', '2024-05-10')).data.length).toBe(2)
      await publish('US', '2024-05-17', lines(header, 'ABC,Abc Inc,,22,1,5000000,0,88,-1,NIL,False,,,,,,'))
      expect((await newestOf(people.us, 'US')).data.issueDate).toBe('2024-05-17')
      await expect.poll(async () => (await newestOf(there, 'US')).data.issueDate).toBe('2024-05-17')
    } finally {
      await second.close()
    }
  })
})

describe('the results of a stock', () => {
  const results = (who: ApiClient, exchange = 'HKEX', stockCode = '0700') =>
    who.ask(finListResults, { params: { exchange }, query: { stockCode } })
  const first = {
    knownOn: '2024-05-09',
    periodEnd: '2024-03-31',
    eps: 5.1,
    epsChange: 27.5,
    sales: 1000,
    salesChange: 11.1,
    source: 'HKEX results',
  }

  it('are those of a list whose file names the day on which they became known, and of no other', async () => {
    expect((await results(people.hk)).data).toEqual([first])
    expect((await results(people.hk, 'HKEX', '0005')).data).toEqual([])
  })

  it('stay as the first list had them, with earnings per share in today’s shares', async () => {
    const later = lines(
      'stockCode,quarter,thisReportDate,thisEps,epsChange,thisSales,source,knownOn',
      'ABC,1,20240331,9,80,900,A file,2024-05-10',
    )
    const pick = lines('stockCode,percivalScore,close', 'ABC,88,20')
    await publish('US', '2024-05-10', pick, later)
    await publish('US', '2024-05-24', pick, later.replace('9,80', '7,70'))
    await testServer.database.pool.query(`insert into corporate_action (exchange, stock_code, ex_date, kind, numerator, denominator, source)
      values ('US', 'ABC', '2024-06-03', 'split', 3, 1, 'test')`)
    const { data } = await results(people.us, 'US', 'ABC')
    expect(data).toMatchObject([{ knownOn: '2024-05-10', eps: 3, epsChange: 80, sales: 900, source: 'A file' }])
  })

  it('are those of a source where it has the quarter, as they were on their day', async () => {
    const figures = [
      ['2023-03-31', 'eps', '2023-05-10', 4, 'A vendor'],
      ['2024-04-01', 'eps', '2024-05-08', 5, 'A vendor'],
      ['2024-04-01', 'eps', '2024-06-20', 50, 'A vendor'],
    ]
    for (const figure of figures)
      await testServer.database.pool.query(
        `insert into reported_figure (exchange, stock_code, period_end, figure, known_on, value, currency, source)
         values ('HKEX', '0700', $1, $2, $3, $4, 'HKD', $5)`,
        figure,
      )
    const of = { sales: null, salesChange: null, source: 'A vendor' }
    expect((await results(people.hk)).data).toEqual([
      { ...of, knownOn: '2024-05-08', periodEnd: '2024-04-01', eps: 5, epsChange: 25 },
      { ...of, knownOn: '2023-05-10', periodEnd: '2023-03-31', eps: 4, epsChange: null },
    ])
    await testServer.database.pool.query('delete from reported_figure')
  })

  it('need the right to the market’s list, like the figures in its panel (CORE-08)', async () => {
    for (const who of [people.free, people.us]) expect((await results(who)).http).toBe(403)
    expect((await results(people.hk, 'US', 'ABC')).http).toBe(403)
  })
})

describe('read permission', () => {
  it('comes with a plan for that market only (CORE-09, 10)', async () => {
    for (const [name, markets] of [
      ['free', []],
      ['hk', ['HKEX']],
      ['us', ['US']],
      ['friend', [...exchangeIds]],
    ] as const) {
      const seen = await Promise.all(
        exchangeIds.map(exchange => people[name].ask(finListIssueDates, { params: { exchange } })),
      )
      expect([name, seen.map(({ http, status }) => `${http} ${status}`)]).toEqual([
        name,
        exchangeIds.map(exchange => (markets.some(opened => opened === exchange) ? '200 success' : '403 Forbidden')),
      ])
    }
  })

  it('is missing without a plan: the response has one real pick and the number of others, but no other data (FIN-10, 27, 29; CORE-08)', async () => {
    expect((await list(people.free, 'HKEX', '2024-05-10')).http).toBe(403)
    expect((await newestOf(people.free, 'HKEX')).http).toBe(403)
    const { data } = await people.free.ask(freeFinList, { params: { exchange: 'HKEX' } })
    expect(data).toMatchObject({ issueDate: '2024-05-10', total: 3 })
    expect(data.stockList.map(({ stockCode }) => stockCode)).toEqual(['0700'])
    const text = JSON.stringify(data)
    for (const hidden of ['0005', '8888', 'Five', 'Small', 'A bank', '五']) expect(text).not.toContain(hidden)
    const none = await people.free.ask(freeFinList, { params: { exchange: 'TW' } })
    expect(none.data).toEqual({ issueDate: null, total: 0, stockList: [] })
  })

  it('is not needed to see when the list was last published, only a sign-in (NOTE-12)', async () => {
    const { data } = await people.free.ask(finListLastUpdated, { params: { exchange: 'HKEX' } })
    expect(Date.parse(data!)).toBeGreaterThanOrEqual(since)
    expect(Date.parse(data!)).toBeLessThanOrEqual(Date.now())
    expect((await people.free.ask(finListLastUpdated, { params: { exchange: 'TW' } })).data).toBeNull()
  })
})

describe('the holders of a Hong Kong pick', () => {
  beforeAll(async () => {
    const rows = Array.from(
      { length: 12 },
      (_, n) => `('0700', '2024-05-08', 'B${n}', 'Participant ${n}', ${(n + 1) * 100}, ${n + 1})`,
    )
    await testServer.database.pool.query(`insert into shareholding values ${rows.join(',')},
      ('0700', '2024-05-08', 'X1', 'Not told', -1, 99), ('0700', '2024-05-01', 'B9', 'Old', 5, 5),
      ('0700', '2024-05-13', 'B9', 'Too new', 5, 5), ('0001', '2024-05-08', 'B9', 'Not a pick', 5, 5)`)
  })

  it('are the ten largest at the last settlement date before the issue, if disclosed (FIN-32, 33, 34)', async () => {
    const { data } = await people.hk.ask(finListShareholdings, { query: { issueDate: '2024-05-10' } })
    expect(data).toHaveLength(10)
    expect(data[0]).toEqual({
      stockCode: '0700',
      participantName: 'Participant 11',
      shareholding: 1200,
      shareholdingPercent: 12,
      shareholdingDate: '2024-05-08',
    })
    expect(new Set(data.map(({ shareholdingDate }) => shareholdingDate))).toEqual(new Set(['2024-05-08']))
  })

  it('require the Hong Kong plan', async () => {
    expect((await people.us.ask(finListShareholdings, { query: { issueDate: '2024-05-10' } })).http).toBe(403)
  })
})

describe('the bars behind FinList’s chart', () => {
  beforeAll(async () => {
    await send(
      people.staff,
      uploadStocks,
      { exchange: 'HKEX' },
      { stockCsv: lines('stockCode,stockName', '0700,Seven Hundred') },
    )
    await send(
      people.staff,
      uploadPrices,
      { exchange: 'HKEX', stockCode: '0700' },
      {
        priceCsv: lines(
          'date,open,high,low,close,volume',
          '2024-05-08,1,2,0.5,1.5,100',
          '2024-05-09,2,3,1.5,2.5,200',
          '2024-05-10,3,4,2.5,3.5,300',
        ),
      },
    )
  })
  const history = (query: Record<string, string>) =>
    people.free.raw(
      'GET',
      `${chartHistory.path}?${new URLSearchParams({ symbol: 'HKEX:0700', ...query }).toString()}`,
    ) as Promise<unknown>

  it('come in two forms: columns with times in seconds and rows with times in ms, oldest first', async () => {
    expect(await history({ from: '0', to: '4000000000' })).toMatchObject({
      http: 200,
      s: 'ok',
      noData: false,
      t: [1715126400, 1715212800, 1715299200],
      o: [1, 2, 3],
      c: [1.5, 2.5, 3.5],
      v: [100, 200, 300],
      bars: [{ time: 1715126400000, open: 1, high: 2, low: 0.5, close: 1.5, volume: 100 }, {}, {}],
    })
  })

  it('include `from`, exclude `to`, and follow `countback` instead of `from` if both are given', async () => {
    const times = async (query: Record<string, string>) =>
      ((await history({ format: 'udf', ...query })) as { t?: number[] }).t
    expect(await times({ from: '1715212800', to: '1715299200' })).toEqual([1715212800])
    expect(await times({ from: '1715299200', to: '1715385600', countback: '2' })).toEqual([1715212800, 1715299200])
    expect(await history({ from: '0', to: '100', format: 'udf' })).toMatchObject({ s: 'no_data', noData: true })
  })

  it('a request for bars of an unknown symbol gets an error in both forms of the protocol', async () => {
    expect(await history({ symbol: 'HKEX:9999' })).toMatchObject({
      http: 404,
      s: 'error',
      status: 'Error',
      errmsg: expect.any(String),
    })
    expect(await history({ symbol: 'nonsense' })).toMatchObject({ http: 404, s: 'error' })
    expect(await history({ resolution: '5' })).toMatchObject({ http: 400, s: 'error' })
  })
})
