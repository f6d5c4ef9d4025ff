import { setStockMark, stockMarks } from '@finlist/contract/charts/stock-marks'
import { uploadStocks } from '@finlist/contract/staff/admin'
import { mostMarks } from '@finlist/domain/stock-marks/flag-colours'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lines, send } from '../data/send-files.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
let free: ApiClient
let hk: ApiClient
const codes = Array.from({ length: mostMarks + 3 }, (_, n) => String(n + 1).padStart(4, '0'))

beforeAll(async () => {
  testServer = await openTestServer()
  const [staff, ...others] = await Promise.all(
    ['staff', 'free', 'hk-monthly'].map(name => ApiClient.signIn(testServer, name)),
  )
  ;[free, hk] = others as [ApiClient, ApiClient]
  const stockCsv = lines('stockCode,stockName,stockNameZh', ...codes.map(code => `${code},Stock ${code},股票 ${code}`))
  await send(staff!, uploadStocks, { exchange: 'HKEX' }, { stockCsv })
})
afterAll(() => testServer.close())

const mark = (apiClient: ApiClient, stockCode: string, body: { flag?: 'red' | 'blue' | null; note?: string }) =>
  apiClient.ask(setStockMark, { params: { exchange: 'HKEX', stockCode }, body })
const marked = async (apiClient: ApiClient) =>
  (await apiClient.ask(stockMarks)).data.map(({ stockCode, flag, note }) => [stockCode, flag, note])

it('a flag and a note belong to one user and last until both are removed', async () => {
  expect((await mark(free, '0005', { flag: 'red', note: '  Watch the results \n' })).http).toBe(200)
  await mark(free, '0007', { flag: null, note: 'Too thin' })
  const { data } = await free.ask(stockMarks)
  expect(data).toEqual([
    expect.objectContaining({ stockCode: '0007', flag: null, note: 'Too thin' }),
    {
      exchange: 'HKEX',
      stockCode: '0005',
      stockName: 'Stock 0005',
      stockNameZh: '股票 0005',
      flag: 'red',
      note: 'Watch the results',
    },
  ])
  expect(await marked(hk)).toEqual([])

  await mark(free, '0005', { flag: 'blue' })
  await mark(free, '0007', { note: ' ' })
  expect(await marked(free)).toEqual([['0005', 'blue', 'Watch the results']])
  await mark(free, '0005', { note: '' })
  expect(await marked(free)).toEqual([['0005', 'blue', '']])
  await mark(free, '0005', { flag: null })
  expect(await marked(free)).toEqual([])
})

it('an unknown stock, colour or market, and a long note are refused by name', async () => {
  expect((await mark(free, '9876', { flag: 'red', note: '' })).http).toBe(404)
  const colour = await mark(free, '0005', { flag: 'pink' as 'red', note: '' })
  expect([colour.http, colour.errors[0]!.field]).toEqual([400, 'flag'])
  const note = await mark(free, '0005', { flag: 'red', note: 'x'.repeat(501) })
  expect([note.http, note.errors[0]!.field]).toEqual([400, 'note'])
  expect(await marked(free)).toEqual([])
})

it('a user can mark a limited number of stocks, also in many tabs together', { tags: ['slow'] }, async () => {
  for (let from = 0; from < mostMarks - 2; from += 50)
    await Promise.all(
      codes.slice(from, Math.min(from + 50, mostMarks - 2)).map(code => mark(hk, code, { flag: 'red', note: '' })),
    )
  const last = await Promise.all(codes.slice(-5).map(code => mark(hk, code, { flag: 'blue', note: '' })))
  expect(last.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 200, 400, 400, 400])
  expect(last.find(({ http }) => http === 400)!.errors[0]).toMatchObject({ code: 'limit' })
  expect(await marked(hk)).toHaveLength(mostMarks)
  expect((await mark(hk, '0001', { flag: 'blue', note: 'changed' })).http).toBe(200)
})
