import { uploadPatterns, uploadPrices, uploadSimulatorStocks } from '@finlist/contract/staff/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
let friend: ApiClient

beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
  friend = await ApiClient.signIn(testServer, 'friend')
})
afterAll(() => testServer.close())

const plain = async (path: string) => {
  const answer = await fetch(`${testServer.base}/api/tvchart/${path}`, { headers: friend.headers() })
  return { http: answer.status, body: (await answer.json()) as never }
}
const topics = async () =>
  (await testServer.database.db.selectFrom('last_updated').select('topic').execute()).map(({ topic }) => topic)
const faultsOf = (answer: { errors?: { message: string }[] }) => answer.errors?.map(({ message }) => message)

describe('simulator stocks (UPL-10, 23)', () => {
  const heads = 'stockCode,stockName,stockNameZh,startTime,resolution'

  it('are uploaded with their first day of practice, and replaced by the next upload', async () => {
    const file = lines(heads, 'X1,Practice X,練習,2024-05-02,1W', 'X2,,練習二,1714608000,')
    const first = await send(staff, uploadSimulatorStocks, {}, { simulatorStocksCsv: file })
    expect([first.http, first.data]).toMatchObject([200, { count: 2, created: 2 }])
    const second = await send(
      staff,
      uploadSimulatorStocks,
      {},
      { simulatorStocksCsv: lines('stockCode,startTime', 'X2,20240506') },
    )
    expect(second.data).toMatchObject({ count: 1, created: 0 })
    expect(await plain('simulator-info?symbol=X1')).toMatchObject({
      body: { data: { stockNameZh: '練習', startDate: '2024-05-02', resolution: '1W' } },
    })
    expect(await plain('simulator-info?symbol=X2')).toMatchObject({
      body: { data: { stockNameZh: '練習二', startDate: '2024-05-06', resolution: '1D' } },
    })
    expect((await plain('search?query=x&isSimulator=true')).body).toHaveLength(2)
    expect(await topics()).toContain('prices:PRAC')
  })

  it('are refused as a whole, naming each bad line', async () => {
    const file = lines(heads, 'X8,,,2024-05-02,2H', 'X9,,,soon,', 'X1,,,2024-05-02,', 'X1,,,2024-05-02,')
    const answer = await send(staff, uploadSimulatorStocks, {}, { simulatorStocksCsv: file })
    expect([answer.http, faultsOf(answer)]).toEqual([
      400,
      [
        'line 2: resolution must be 1D, 1W or 1M, not 2H',
        'line 3: startTime is not a date (YYYY-MM-DD or YYYYMMDD): soon',
      ],
    ])
    expect(await plain('simulator-info?symbol=X8')).toMatchObject({ http: 404 })
  })

  it('are for staff only', async () => {
    const answer = await send(
      friend,
      uploadSimulatorStocks,
      {},
      { simulatorStocksCsv: lines(heads, 'X3,,,2024-05-02,') },
    )
    expect(answer.http).toBe(403)
  })
})

describe('uploaded prices of practice stocks (UPL-22, SIM-05)', () => {
  const bars = lines('date,open,high,low,close,volume', '2024-05-02,1,3,1,2,5', '2024-05-03,2,4,2,3,6')

  it.each(['PRAC', 'GAME'])(
    'uploaded prices of practice stocks with exchange=%s belong to no market',
    async exchange => {
      const answer = await send(staff, uploadPrices, { exchange, stockCode: 'P7' }, { priceCsv: bars })
      expect([answer.http, answer.data]).toMatchObject([200, { count: 2, created: 1 }])
      const listed = await testServer.database.db
        .selectFrom('stock')
        .select('stock_code')
        .where('stock_code', '=', 'P7')
        .execute()
      expect(listed).toEqual([])
      expect(await topics()).toContain(`prices:${exchange}`)
    },
  )

  it('can be read by the simulator', async () => {
    expect(await plain('history?symbol=P7&isSimulator=true&from=0&to=1714694400&format=udf')).toMatchObject({
      body: { s: 'ok', c: [2], v: [5] },
    })
  })

  it('can be rolled back like other prices', async () => {
    const { data } = await send(staff, uploadPrices, { exchange: 'PRAC', stockCode: 'P8' }, { priceCsv: bars })
    expect((await staff.raw('POST', `/admin/data/uploads/${data!.uploadId}/roll-back`, {})).http).toBe(200)
    expect((await plain('history?symbol=PRAC:P8&from=0&to=1714694400')).http).toBe(404)
  })
})

describe('uploaded chart patterns (UPL-12, 25)', () => {
  const heads = 'patternId,stockCode,patternType,pointIndex,time,price,options'
  const upload = (...rows: string[]) =>
    send(staff, uploadPatterns, { exchange: 'HKEX' }, { patternsCsv: lines(heads, ...rows) })
  const patterns = async (code: string) =>
    ((await plain(`patterns?symbol=HKEX:${code}&from=0&to=4000000000&resolution=1D`)).body as { data: unknown[] }).data

  it('are drawn from their points, whatever the order of the lines, and replace those with the same id', async () => {
    const answer = await upload(
      'a,700,cwh,1,2024-05-03,9,',
      'a,700,CWH,0,1714348800,10,"{""pivot"":10.1,""depthPercent"":12}"',
      'a,700,CWH,2,20240510,10,',
      'b,5,FB,0,2024-05-02,3,',
      'b,5,FB,1,2024-05-06,3,',
    )
    expect([answer.http, answer.data]).toMatchObject([200, { count: 2, created: 0 }])
    expect(await patterns('0700')).toMatchObject([
      {
        points: [
          { time: 1_714_348_800, price: 10 },
          { time: 1_714_694_400, price: 9 },
          { time: 1_715_299_200, price: 10 },
        ],
        options: { facts: { patternType: 'CWH', pivot: 10.1, depthPercent: 12 } },
      },
    ])
    const before = await patterns('0700')
    const { data } = await upload(
      'a,700,FB,0,2024-06-03,8,',
      'a,700,FB,1,2024-06-10,8,',
      'c,700,FB,0,2024-06-03,8,',
      'c,700,FB,1,2024-06-10,8,',
    )
    const again = await patterns('0700')
    expect(again).toHaveLength(2)
    expect(again).toMatchObject([{ options: { facts: { patternType: 'FB' } } }, {}])
    expect((await staff.raw('POST', `/admin/data/uploads/${data.uploadId}/roll-back`, {})).http).toBe(200)
    expect(await patterns('0700')).toEqual(before)
    await upload('a,700,FB,0,2024-06-03,8,', 'a,700,FB,1,2024-06-10,8,')
    expect(await topics()).toContain('patterns:HKEX')
  })

  it.each([
    [
      'an unknown type',
      ['c,700,XYZ,0,2024-05-02,3,'],
      ['line 2: patternType must be one of CUP, CWH, FB, DB, BASE, not XYZ'],
    ],
    ['a point alone', ['c,700,FB,0,2024-05-02,3,'], ['line 2: the pattern has only one point']],
    [
      'decreasing times',
      ['c,700,FB,0,2024-05-06,3,', 'c,700,FB,1,2024-05-02,3,'],
      ['line 3: the time is not after that of the point before'],
    ],
    [
      'another stock with the same id',
      ['c,700,FB,0,2024-05-02,3,', 'c,5,FB,1,2024-05-06,3,'],
      ['line 3: another stockCode or patternType than the pattern has on line 2'],
    ],
    [
      'a point twice',
      ['c,700,FB,0,2024-05-02,3,', 'c,700,FB,0,2024-05-06,3,'],
      ['line 3: the same point of the same pattern as line 2'],
    ],
    [
      'unknown options',
      ['c,700,FB,0,2024-05-02,3,"{""x"":1}"', 'c,700,FB,1,2024-05-06,3,[]'],
      [2, 3].map(
        line =>
          `line ${line}: options is not a JSON object of stage, lengthWeeks, depthPercent, handleDepthPercent, pivot, shape, text and overrides`,
      ),
    ],
  ])('uploaded chart patterns with %s are refused as a whole', async (_, rows, expected) => {
    const answer = await upload(...rows)
    expect([answer.http, faultsOf(answer)]).toEqual([400, expected])
    expect(await patterns('0700')).toHaveLength(1)
  })

  it('are not stored in a dry run', async () => {
    const asked = { exchange: 'HKEX', dryRun: 'true' }
    const file = lines(heads, 'd,9,FB,0,2024-05-02,3,', 'd,9,FB,1,2024-05-06,3,')
    expect((await send(staff, uploadPatterns, asked, { patternsCsv: file })).data).toMatchObject({
      count: 1,
      uploadId: null,
    })
    expect(await patterns('0009')).toEqual([])
  })
})
