import { listUploads, rollBackUpload, uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'
import { workbookOf, zipOf } from './zip-of.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())

const header = 'date,open,high,low,close,volume'
const file = lines(header, '2024-01-02,10,12,9,11,1000')
const upload = (content: Buffer, asked: Record<string, string> = {}) =>
  send(staff, uploadPrices, { exchange: 'HKEX', ...asked }, { priceCsv: { name: 'folder.zip', content } })
const original = (uploadId: number | null, field: string) =>
  fetch(`${testServer.base}/api/admin/data/uploads/${uploadId}/file/${field}`, { headers: staff.headers() })
const query = <Row extends object>(sql: string) => testServer.database.pool.query<Row>(sql).then(({ rows }) => rows)
const barCount = async () => (await query<{ count: number }>('select count(*)::int as count from bar'))[0]!.count

describe('a zip with one price file per stock', () => {
  it('is one load with one entry in the history, which keeps the zip and can be rolled back', async () => {
    const zip = await zipOf({ '8501.HK.csv': file, '8502.HK.csv': file, '8503.HK.csv': file })
    const checked = await upload(zip, { dryRun: 'true' })
    expect(checked.data).toMatchObject({ count: 3, created: 3, uploadId: null })
    expect(await barCount()).toBe(0)
    const loaded = await upload(zip)
    expect(loaded.data).toMatchObject({ count: 3, created: 3 })
    const uploads = (await staff.ask(listUploads)).data
    expect(uploads.map(({ uploadId, files }) => [uploadId, files[0]!.name, files[0]!.bytes])).toEqual([
      [loaded.data.uploadId, 'folder.zip', zip.length],
    ])
    const kept = await original(loaded.data.uploadId, 'priceCsv')
    expect(kept.headers.get('content-type')).toBe('application/zip')
    expect(Buffer.from(await kept.arrayBuffer()).equals(zip)).toBe(true)
    const params = { uploadId: String(loaded.data.uploadId) }
    expect((await staff.ask(rollBackUpload, { params })).http).toBe(200)
    expect(await barCount()).toBe(0)
  })

  it('is loaded without its bad lines, each of which is stored with its file, line and stock', async () => {
    const bad = lines(header, '2024-01-02,10,12,9,11,1000', '2024-01-03,x,12,9,11,1000')
    const loaded = await upload(await zipOf({ '8504.HK.csv': file, '8505.HK.csv': bad }), { skipBadLines: 'true' })
    expect(loaded.data.count).toBe(2)
    const refused = await original(loaded.data.uploadId, 'priceCsv-refused')
    expect(await refused.text()).toBe(
      lines(
        `refusedFile,refusedLine,refusedFor,stockCode,${header}`,
        '8505.HK.csv,3,open is not a number: x,8505,2024-01-03,x,12,9,11,1000',
      ),
    )
  })

  it('is allowed for other kinds of data only if it holds a single file', async () => {
    const names = { 'a.csv': 'stockCode,stockName\n8501,One\n' }
    const stocks = (content: Buffer, name = 'stocks.zip') =>
      send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: { name, content } })
    expect((await stocks(await zipOf(names))).data.count).toBe(1)
    const several = await stocks(await zipOf({ ...names, 'b.csv': names['a.csv'] }))
    expect(several.errors[0]!.message).toBe('line 1: only prices may come in several files; this zip must contain one')
    const book = workbookOf([
      ['stockCode', 'stockName'],
      ['08502', 'Two'],
    ])
    expect((await stocks(book, 'stocks.xlsx')).data.count).toBe(1)
  })
})

it('a list that was uploaded as a workbook is restored when the next one is rolled back', async () => {
  const list = (content: Buffer, name: string) =>
    send(staff, uploadFinList, { exchange: 'HKEX', issueDate: '2024-01-05' }, { finListCsv: { name, content } })
  const picks = async () =>
    (await query<{ stock_code: string }>('select stock_code from finlist_pick')).map(({ stock_code }) => stock_code)
  const book = workbookOf([
    ['stockCode', 'close', 'percivalScore'],
    ['08506', 10, 90],
  ])
  expect((await list(book, 'list.xlsx')).data.count).toBe(1)
  const next = await list(Buffer.from('stockCode,close,percivalScore\n8507,10,90\n'), 'list.csv')
  expect(await picks()).toEqual(['8507'])
  const params = { uploadId: String(next.data.uploadId) }
  expect((await staff.ask(rollBackUpload, { params })).http).toBe(200)
  expect(await picks()).toEqual(['8506'])
})

/** Replaces the bytes wherever they occur in the zip. */
function replaced(zip: Buffer, from: string | Buffer, to: string | Buffer): Buffer {
  const [before, after] = [from, to].map(part => Buffer.from(part as string).toString('latin1'))
  return Buffer.from(zip.toString('latin1').replaceAll(before!, after!), 'latin1')
}
const sizeOf = (bytes: number) => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes)
  return size
}

describe('a hostile zip', () => {
  const megabytes = (count: number) => Buffer.alloc(count * 1_048_576, 'x\n')
  it.each<[string, () => Promise<Buffer>, string]>([
    [
      'with a path out of its folder',
      async () => replaced(await zipOf({ 'ab/8501.HK.csv': file }), 'ab/8501', '../8501'),
      'line 1: a file in the zip has a name that is not accepted, or is nested too deep: ../8501.HK.csv',
    ],
    [
      'with an absolute path',
      async () => replaced(await zipOf({ 'a/8501.HK.csv': file }), 'a/8501', '//8501'),
      'name that is not accepted',
    ],
    [
      'with a path of Windows out of its folder',
      async () => replaced(await zipOf({ 'ab/8501.HK.csv': file }), 'ab/8501', '..\\8501'),
      'name that is not accepted',
    ],
    [
      'with too many folders within each other',
      async () => replaced(await zipOf({ 'a-b-c-d-e-f-8501.csv': file }), 'a-b-c-d-e-f-8501', 'a/b/c/d/e/f/8501'),
      'nested too deep: a/b/c/d/e/f/8501.csv',
    ],
    [
      'with another zip in it',
      async () => zipOf({ '8501.HK.csv': file, 'more.zip': await zipOf({ '8502.HK.csv': file }) }),
      'line 1: the zip holds another archive: more.zip',
    ],
    [
      'with another zip in it, by the name of a table',
      async () => zipOf({ '8501.HK.csv': file, '8502.HK.csv': await zipOf({ '8503.HK.csv': file }) }),
      '8502.HK.csv, line 1: the zip holds another archive',
    ],
    ['without a table', () => zipOf({ 'readme.md': 'text' }), 'line 1: the zip holds no .csv, .txt or .xlsx file'],
    [
      'that unpacks to two hundred times its size',
      () => zipOf({ '8501.HK.csv': megabytes(60) }),
      'line 1: the file unpacks to more than',
    ],
    [
      'whose files together unpack to two hundred times its size',
      () => zipOf({ '8501.HK.csv': megabytes(30), '8502.HK.csv': megabytes(30) }),
      'line 1: the file unpacks to more than',
    ],
    [
      'that hides the size it unpacks to',
      async () => replaced(await zipOf({ '8501.HK.csv': megabytes(60) }), sizeOf(60 * 1_048_576), sizeOf(file.length)),
      'line 1: the zip or workbook is broken or cut short',
    ],
    [
      'whose content was changed',
      async () => {
        const zip = await zipOf({ '8501.HK.csv': file })
        const end = zip.indexOf(Buffer.from([0x50, 0x4b, 7, 8]))
        zip.writeUInt32LE(0, end + 4)
        return replaced(zip, zip.subarray(zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 16).subarray(0, 4), sizeOf(0))
      },
      'line 1: the zip or workbook is broken or cut short',
    ],
    [
      'cut short',
      async () => (await zipOf({ '8501.HK.csv': file })).subarray(0, -30),
      'line 1: the zip or workbook is broken or cut short',
    ],
    [
      'that is encrypted',
      async () =>
        replaced(await zipOf({ '8501.HK.csv': file }), Buffer.from([20, 0, 8, 8]), Buffer.from([20, 0, 9, 8])),
      'line 1: the zip is encrypted or uses a rare kind of compression: 8501.HK.csv',
    ],
  ])('%s is refused, and nothing is loaded', async (_, zip, says) => {
    const before = await barCount()
    const answer = await upload(await zip())
    expect(answer.http).toBe(400)
    expect(answer.errors[0]!.message).toContain(says)
    expect(await barCount()).toBe(before)
  })
})
