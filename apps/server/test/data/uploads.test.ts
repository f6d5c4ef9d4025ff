import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { gunzipSync, gzipSync } from 'node:zlib'
import { finListIssueDates, finListLastUpdated, finListStocks } from '@finlist/contract/finlist'
import {
  listUploads,
  rollBackUpload,
  uploadedFile,
  uploadFinList,
  uploadPrices,
  uploadStocks,
} from '@finlist/contract/staff/admin'
import { tradingDays } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purge } from '../../src/background/purge.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
const since = Date.now()
/** Checks that the time lies between the start of these tests and now. */
const isSince = (instant: string) => since <= Date.parse(instant) && Date.parse(instant) <= Date.now()
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())

const stockCsv = lines('stockCode,stockName', '0001,One')
const bars = (...prices: number[]) =>
  lines(
    'date,open,high,low,close,volume',
    ...prices.map((price, day) => `2024-01-0${day + 2},${price},${price},${price},${price},1`),
  )
const picks = (...codes: string[]) => lines('stockCode,close,percivalScore', ...codes.map(code => `${code},10,90`))

/** Returns a digest per table, so that a difference names its table without a comparison bar by bar. */
async function state() {
  const { rows } = await testServer.database.pool.query<Record<string, string>>(`select
    (select md5(json_agg(s order by exchange, stock_code)::text) from stock s) stocks,
    (select md5(json_agg(b order by exchange, stock_code, date)::text) from bar b) bars,
    (select md5(json_agg(p order by exchange, issue_date, stock_code)::text) from finlist_pick p) picks,
    (select md5(json_agg(f order by exchange, issue_date, stock_code, quarter)::text) from fundamental f) fundamentals,
    (select md5(json_agg(i.issue_date order by i.issue_date)::text) from finlist_issue i) issues`)
  return rows[0]!
}
const recorded = async () => (await staff.ask(listUploads)).data
const closes = async (code: string) => {
  const { rows } = await testServer.database.pool.query<{ closes: number[] | null }>(
    `select array_agg(close order by date) as closes from bar where exchange = 'HKEX' and stock_code = $1`,
    [code],
  )
  return rows[0]!.closes ?? []
}

describe('uploading (UPL-01)', () => {
  it('is for staff and admins only; any other caller’s body is not read', async () => {
    for (const name of ['free', 'hk-yearly', 'friend', 'affiliate']) {
      const apiClient = await ApiClient.signIn(testServer, name)
      expect(await send(apiClient, uploadStocks, { exchange: 'HKEX' }, { stockCsv })).toMatchObject({
        http: 403,
        status: 'Forbidden',
      })
      expect((await apiClient.ask(listUploads)).http).toBe(403)
      expect((await apiClient.ask(rollBackUpload, { params: { uploadId: '1' } })).http).toBe(403)
      expect((await apiClient.ask(uploadedFile, { params: { uploadId: '1', field: 'stockCsv' } })).http).toBe(403)
    }
    expect((await send(new ApiClient(testServer), uploadStocks, { exchange: 'HKEX' }, { stockCsv })).http).toBe(401)
    const admin = await ApiClient.signIn(testServer, 'admin')
    expect((await send(admin, uploadStocks, { exchange: 'HKEX' }, { stockCsv })).http).toBe(200)
  })

  it('accepts only .csv, .csv.gz, .xlsx and .zip files whose content matches the extension (UPL-15)', async () => {
    for (const name of ['stocks.txt', 'stocks.xlsx', 'stocks.zip', 'stocks.csv.exe', 'csv', 'stocks.gz']) {
      const answer = await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: { name, content: stockCsv } })
      expect(answer).toMatchObject({ http: 400, errors: [{ field: 'stockCsv', code: 'csv_only' }] })
    }
    const large = { name: 'large.txt', content: Buffer.alloc(20 * 1_048_576, 'a') }
    expect((await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: large })).http).toBe(400)
    for (const name of ['stocks.CSV', '../../stocks.csv', '股票.csv'])
      expect(
        (await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: { name, content: stockCsv } })).http,
      ).toBe(200)
    const packed = { name: 'stocks.csv.gz', content: gzipSync(stockCsv) }
    expect((await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: packed })).http).toBe(200)
  })

  it('refuses an unknown file, an unknown market, a missing form and a truncated form, each with a clear reason', async () => {
    expect((await send(staff, uploadStocks, { exchange: 'HKEX' }, { other: stockCsv })).http).toBe(400)
    expect((await send(staff, uploadStocks, { exchange: 'NYSE' }, { stockCsv })).http).toBe(400)
    expect((await staff.raw('POST', '/admin/data/stock/upload?exchange=HKEX', {})).http).toBe(400)
    const form = async (text: string) =>
      await staff.raw('POST', '/admin/data/stock/upload?exchange=HKEX', text, {
        'content-type': 'multipart/form-data; boundary=x',
      })
    const cut = '--x\r\ncontent-disposition: form-data; name="stockCsv"; filename="a.csv"\r\n\r\nstockCode'
    expect((await form(cut)).http).toBe(400)
    const nameless = await form(`${cut.replace('stockCsv', '')}\r\n--x--\r\n`)
    expect([nameless.http, nameless.errors[0]!.field]).toEqual([400, 'body'])
  })

  it('refuses more than 50 MB with 413, announced or not, in files or in any other part of a form', {
    tags: ['slow'],
  }, async () => {
    const content = Buffer.alloc(50 * 1_048_576 + 1, 'a')
    expect(await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: content })).toMatchObject({
      http: 413,
      status: 'Error',
    })
    const two = {
      finListCsv: content.subarray(0, 30 * 1_048_576),
      finListFundamentalCsv: content.subarray(0, 30 * 1_048_576),
    }
    expect((await send(staff, uploadFinList, { exchange: 'HKEX', issueDate: '2024-01-05' }, two)).http).toBe(413)
    expect(await chunked(51)).toContain('HTTP/1.1 413')
    expect(await chunked(51, 'name="other"')).toContain('HTTP/1.1 413')
    expect((await staff.ask(listUploads)).http).toBe(200)
  })
})

/** Sends a form of that many MB without a content-length, and returns the head of the response. */
async function chunked(megabytes: number, part = 'name="stockCsv"; filename="a.csv"'): Promise<string> {
  const socket = connect(testServer.config.PORT, '127.0.0.1')
  let heard = ''
  const answered = Promise.withResolvers<void>()
  socket
    .on('data', data => {
      heard += data.toString()
      answered.resolve()
    })
    .on('error', () => undefined)
    .on('close', () => answered.resolve())
  const headers = {
    ...staff.headers(),
    host: new URL(testServer.base).host,
    'transfer-encoding': 'chunked',
    'content-type': 'multipart/form-data; boundary=x',
  }
  socket.write(
    `POST /api/admin/data/stock/upload?exchange=HKEX HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  )
  const chunk = (data: Buffer) =>
    socket.write(Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]))
  chunk(Buffer.from(`--x\r\ncontent-disposition: form-data; ${part}\r\n\r\n`))
  const piece = Buffer.alloc(1_048_576, 'a')
  for (let sent = 0; sent < megabytes && !socket.destroyed; sent++)
    if (!chunk(piece)) await Promise.race([new Promise(done => socket.once('drain', done)), answered.promise])
  socket.write('0\r\n\r\n')
  await answered.promise
  socket.destroy()
  return heard
}

describe('an upload takes effect completely or not at all:', () => {
  it('a dry run only checks and counts, and writes nothing', async () => {
    const before = await state()
    const known = (await recorded()).length
    const answer = await send(
      staff,
      uploadPrices,
      { exchange: 'HKEX', dryRun: 'true' },
      { priceCsv: lines('stockCode,date,open,high,low,close,volume', '7777,2024-01-02,1,1,1,1,1') },
    )
    expect(answer.data).toMatchObject({ count: 1, created: 1, uploadId: null })
    const bad = await send(
      staff,
      uploadPrices,
      { exchange: 'HKEX', stockCode: '1', dryRun: 'true' },
      { priceCsv: bars(0) },
    )
    expect(bad.http).toBe(400)
    expect(await state()).toEqual(before)
    expect(await recorded()).toHaveLength(known)
  })

  it('the same file twice leads to the same state', async () => {
    const priceCsv = bars(10, 11, 12)
    await send(staff, uploadPrices, { exchange: 'HKEX', stockCode: '6001' }, { priceCsv })
    const before = await state()
    const again = await send(staff, uploadPrices, { exchange: 'HKEX', stockCode: '6001' }, { priceCsv })
    expect(again.data.count).toBe(3)
    expect(await state()).toEqual(before)
  })

  it('two concurrent uploads of the same data take turns, and leave the complete state of one of them', async () => {
    const wide = (price: number) =>
      lines(
        'stockCode,date,open,high,low,close,volume',
        ...Array.from(
          { length: 3_000 },
          (_, n) =>
            `${6100 + (n % 30)},${new Date(Date.UTC(2020, 0, 1 + Math.floor(n / 30))).toISOString().slice(0, 10)},${price},${price},${price},${price},1`,
        ),
      )
    const answers = await Promise.all(
      [1, 2, 3, 4].map(price => send(staff, uploadPrices, { exchange: 'HKEX' }, { priceCsv: wide(price) })),
    )
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200, 200])
    const { rows } = await testServer.database.pool.query(
      `select distinct close from bar where stock_code between '6100' and '6129'`,
    )
    expect(rows).toHaveLength(1)
    const issues = await Promise.all(
      [['1', '2'], ['3'], ['4', '5', '6']].map(codes =>
        send(
          staff,
          uploadFinList,
          { exchange: 'HKEX', issueDate: '2024-03-01', confirm: 'true' },
          { finListCsv: picks(...codes) },
        ),
      ),
    )
    expect(issues.map(({ http }) => http)).toEqual([200, 200, 200])
    const shown = (await staff.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate: '2024-03-01' } }))
      .data
    expect(['0001 0002', '0003', '0004 0005 0006']).toContain(
      shown
        .map(({ stockCode }) => stockCode)
        .sort()
        .join(' '),
    )
  })

  it('memory stays bounded: after 300,000 rows the heap is as large as before', { tags: ['slow'] }, async () => {
    const { setFlagsFromString } = await import('node:v8')
    const { runInNewContext } = await import('node:vm')
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const parts = ['stockCode,date,open,high,low,close,volume\n']
    const days = tradingDays('HKEX', '2016-01-01', '2019-12-31')
    for (let n = 0; n < 300_000; n++)
      parts.push(`${5000 + (n % 300)},${days[Math.floor(n / 300)]},10.5,12.5,9.5,11.5,${n}\n`)
    const content = gzipSync(parts.join(''), { level: 1 })
    parts.length = 0
    const live = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    }
    const before = live()
    let most = 0
    const clock = setInterval(() => (most = Math.max(most, live())), 250)
    const query = { exchange: 'HKEX', confirm: 'true' }
    const answer = await send(staff, uploadPrices, query, { priceCsv: { name: 'p.csv.gz', content } })
    clearInterval(clock)
    expect(answer.data.count).toBe(300_000)
    const megabyte = 1_048_576
    expect((live() - before) / megabyte).toBeLessThan(10)
    expect((most - before) / megabyte).toBeLessThan(50)
    await testServer.database.pool.query(`delete from bar where stock_code between '5000' and '5299'`)
  })
})

describe('uploaded texts', () => {
  it('are stored as written, whatever file or database syntax they contain', async () => {
    const texts = [
      'null',
      'NULL',
      '\\N',
      '\\.',
      'true',
      '0700',
      'a "b" c',
      '"',
      "it's",
      'one, two',
      'back\\slash',
      '港股 🚀',
    ]
    const profiles = [...texts.slice(1), 'one\ntwo "and" \\three']
    const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
    const codes = texts.map((_, at) => String(4_100 + at))
    const csv = lines(
      'stockCode,stockName,profileInfo,industry',
      ...codes.map((code, at) => [code, cell(texts[at]!), cell(profiles[at]!), ''].join(',')),
    )
    expect((await send(staff, uploadStocks, { exchange: 'HKEX' }, { stockCsv: csv })).http).toBe(200)
    const { rows } = await testServer.database.pool.query(
      `select stock_name, profile_info from stock where exchange = 'HKEX' and stock_code = any($1) order by stock_code`,
      [codes],
    )
    expect(rows).toEqual(texts.map((stock_name, at) => ({ stock_name, profile_info: profiles[at] })))
  })
})

describe('after an upload,', () => {
  it('the history names who loaded what and when, and returns the original file', async () => {
    const packed = gzipSync(stockCsv)
    const plain = await send(
      staff,
      uploadStocks,
      { exchange: 'HKEX' },
      { stockCsv: { name: '股票 "1".csv', content: stockCsv } },
    )
    const gzip = await send(
      staff,
      uploadStocks,
      { exchange: 'HKEX' },
      { stockCsv: { name: 's.csv.gz', content: packed } },
    )
    const [newest, older] = await recorded()
    expect(newest).toMatchObject({
      uploadId: gzip.data.uploadId,
      kind: 'stocks',
      key: 'stocks HKEX',
      by: 'staff@demo.example',
      rolledBackAt: null,
      files: [{ field: 'stockCsv', name: 's.csv.gz', bytes: packed.length }],
      counts: { count: 1, inserted: 0, updated: 0 },
      mayBeRolledBack: true,
    })
    expect(isSince(newest!.uploadedAt)).toBe(true)
    expect(older!.uploadId).toBe(plain.data.uploadId)
    const original = async (uploadId: number | null, headers = staff.headers()) => {
      const answer = await fetch(`${testServer.base}/api/admin/data/uploads/${uploadId}/file/stockCsv`, { headers })
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const first = await original(plain.data.uploadId)
    expect(first.bytes.toString()).toBe(stockCsv)
    expect(first.answer.headers.get('content-disposition')).toContain('attachment; filename="')
    expect(first.answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('股票 ')}`)
    const second = await original(gzip.data.uploadId)
    expect(gunzipSync(second.bytes).toString()).toBe(stockCsv)
    expect(second.bytes.equals(packed)).toBe(true)
    expect((await original(999_999)).answer.status).toBe(404)
    expect((await original(plain.data.uploadId, {})).answer.status).toBe(401)
  })

  it('the list and its time of publication are visible on the next request', async () => {
    const before = (await staff.ask(finListLastUpdated, { params: { exchange: 'TW' } })).data
    await send(
      staff,
      uploadFinList,
      { exchange: 'TW', issueDate: '2024-04-05', confirm: 'true' },
      { finListCsv: picks('2330') },
    )
    expect((await staff.ask(finListIssueDates, { params: { exchange: 'TW' } })).data).toEqual(['2024-04-05'])
    const stamp = (await staff.ask(finListLastUpdated, { params: { exchange: 'TW' } })).data
    expect(before).toBeNull()
    expect(isSince(stamp!)).toBe(true)
    await send(staff, uploadStocks, { exchange: 'TW' }, { stockCsv: lines('stockCode,stockName', '2330,Named') })
    const shown = await staff.ask(finListStocks, { params: { exchange: 'TW' }, query: { issueDate: '2024-04-05' } })
    expect(shown.data).toMatchObject([{ stockCode: '2330', stockName: 'Named' }])
  })
})

describe('a roll-back', () => {
  const codes = async (issueDate: string) => {
    const answer = await staff.ask(finListStocks, { params: { exchange: 'HKEX' }, query: { issueDate } })
    return answer.http === 404 ? undefined : answer.data.map(({ stockCode }) => stockCode).sort()
  }
  const back = (uploadId: number | null) => staff.ask(rollBackUpload, { params: { uploadId: String(uploadId) } })

  it('restores the issue that the upload replaced, and a second roll-back removes the original issue', async () => {
    const issueDate = '2024-05-03'
    const upload = async (finListCsv: string, fundamentals?: string) =>
      (
        await send(
          staff,
          uploadFinList,
          { exchange: 'HKEX', issueDate, confirm: 'true' },
          { finListCsv, ...(fundamentals && { finListFundamentalCsv: fundamentals }) },
        )
      ).data.uploadId
    const first = await upload(picks('1', '2'), lines('stockCode,quarter,thisReportDate', '1,1,20240331'))
    const before = await state()
    const second = await upload(picks('2'))
    expect((await recorded()).slice(0, 2).map(({ mayBeRolledBack }) => mayBeRolledBack)).toEqual([true, false])
    expect(await back(first)).toMatchObject({
      http: 409,
      errors: [{ message: 'Only the newest upload of its kind can be rolled back.' }],
    })
    expect((await back(second)).http).toBe(200)
    expect(await state()).toEqual(before)
    expect((await back(second)).http).toBe(409)
    expect((await back(first)).http).toBe(200)
    expect(await codes(issueDate)).toBeUndefined()
    expect((await recorded())[0]).toMatchObject({ rolledBackAt: expect.any(String) as string, mayBeRolledBack: false })
  })

  it('restores an issue that was not uploaded but made by the method', async () => {
    await testServer.database.db
      .insertInto('finlist_issue')
      .values({ exchange: 'HKEX', issue_date: '2024-05-10', method_id: 'finlist-1' })
      .execute()
    await testServer.database.db
      .insertInto('finlist_pick')
      .values({ exchange: 'HKEX', issue_date: '2024-05-10', stock_code: '0009', close: 1, percival_score: 1 })
      .execute()
    const before = await state()
    const { data } = await send(
      staff,
      uploadFinList,
      { exchange: 'HKEX', issueDate: '2024-05-10', confirm: 'true' },
      { finListCsv: picks('1') },
    )
    expect(await codes('2024-05-10')).toEqual(['0001'])
    expect((await recorded())[0]).toMatchObject({ mayBeRolledBack: true, whyNotRolledBack: '' })
    expect((await back(data.uploadId)).http).toBe(200)
    expect(await codes('2024-05-10')).toEqual(['0009'])
    expect(await state()).toEqual(before)
  })

  const load = async (query: Record<string, string>, priceCsv: string) =>
    (await send(staff, uploadPrices, { exchange: 'HKEX', ...query }, { priceCsv })).data.uploadId
  const marketBars = (...rows: string[]) => lines('stockCode,date,open,high,low,close,volume', ...rows)

  it('restores prices bar by bar, without affecting other uploads', async () => {
    const first = await load({ stockCode: '4001' }, bars(10, 11))
    const before = await state()
    const second = await load({ stockCode: '4001' }, bars(10, 12, 13))
    expect((await back(second)).http).toBe(200)
    expect(await state()).toEqual(before)
    const beside = await load({}, marketBars('4001,2024-02-02,11,11,11,11,1', '4002,2024-02-02,1,1,1,1,1'))
    expect((await back(first)).http).toBe(200)
    expect(await closes('4001')).toEqual([11])
    expect((await back(beside)).http).toBe(200)
    expect([await closes('4001'), await closes('4002')]).toEqual([[], []])
  })

  it('a roll-back of a whole market is refused while a later upload has replaced some of its bars', async () => {
    const day = (price: number) =>
      marketBars(`4003,2024-02-02,${price},${price},${price},${price},1`, '4004,2024-02-02,5,5,5,5,1')
    const first = await load({}, day(10))
    const before = await state()
    const second = await load({}, day(11))
    const listed = (await recorded()).slice(0, 2).map(record => [record.mayBeRolledBack, record.whyNotRolledBack])
    expect(listed).toEqual([
      [true, ''],
      [false, 'A later upload has replaced bars of this one: roll that one back first.'],
    ])
    expect(await back(first)).toMatchObject({ http: 409, errors: [{ code: 'roll_back' }] })
    expect((await back(second)).http).toBe(200)
    expect(await state()).toEqual(before)
    expect((await back(first)).http).toBe(200)
    expect([await closes('4003'), await closes('4004')]).toEqual([[], []])
    expect((await back(999_999)).http).toBe(404)
  })

  it('is possible because every replaced bar is stored, with the uploads that brought and replaced it', async () => {
    const first = await load({ stockCode: '4005' }, bars(10))
    const second = await load({ stockCode: '4005' }, bars(11))
    await testServer.database.pool.query(`update bar set close = 12 where exchange = 'HKEX' and stock_code = '4005'`)
    const { rows } = await testServer.database.pool.query(
      `select close, brought_by, upload_id from bar_history where stock_code = '4005' order by until`,
    )
    expect(rows).toEqual([
      { close: 10, brought_by: first, upload_id: second },
      { close: 11, brought_by: second, upload_id: null },
    ])
  })

  it('a roll-back of prices loaded by the previous version, which did not store replaced bars, is refused with that reason', async () => {
    const uploadId = await load({ stockCode: '4006' }, bars(10))
    await testServer.database.pool.query('update upload set replaced_uploads = null where upload_id = $1', [uploadId])
    expect((await back(uploadId)).errors[0]!.message).toContain('overwritten rows')
  })

  const named = async (...codes: string[]) => {
    const { rows } = await testServer.database.pool.query<{ stock: string }>(
      `select stock_code || ' ' || stock_name || ' ' || sub_sector as stock from stock
       where exchange = 'US' and stock_code = any($1) order by 1`,
      [codes],
    )
    return rows.map(({ stock }) => stock)
  }
  const loadStocks = async (...rows: string[]) =>
    (await send(staff, uploadStocks, { exchange: 'US' }, { stockCsv: lines('stockCode,stockName,subSector', ...rows) }))
      .data.uploadId
  const loadIssue = async (issueDate: string, ...rows: string[]) => {
    const finListCsv = lines('stockCode,close,percivalScore,stockName,subSector', ...rows)
    return (await send(staff, uploadFinList, { exchange: 'US', issueDate, confirm: 'true' }, { finListCsv })).data
      .uploadId
  }

  it('a roll-back of a FinList also restores names and removes stocks, except those changed or used since', async () => {
    const all = ['RA', 'RB', 'RC', 'RD']
    await loadStocks('RA,Before,Old')
    const first = await loadIssue('2024-06-07', 'RA,10,90,Wrong,Wrong', 'RB,10,80,Wrong,Wrong', 'RC,10,70,Wrong,')
    const second = await loadIssue('2024-06-07', 'RA,10,90,Worse,Wrong', 'RD,10,70,Worse,')
    expect(await named(...all)).toEqual(['RA Worse Wrong', 'RB Wrong Wrong', 'RC Wrong ', 'RD Worse '])
    expect((await back(second)).http).toBe(200)
    expect(await named(...all)).toEqual(['RA Wrong Wrong', 'RB Wrong Wrong', 'RC Wrong '])
    const third = await loadStocks('RA,Right,Wrong')
    await send(staff, uploadPrices, { exchange: 'US', stockCode: 'RC' }, { priceCsv: bars(10) })
    expect((await back(first)).http).toBe(200)
    expect(await named(...all)).toEqual(['RA Right Old', 'RC  '])
    // The values from before both uploads.
    expect((await back(third)).http).toBe(200)
    expect(await named(...all)).toEqual(['RA Before Old', 'RC  '])
  })

  it('a roll-back of a stock list reverts additions and changes, and the history offers it', async () => {
    await loadStocks('SA,Before,Old')
    const before = await state()
    const second = await loadStocks('SA,After,', 'SB,New,New')
    expect((await recorded())[0]).toMatchObject({ uploadId: second, mayBeRolledBack: true, whyNotRolledBack: '' })
    expect((await back(second)).http).toBe(200)
    expect(await state()).toEqual(before)
    expect((await back(second)).http).toBe(409)
  })

  it('a roll-back of an upload by the previous version, which stored nothing to restore, is refused with that reason', async () => {
    const uploadId = await loadStocks('SC,Old,')
    await testServer.database.pool.query('update upload set keeps_replaced = false where upload_id = $1', [uploadId])
    expect((await recorded())[0]).toMatchObject({ mayBeRolledBack: false })
    expect((await back(uploadId)).http).toBe(409)
  })
})

it('originals are kept for the configured time; after it, only their hashes and the data for a roll-back', async () => {
  const { pool, db } = testServer.database
  const market = { exchange: 'TW' }
  const priceCsv = lines('stockCode,date,open,high,low,close,volume', '1101,2026-07-01,1,1,1,1,1')
  const prices = await send(staff, uploadPrices, market, { priceCsv })
  const finListCsv = lines('stockCode,percivalScore,close', '1101,90,1')
  const list = await send(staff, uploadFinList, { ...market, issueDate: '2026-07-01' }, { finListCsv })
  const ids = [prices.data.uploadId, list.data.uploadId]
  const seen = async () => {
    const { data } = await staff.ask(listUploads)
    const files = ids.map(id => data.find(({ uploadId }) => uploadId === id)!.files[0]!)
    const got = await Promise.all(
      files.map(({ field }, at) =>
        fetch(`${testServer.base}/api/admin/data/uploads/${ids[at]}/file/${field}`, { headers: staff.headers() }),
      ),
    )
    return files.map(({ isKept, sha256, bytes }, at) => [isKept, sha256.length, bytes, got[at]!.status])
  }
  const age = (days: number) =>
    pool.query("update upload set uploaded_at = product_now() - $2 * interval '1 day' where upload_id = any($1)", [
      ids,
      days,
    ])
  await age(89)
  await purge(db, testServer.clock.now())
  const kept = [
    [true, 64, priceCsv.length, 200],
    [true, 64, finListCsv.length, 200],
  ]
  expect(await seen()).toEqual(kept)
  await purge(db, testServer.clock.now(), 30)
  expect(await seen()).toEqual([[false, 64, priceCsv.length, 410], kept[1]])
  expect((await staff.ask(rollBackUpload, { params: { uploadId: String(ids[0]) } })).http).toBe(200)
})

it('a large original is stored in chunks, and can be downloaded, imported again and dropped; so can one stored in a single row', {
  tags: ['slow'],
}, async () => {
  const { pool, db } = testServer.database
  const query = { exchange: 'JP', issueDate: '2026-07-03', confirm: 'true' }
  const row = (n: number) => `${1301 + n},Stock ${n},90,1,${randomBytes(66_000).toString('base64')}`
  const large = lines('stockCode,stockName,percivalScore,close,unused', ...Array.from({ length: 70 }, (_, n) => row(n)))
  const upload = async (finListCsv: string) => {
    const { data } = await send(staff, uploadFinList, query, { finListCsv })
    return { uploadId: String(data.uploadId), field: 'finListCsv' }
  }
  const listed = async () =>
    (await staff.ask(finListStocks, { params: { exchange: 'JP' }, query: { issueDate: query.issueDate } })).data.length
  const digest = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const first = await upload(large)
  const downloaded = async () => {
    const url = `${testServer.base}/api/admin/data/uploads/${first.uploadId}/file/${first.field}`
    return digest(await (await fetch(url, { headers: staff.headers() })).bytes())
  }
  const restoredBy = async (second: { uploadId: string }) => {
    expect(await listed()).toBe(1)
    expect((await staff.ask(rollBackUpload, { params: second })).http).toBe(200)
    return await listed()
  }

  const { rows: chunks } = await pool.query<{ bytes: number }>(
    `select octet_length(gzipped) as bytes from upload_file where upload_id = $1
     union all select octet_length(bytes) from upload_chunk where upload_id = $1`,
    [first.uploadId],
  )
  expect(chunks.length).toBeGreaterThan(2)
  expect(Math.max(...chunks.map(({ bytes }) => bytes))).toBeLessThanOrEqual(2 * 1_048_576)
  expect(await downloaded()).toBe(digest(large))
  expect(await restoredBy(await upload(picks('1301')))).toBe(70)

  await pool.query(
    `update upload_file set gzipped = gzipped ||
       (select string_agg(c.bytes, '' order by number) from upload_chunk c where c.upload_id = upload_file.upload_id)
     where upload_id = $1`,
    [first.uploadId],
  )
  await pool.query('delete from upload_chunk where upload_id = $1', [first.uploadId])
  expect(await downloaded()).toBe(digest(large))
  expect(await restoredBy(await upload(picks('1301')))).toBe(70)

  const stocks = await send(staff, uploadStocks, { exchange: 'JP' }, { stockCsv: large })
  const chunksOf = async () =>
    (await pool.query('select from upload_chunk where upload_id = $1', [stocks.data.uploadId])).rowCount
  expect(await chunksOf()).toBe(chunks.length - 1)
  await pool.query(`update upload set uploaded_at = product_now() - interval '91 days' where upload_id = $1`, [
    stocks.data.uploadId,
  ])
  await purge(db, testServer.clock.now())
  expect(await chunksOf()).toBe(0)
})
