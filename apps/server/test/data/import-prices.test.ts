import { gzipSync } from 'node:zlib'
import { listUploads, uploadPrices } from '@finlist/contract/staff/admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())

const header = 'date,open,high,low,close,volume'
const good = '2024-01-02,10,12,9,11,1000'
let codes = 100
/** Uploads prices of one stock, by default a new one. Returns the answer and the stored bars. */
async function upload(content: string | Buffer, query: Record<string, string> = {}) {
  const stockCode = query['stockCode'] ?? String(++codes)
  const answer = await send(staff, uploadPrices, { exchange: 'HKEX', ...query, stockCode }, { priceCsv: content })
  const { rows } = await testServer.database.pool.query(
    `select array[date::text, open::text, high::text, low::text, close::text, volume::text] as bar from bar
     where exchange = $1 and stock_code = $2 order by date`,
    [query['exchange'] ?? 'HKEX', stockCode.padStart(4, '0')],
  )
  return { answer, bars: (rows as { bar: string[] }[]).map(({ bar }) => bar.join(',')) }
}

const readRight: Record<
  string,
  { csv: string | Buffer; bars: string[]; note?: string; query?: Record<string, string> }
> = {
  'a plain file': { csv: lines(header, good), bars: [good] },
  'a BOM': { csv: `\ufeff${lines(header, good)}`, bars: [good] },
  CRLF: { csv: lines(header, good).replaceAll('\n', '\r\n'), bars: [good] },
  'CR alone': { csv: lines(header, good).replaceAll('\n', '\r'), bars: [good] },
  'CRLF and LF mixed': {
    csv: `${header}\n\r\n${good}\r\n2024-01-03,1,1,1,1,1\n`,
    bars: [good, '2024-01-03,1,1,1,1,1'],
  },
  'a stray carriage return in a column nobody asked for': {
    csv: lines(`${header},x`, `${good},a\rb`),
    bars: [good],
    note: 'unknown columns ignored, 1: x',
  },
  'no newline at the end': { csv: `${header}\n${good}`, bars: [good] },
  'blank lines, and lines of commas alone': { csv: lines('', header, '', good, ',,,,,', '  '), bars: [good] },
  gzip: { csv: gzipSync(lines(header, good)), bars: [good] },
  'two gzip members': { csv: Buffer.concat([gzipSync(`${header}\n`), gzipSync(good)]), bars: [good] },
  'columns in another order, other case and spaces': {
    csv: lines('Volume, CLOSE ,Low,High,Open,Date', '1000,11,9,12,10,2024-01-02'),
    bars: [good],
  },
  'Chinese headers': { csv: lines('日期,開市,最高,最低,收市,成交量', good), bars: [good] },
  'Chinese headers of Taiwan': { csv: lines('日期,開盤價,最高價,最低價,收盤價,成交股數', good), bars: [good] },
  'the very name wins over one that is like it': {
    csv: lines('date,open,high,low,close,Close,volume', '2024-01-02,10,12,9,11,10.5,1000'),
    bars: [good],
    note: 'unknown columns ignored, 1: Close',
  },
  'volume in lots with a lot size': {
    csv: lines('date,open,high,low,close,成交量(手)', '2024-01-02,10,12,9,11,2'),
    query: { lotSize: '500' },
    bars: [good],
    note: 'volume was in lots of 500 shares',
  },
  '8-digit dates': { csv: lines(header, '20240102,10,12,9,11,1000'), bars: [good] },
  'dates with time and zone keep the day as written': {
    csv: lines(header, '2024-01-02 09:00:00+09:00,10,12,9,11,1000', '2024-01-03T00:00:00.000Z,10,12,9,11,1000'),
    bars: [good, '2024-01-03,10,12,9,11,1000'],
  },
  'dates year first with slashes': { csv: lines(header, '2024/1/2,10,12,9,11,1000'), bars: [good] },
  'a Saturday beside a trading day': {
    csv: lines(header, '2024-01-05,10,12,9,11,1000', '2024-01-06,10,12,9,11,1000'),
    bars: ['2024-01-05,10,12,9,11,1000'],
    note: 'days on which the market was closed, left out: 2024-01-06 (days: 1, rows: 1)',
  },
  'whole numbers as N.0': { csv: lines(header, '2024-01-02,10.0,12.0,9.0,11.0,1000.0'), bars: [good] },
  'a zero-volume half day': { csv: lines(header, '2024-12-24,10,10,10,10,0'), bars: ['2024-12-24,10,10,10,10,0'] },
  'float noise': {
    csv: lines(header, '2024-01-02,33.79999923706055,33.900001525878906,33.7,33.800000000000004,1'),
    bars: ['2024-01-02,33.8,33.9,33.7,33.8,1'],
  },
  'float noise a step or two of float64 from the float32': {
    csv: lines(header, '2024-01-02,46.20000076293946,46.5,46.19999999,46.200000762939446,1'),
    bars: ['2024-01-02,46.2,46.5,46.19999999,46.2,1'],
  },
  'many real digits stay': {
    csv: lines(header, '2024-01-02,23311.98012,23398.61234,22860.25,23311.98,2129300000'),
    bars: ['2024-01-02,23311.98012,23398.61234,22860.25,23311.98,2129300000'],
  },
  'a volume is rounded by nothing, written as N.0 or not': {
    csv: lines(
      header,
      '2024-01-02,10,12,9,11,116648736.0',
      '2024-01-03,10,12,9,11,2147483776',
      '2024-01-04,10,12,9,11,9007199254740991.0',
    ),
    bars: [
      '2024-01-02,10,12,9,11,116648736',
      '2024-01-03,10,12,9,11,2147483776',
      '2024-01-04,10,12,9,11,9007199254740991',
    ],
  },
  'an index with only open and close': {
    csv: lines(header, '2024-01-02,10,,,11,1000'),
    bars: ['2024-01-02,10,11,10,11,1000'],
    note: 'bars without high and low, which were taken from open and close: 1',
  },
  'open and close outside high-low': {
    csv: lines(header, '2024-01-02,13,12,9,8.5,1000'),
    bars: ['2024-01-02,13,13,8.5,8.5,1000'],
    note: 'bars with an open or close outside high and low, which were widened to include it: 1',
  },
  'unknown columns': {
    csv: lines(`${header},hrKind,hlKind`, `${good},1,x`),
    bars: [good],
    note: 'unknown columns ignored, 2: hrKind, hlKind',
  },
  'an exchange column that agrees': { csv: lines(`exchange,${header}`, `HKEX,${good}`), bars: [good] },
  'quoted cells': { csv: lines(header, '"2024-01-02","10","12","9","11","1000"'), bars: [good] },
}

const row = (cells: Partial<Record<'date' | 'open' | 'high' | 'low' | 'close' | 'volume', string>>) =>
  Object.values({ date: '2024-01-02', open: '10', high: '12', low: '9', close: '11', volume: '1000', ...cells }).join(
    ',',
  )
const refusedCells: Record<string, [string, string]> = {
  'a price below zero': [row({ low: '-9' }), 'low is not above zero: -9'],
  'a price of zero': [row({ open: '0' }), 'open is not above zero: 0'],
  'high below low': [row({ high: '8' }), 'high 8 is below low 9'],
  'no prices at all': ['2024-01-02,,,,,0', 'open, high, low and close are all blank'],
  'a blank close': [row({ close: '' }), 'close is blank'],
  'high without low': [row({ low: '' }), 'low is blank'],
  'a blank volume': [row({ volume: '' }), 'volume is blank'],
  'null as some write it': [row({ open: 'null' }), 'open is not a number: null'],
  NaN: [row({ close: 'NaN' }), 'close is not a number: NaN'],
  Infinity: [row({ high: 'Infinity' }), 'high is not a number: Infinity'],
  'exponent notation': [row({ volume: '1.5E+08' }), 'volume is in exponent notation, which has lost digits: 1.5E+08'],
  'commas that are not between thousands': [row({ volume: '"12,34,567"' }), 'volume is not a number: 12,34,567'],
  'a comma for a point': [row({ open: '"10,5"' }), 'open is not a number: 10,5; write decimals with a point'],
  hexadecimal: [row({ open: '0x1F' }), 'open is not a number: 0x1F'],
  'part of a share': [row({ volume: '10.5' }), 'volume is not a whole number: 10.5'],
  'a negative volume': [row({ volume: '-1' }), 'volume is negative: -1'],
  'more shares than a number can hold': [
    row({ volume: '99999999999999999' }),
    'volume of its stock is out of range (0 to 9007199254740991): 99999999999999999',
  ],
  'a price out of range': [
    row({ high: '12000000000' }),
    'high of its stock is out of range (0 to 1000000000): 12000000000',
  ],
  'DD/MM/YYYY': [row({ date: '02/01/2024' }), 'date is ambiguous, day or month first; write YYYY-MM-DD: 02/01/2024'],
  'a day that is not': [row({ date: '2024-02-30' }), 'date is not a date (YYYY-MM-DD or YYYYMMDD): 2024-02-30'],
  'a date as a serial number': [row({ date: '45293' }), 'date is not a date (YYYY-MM-DD or YYYYMMDD): 45293'],
  'a date in the future': [row({ date: '2999-01-01' }), 'date is in the future: 2999-01-01'],
  'a date before 1970': [row({ date: '1969-12-31' }), 'date is before 1970: 1969-12-31'],
  'a blank date': [row({ date: '' }), 'date is blank'],
  'too few fields': ['2024-01-02,10,12,9,11', '5 fields where the header has 6'],
  'too many fields': [`${good},1`, '7 fields where the header has 6'],
  'the same day twice': ['2024-01-01,10,12,9,11,1000', 'the same stock and date as line 2'],
}

const refusedFiles: Record<string, { csv: string | Buffer; says: string; query?: Record<string, string> }> = {
  'an empty file': { csv: '', says: 'line 1: the file is empty' },
  'a header alone': { csv: lines(header), says: 'line 1: there is a header but no rows' },
  'a missing column': {
    csv: lines('date,open,high,low,close', '2024-01-02,1,1,1,1'),
    says: 'line 1: missing columns: volume',
  },
  'a column twice': {
    csv: lines(`${header},close`, `${good},1`),
    says: 'line 1: more than one column is called close',
  },
  semicolons: {
    csv: lines(header.replaceAll(',', ';'), good.replaceAll(',', ';')),
    says: 'line 1: the columns are not separated by commas',
  },
  'volume in lots without a lot size': {
    csv: lines('日期,開市,最高,最低,收市,成交量(手)', good),
    says: 'line 1: volume is in lots, and the lot size was not given',
  },
  'another exchange': { csv: lines(`exchange,${header}`, `US,${good}`), says: 'line 2: exchange is US, not HKEX' },
  'another stock': {
    csv: lines(`stockCode,${header}`, `0700,${good}`),
    says: 'line 2: stockCode is 0700, not 0005',
    query: { stockCode: '5' },
  },
  'an unclosed quote': {
    csv: lines(header, good, '"2024-01-03,10,12,9,11,1000', good),
    says: 'line 3: a quotation mark opens and does not close, or the line is too long',
  },
  'a quote inside a cell': {
    csv: lines(header, '2024-01-02,10"1",12,9,11,1000'),
    says: 'line 2: a quotation mark where none is allowed',
  },
  'a line without end': {
    csv: `${header}\n"${'1'.repeat(200_000)}`,
    says: 'line 2: a quotation mark opens and does not close, or the line is too long',
  },
  'neither UTF-8 nor anything else': {
    csv: Buffer.concat([
      Buffer.from(lines(`${header},x`, `${good},`)),
      Buffer.from([0x61, 0xff, 0xfe, 0x80, 0xff, 10]),
    ]),
    says: 'line 3: the file is not in UTF-8; save it as UTF-8, or name its encoding: utf-8, big5',
  },
  'UTF-8 and Big5 in one file': {
    csv: Buffer.concat([
      Buffer.from(lines(`${header},名`, `${good},`, `${good},`)),
      Buffer.from([0xa4, 0xa4, 0xa4, 0xe5, 10]),
    ]),
    says: 'line 4: the file is not in UTF-8',
  },
  'Big5 that is said to be UTF-8': {
    csv: Buffer.concat([Buffer.from(lines(`${header},x`, `${good},`)), Buffer.from([0xa4, 0xa4, 0xa4, 0xe5, 10])]),
    query: { encoding: 'utf-8' },
    says: 'line 3: the file is not in UTF-8',
  },
  'a picture': {
    csv: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 1, 2, 3, 200, 201, 202]),
    says: 'line 1: this is not a text file',
  },
  'a workbook cut short': {
    csv: Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0]),
    says: 'line 1: the zip or workbook is broken or cut short',
  },
  'gzip cut short': {
    csv: gzipSync(lines(header, good)).subarray(0, -12),
    says: 'the gzip file is broken or cut short',
  },
}

describe('price files that are read correctly (UPL-22)', () => {
  it.each(Object.entries(readRight))('have the form “%s”', async (_, { csv, bars, note, query }) => {
    const found = await upload(csv, query)
    expect(found.answer.errors).toBeUndefined()
    expect(found.bars).toEqual(bars)
    expect(found.answer.data.count).toBe(bars.length)
    // Ignore notes caused by the other cases, which load the same days for other stocks.
    const ofOthers = /not listed before|held back/
    expect(found.answer.data.notes.filter(said => !ofOthers.test(said))).toEqual(note ? [note] : [])
  })

  it('add an unlisted stock, and report it', async () => {
    const { answer } = await upload(lines(header, good), { stockCode: '9987' })
    expect(answer.data).toMatchObject({ count: 1, created: 1 })
    expect(answer.data.notes).toEqual(['not listed before and added now, 1: 9987'])
    expect((await upload(lines(header, good), { stockCode: '9987' })).answer.data).toMatchObject({
      created: 0,
      notes: [],
    })
  })

  it('count inserted and changed rows, but not unchanged ones', async () => {
    const askAll = { exchange: 'HKEX' } as const
    const days = (code: string, close: number) => [2, 3].map(day => `${code},2024-01-0${day},10,12,9,${close},1000`)
    const before = lines(`stockCode,${header}`, ...days('7101', 11), ...days('7102', 11))
    await send(staff, uploadPrices, askAll, { priceCsv: before })
    const file = lines(
      `stockCode,${header}`,
      ...days('7101', 11),
      ...days('7102', 10),
      '7102,2024-01-04,10,12,9,10,1000',
      ...days('7103', 11),
    )
    const { data } = await send(staff, uploadPrices, askAll, { priceCsv: file })
    expect(data).toMatchObject({ count: 7, created: 1 })
    expect((await staff.ask(listUploads)).data[0]!.counts).toMatchObject({ inserted: 3, updated: 2 })
    const { rows } = await testServer.database.pool.query(
      `select array_agg(close order by stock_code, date) as closes from bar where stock_code between '7101' and '7103'`,
    )
    expect(rows[0]).toEqual({ closes: [11, 11, 10, 10, 10, 11, 11] })
  })

  it('price files that cover all stocks may write codes with 5 digits, without leading zeros, or in two ways', async () => {
    const all = lines(
      `stockCode,${header}`,
      `1,${good}`,
      `00002.0,${good}`.replace('.0', ''),
      `80700,${good}`,
      `HSI,${good}`,
    )
    const answer = await send(staff, uploadPrices, { exchange: 'HKEX' }, { priceCsv: all })
    expect(answer.data).toMatchObject({ count: 4, created: 4 })
    const { rows } = await testServer.database.pool.query(
      `select array_agg(stock_code order by stock_code) as codes from bar where stock_code = any('{0001,0002,80700,HSI}')`,
    )
    expect(rows[0]).toEqual({ codes: ['0001', '0002', '80700', 'HSI'] })
    const twice = lines(`stockCode,${header}`, `1,${good}`, `00001,${good}`)
    const refused = await send(staff, uploadPrices, { exchange: 'HKEX' }, { priceCsv: twice })
    expect(refused.errors[0]!.message).toBe('line 3: the same stock and date as line 2')
  })

  it('price files with a code such as “null” or “nan” are refused, but the ticker NA is accepted', async () => {
    for (const code of ['NULL', 'null', 'nan', 'NaN', 'None', '#N/A']) {
      const answer = await send(
        staff,
        uploadPrices,
        { exchange: 'US' },
        { priceCsv: lines(`stockCode,${header}`, `NA,${good}`, `${code},${good}`) },
      )
      expect(answer.errors[0]!.message).toBe(`line 3: stockCode is not a stock code of US: ${code}`)
    }
    const taken = lines(`stockCode,${header}`, `NA,${good}`, `TRUE,${good}`, `NAN,${good}`)
    expect((await send(staff, uploadPrices, { exchange: 'US' }, { priceCsv: taken })).data).toMatchObject({ count: 3 })
  })

  it('price files that write one share class in several ways are loaded as one stock', async () => {
    const priceCsv = lines(
      'stockCode,date,open,high,low,close,volume',
      'BRK.B,2024-01-02,1,1,1,1,1',
      'BRK-B,2024-01-03,1,1,1,1,1',
      'BRK/B,2024-01-04,1,1,1,1,1',
      'brk-b.us,2024-01-05,1,1,1,1,1',
    )
    expect((await send(staff, uploadPrices, { exchange: 'US' }, { priceCsv })).data).toMatchObject({ count: 4 })
    const { rows } = await testServer.database.pool.query(
      `select stock_code, count(*) as bars from bar where exchange = 'US' and stock_code like 'BRK%' group by 1`,
    )
    expect(rows).toEqual([{ stock_code: 'BRK.B', bars: 4 }])
    const twice = lines(`stockCode,${header}`, `BRK.B,${good}`, `BRK-B,${good}`)
    const answer = await send(staff, uploadPrices, { exchange: 'US' }, { priceCsv: twice })
    expect(answer.errors[0]!.message).toMatch(/^line 3: /)
  })

  it('price files with codes that lost their leading zeros are refused outside Hong Kong', async () => {
    for (const [exchange, code] of [
      ['CN', '21'],
      ['TW', '50'],
      ['JP', '130'],
      ['HKEX', '123456'],
      ['US', 'BRK B'],
    ] as const) {
      const csv = lines(`stockCode,${header}`, `${code},${good}`)
      const answer = await send(staff, uploadPrices, { exchange }, { priceCsv: csv })
      expect(answer.errors[0]!.message).toBe(`line 2: stockCode is not a stock code of ${exchange}: ${code}`)
    }
  })
})

describe('price files that are refused as a whole, with line and reason (UPL-22, UPL-28)', () => {
  it.each(Object.entries(refusedCells))(
    'a price file is refused as a whole, with line and reason, for a cell with %s',
    async (_, [bad, says]) => {
      const { answer, bars } = await upload(lines(header, '2024-01-01,10,12,9,11,1000', bad))
      expect(answer).toMatchObject({ http: 400, status: 'Error' })
      const told = answer.errors.map(error => ({
        ...error,
        message: error.message.replace(/of 0\d{3} /, 'of its stock '),
      }))
      expect(told).toEqual([{ message: `line 3: ${says}`, code: 'bad_line', field: 'priceCsv' }])
      expect(bars).toEqual([])
    },
  )

  it.each(Object.entries(refusedFiles))(
    'a price file is refused as a whole, with line and reason, for a file with %s',
    async (_, { csv, says, query }) => {
      const { answer, bars } = await upload(csv, query)
      expect(answer.http).toBe(400)
      expect(answer.errors[0]!.message).toContain(says)
      expect(bars).toEqual([])
    },
  )

  it('give correct line numbers after blank lines and newlines inside quotes', async () => {
    const csv = lines(`${header},x`, '', `${good},"a\nb\r\nc\rd"`, '', '2024-01-03,0,12,9,11,1000,')
    expect((await upload(csv)).answer.errors[0]!.message).toBe('line 7: open is not above zero: 0')
    const crlf = csv.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')
    expect((await upload(crlf)).answer.errors[0]!.message).toBe('line 7: open is not above zero: 0')
  })

  it('name twenty bad lines and count the others, in the caller’s language', async () => {
    const csv = lines(header, ...Array.from({ length: 50 }, (_, n) => `2024-01-${n},10,12,9,x,1000`))
    const { answer } = await upload(csv)
    expect(answer.errors).toHaveLength(21)
    expect(answer.errors[20]!.message).toBe('and 30 more; invalid lines in all: 50')
    staff.language = 'zh-HK'
    try {
      const { answer: inChinese } = await upload(lines(header, row({ open: '0' })))
      expect(inChinese.errors[0]!.message).toBe('第 2 行：open 並非大於零：0')
    } finally {
      staff.language = 'en'
    }
  })

  it('name the one bad line among 100,000', { tags: ['slow'] }, async () => {
    const day = (n: number) => new Date(Date.UTC(1980, 0, 1 + n)).toISOString().slice(0, 10)
    const all = Array.from(
      { length: 100_000 },
      (_, n) => `${1 + Math.floor(n / 10_000)},${day(n % 10_000)},10,12,9,11,1000`,
    )
    all[77_776] = all[77_776]!.replace(',9,', ',-9,')
    const csv = lines(`stockCode,${header}`, ...all)
    const before = await countBars()
    const answer = await send(
      staff,
      uploadPrices,
      { exchange: 'JP', stockCode: '' },
      { priceCsv: csv.replaceAll(/^(\d+),/gm, '900$1,').replaceAll('90010,', '9010,') },
    )
    expect(answer.errors).toEqual([
      { message: 'line 77778: low is not above zero: -9 (9008)', code: 'bad_line', field: 'priceCsv' },
    ])
    expect(await countBars()).toBe(before)
  })
})

async function countBars(): Promise<number> {
  const { rows } = await testServer.database.pool.query<{ count: number }>('select count(*) as count from bar')
  return rows[0]!.count
}
