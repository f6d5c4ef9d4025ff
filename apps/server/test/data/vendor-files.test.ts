import { gzipSync } from 'node:zlib'
import { uploadMovers } from '@finlist/contract/movers'
import { uploadShareholdings } from '@finlist/contract/shareholding'
import { listUploads, uploadFinList, uploadPrices, uploadStocks } from '@finlist/contract/staff/admin'
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

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  testServer.database.pool.query<Row>(sql, values).then(({ rows }) => rows)

/** Encodes a text in a two-byte encoding, by a table built from decoding every code. */
function encoded(name: 'big5' | 'gbk' | 'shift_jis', text: string): Buffer {
  const bytesOf = new Map<string, number[]>()
  const decoder = new TextDecoder(name)
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++) {
      const character = decoder.decode(Uint8Array.of(first, second))
      if (character.length === 1 && !bytesOf.has(character)) bytesOf.set(character, [first, second])
    }
  return Buffer.from(text.split('').flatMap(sign => (sign < '\u0080' ? [sign.charCodeAt(0)] : bytesOf.get(sign)!)))
}

type Shape = {
  exchange?: string
  stockCode?: string
  csv: string | Buffer | Promise<Buffer>
  /** The file's name, by default priceCsv.csv. */
  name?: string
  asked?: Record<string, string>
  bars?: string[]
  says?: string
}

const good = '2024-01-02,10,12,9,11,1000'
/** A row for Tokyo, which is closed until 4 January. */
const inTokyo = '2024-01-04,10,12,9,11,1000'
const header = 'date,open,high,low,close,volume'
const dayOf = (n: number) => new Date(Date.UTC(1990, 0, 1 + n)).toISOString().slice(0, 10)
const ofOne = (cells: string) => lines(header, cells)
const twse = lines(
  '"114年11月 2330 台積電           各日成交資訊"',
  '"日期","成交股數","成交金額","開盤價","最高價","最低價","收盤價","漲跌價差","成交筆數","註記",',
  '"114/11/03","33,163,210","49,745,000,000","1,500.00","1,510.00","1,490.00","1,505.00","X0.00","60,391"," ",',
  '"114/11/04","20,163,210","29,745,000,000","1,505.00","1,510.00","1,490.00","1,495.00","-10.00","50,391"," ",',
  '"說明:"',
  '"符號說明:+/-/X表示漲/跌/不比價"',
  '"當日統計資訊含一般、零股、盤後定價、鉅額交易"',
)
const twseBars = ['2330 2025-11-03 1500 1510 1490 1505 33163210', '2330 2025-11-04 1505 1510 1490 1495 20163210']

/** A tiny file in each format named in docs/operate/data.md. */
const shapes: Record<string, Shape> = {
  'stooq: heads in angle brackets, shares as vol': {
    exchange: 'US',
    csv: lines(
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
      'QAA.US,D,20240102,000000,10,12,9,11,1000,0',
    ),
    bars: ['QAA 2024-01-02 10 12 9 11 1000'],
  },
  'Alpha Vantage: timestamp, and its other columns left out': {
    exchange: 'US',
    stockCode: 'QAB',
    csv: lines(
      'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient',
      '2024-01-02,10,12,9,11,10.9,1000,0.0000,1.0',
    ),
    bars: ['QAB 2024-01-02 10 12 9 11 1000'],
    says: 'unknown columns ignored, 2: dividend_amount, split_coefficient',
  },
  'J-Quants v1: Code of five digits': {
    exchange: 'JP',
    csv: lines(
      'Date,Code,Open,High,Low,Close,UpperLimit,LowerLimit,Volume,TurnoverValue,AdjustmentFactor,AdjustmentClose',
      '2024-01-04,72030,2570.0,2600.0,2560.0,2590.0,0,0,31003400.0,80123456789.0,1.0,2590.0',
      '2024-01-04,130A0,570.0,600.0,560.0,590.0,0,0,3400.0,2012345.0,1.0,590.0',
    ),
    bars: ['130A 2024-01-04 570 600 560 590 3400', '7203 2024-01-04 2570 2600 2560 2590 31003400'],
  },
  'J-Quants v2: heads of one letter': {
    exchange: 'JP',
    csv: lines(
      'Date,Code,O,H,L,C,UL,LL,Vo,Va,AdjFactor,AdjO,AdjH,AdjL,AdjC,AdjVo',
      '2024-01-04,67580,13000,13100,12900,13050,0,0,4000000,52000000000,1,13000,13100,12900,13050,4000000',
    ),
    bars: ['6758 2024-01-04 13000 13100 12900 13050 4000000'],
  },
  'Polygon: ticker and the nanosecond of New York’s midnight': {
    exchange: 'US',
    csv: lines(
      'ticker,volume,open,close,high,low,window_start,transactions',
      'QAC,1000,10,11,12,9,1704171600000000000,5',
      'QAC,1000,10,11,12,9,1719892800000000000,5',
    ),
    bars: ['QAC 2024-01-02 10 12 9 11 1000', 'QAC 2024-07-02 10 12 9 11 1000'],
  },
  'FinMind: stock_id, max, min, Trading_Volume': {
    exchange: 'TW',
    csv: lines(
      'date,stock_id,Trading_Volume,Trading_money,open,max,min,close,spread,Trading_turnover',
      '2024-01-02,2303,27997826,1413890213,50,51,49,50.5,0.5,25000',
    ),
    bars: ['2303 2024-01-02 50 51 49 50.5 27997826'],
  },
  'tushare: ts_code, trade_date, vol in lots of a hundred, with parts of one': {
    exchange: 'CN',
    csv: lines(
      'ts_code,trade_date,open,high,low,close,pre_close,change,pct_chg,vol,amount',
      '600001.SH,20240102,8.75,8.85,8.69,8.70,8.72,-0.02,-0.23,525152.77,460697.377',
      '000003.SZ,20240102,8.75,8.85,8.69,8.70,8.72,-0.02,-0.23,1.5,1.3',
    ),
    bars: ['000003 2024-01-02 8.75 8.85 8.69 8.7 150', '600001 2024-01-02 8.75 8.85 8.69 8.7 52515277'],
    says: 'volume was in lots of 100 shares',
  },
  'akshare: simplified Chinese heads': {
    exchange: 'CN',
    csv: lines(
      '日期,股票代码,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率',
      '2024-01-02,600002,10,11,12,9,1000,11000,1,1,1,1',
    ),
    bars: ['600002 2024-01-02 10 12 9 11 1000'],
  },
  'Yahoo: Adj Close read and not stored, volumes as N.0': {
    stockCode: '8101',
    csv: lines('Date,Open,High,Low,Close,Adj Close,Volume', '2024-01-02,10,12,9,11,10.5,116648736.0'),
    bars: ['8101 2024-01-02 10 12 9 11 116648736'],
  },
  'yfinance: the names of the prices, the ticker and Date above the rows': {
    exchange: 'JP',
    stockCode: '7204',
    csv: lines(
      'Price,Close,High,Low,Open,Volume',
      'Ticker,7204.T,7204.T,7204.T,7204.T,7204.T',
      'Date,,,,,',
      '2024-01-04,11,12,9,10,1000',
    ),
    bars: ['7204 2024-01-04 10 12 9 11 1000'],
  },
  'Taiwan’s exchange: codes as formulas, which keep their zeros': {
    exchange: 'TW',
    csv: lines(
      '證券代號,日期,開盤價,最高價,最低價,收盤價,成交股數',
      '="0053",113/01/02,10,12,9,11,"1,000"',
      '="2304",113/01/02,="10",12,9,11,="1,000"',
    ),
    bars: ['0053 2024-01-02 10 12 9 11 1000', '2304 2024-01-02 10 12 9 11 1000'],
  },
  'a Japanese broker: Japanese heads, in Shift-JIS': {
    exchange: 'JP',
    csv: encoded('shift_jis', lines('コード,日付,始値,高値,安値,終値,出来高', '7205,2024/01/04,10,12,9,11,1000')),
    bars: ['7205 2024-01-04 10 12 9 11 1000'],
    says: 'Shift-JIS',
  },
  'Taiwan’s exchange: title, Republican years, thousands, notes at the end': {
    exchange: 'TW',
    stockCode: '2330',
    csv: twse,
    bars: twseBars,
  },
  'the same as it is given out, in Big5': {
    exchange: 'TW',
    stockCode: '2330',
    csv: encoded('big5', twse),
    bars: twseBars,
    says: 'the file is not UTF-8 and was read as Big5',
  },
  'Big5 that begins long after the columns': {
    stockCode: '8102',
    csv: Buffer.concat([
      Buffer.from(lines(`${header},note`, ...Array.from({ length: 4_000 }, (_, n) => `${dayOf(n)},10,12,9,11,1000,`))),
      encoded('big5', '2024-01-02,10,12,9,11,1000,中文的註解\n'),
    ]),
    bars: ['8102 2024-01-02 10 12 9 11 1000'],
    says: 'read as Big5',
  },
  GBK: {
    exchange: 'CN',
    csv: encoded(
      'gbk',
      lines('日期,股票代码,名称,开盘,最高,最低,收盘,成交量', '2024-01-02,600003,东方的银行,10,12,9,11,1000'),
    ),
    bars: ['600003 2024-01-02 10 12 9 11 1000'],
    says: 'read as GBK',
  },
  'Shift-JIS': {
    exchange: 'JP',
    csv: encoded('shift_jis', lines(`stockCode,${header},銘柄`, `9999,2024-01-04,10,12,9,11,1000,トヨタの自動車`)),
    bars: ['9999 2024-01-04 10 12 9 11 1000'],
    says: 'read as Shift-JIS',
  },
  'an encoding that is told': {
    stockCode: '8103',
    csv: encoded('big5', lines('日期,開市,最高,最低,收市,成交量', good)),
    asked: { encoding: 'big5' },
    bars: ['8103 2024-01-02 10 12 9 11 1000'],
  },
  'UTF-16 with its mark, as a spreadsheet saves it': {
    stockCode: '8104',
    csv: Buffer.from(`\ufeff${ofOne(good)}`, 'utf16le'),
    bars: ['8104 2024-01-02 10 12 9 11 1000'],
    says: 'read as UTF-16',
  },
  'UTF-16 without a mark': {
    stockCode: '8105',
    csv: Buffer.from(ofOne(good), 'utf16le'),
    bars: ['8105 2024-01-02 10 12 9 11 1000'],
  },
  'UTF-16, the high byte first': {
    stockCode: '8106',
    csv: Buffer.from(`\ufeff${ofOne(good)}`, 'utf16le').swap16(),
    bars: ['8106 2024-01-02 10 12 9 11 1000'],
  },
  'thousands between quotation marks': {
    stockCode: '8107',
    csv: ofOne('2024-01-02,"1,010.5","1,200","1,000",1100,"1,234,567"'),
    bars: ['8107 2024-01-02 1010.5 1200 1000 1100 1234567'],
  },
  'a Republican date without slashes': {
    exchange: 'TW',
    stockCode: '2331',
    csv: ofOne('1130102,10,12,9,11,1000'),
    bars: ['2331 2024-01-02 10 12 9 11 1000'],
  },
  'a code with its ending': {
    csv: lines(`stockCode,${header}`, `8108.HK,${good}`),
    bars: ['8108 2024-01-02 10 12 9 11 1000'],
  },
  'a code with its board before it': {
    exchange: 'CN',
    csv: lines(`code,${header}`, `sh.600004,${good}`, `SZ000004,${good}`),
    bars: ['000004 2024-01-02 10 12 9 11 1000', '600004 2024-01-02 10 12 9 11 1000'],
  },
  'a class of shares': {
    exchange: 'US',
    csv: lines(`Symbol,${header}`, `QAD.B,${good}`, `QAD-A.US,${good}`),
    bars: ['QAD.A 2024-01-02 10 12 9 11 1000', 'QAD.B 2024-01-02 10 12 9 11 1000'],
  },
  'investing.com in Japanese: volumes rounded to millions, the newest day first': {
    exchange: 'JP',
    stockCode: '7211',
    csv: `\ufeff${lines(
      '"日付け","終値","始値","高値","安値","出来高","変化率 %"',
      '"2024/01/05","1,011.5","1,010.0","1,012.0","1,009.0","1.23M","0.10%"',
      '"2024/01/04","1,010.0","1,008.0","1,011.0","1,007.5","980.5K","-0.20%"',
    )}`,
    bars: ['7211 2024-01-04 1008 1011 1007.5 1010 980500', '7211 2024-01-05 1010 1012 1009 1011.5 1230000'],
    says: 'volumes written like 1.23M, which are rounded: 2',
  },
  'investing.com in Japanese, of late: 日付 and days in characters': {
    exchange: 'JP',
    stockCode: '7212',
    csv: lines(
      '"日付","終値","始値","高値","安値","出来高","変化率 %"',
      '"2024年01月05日","11","10","12","9","1.5B","0%"',
    ),
    bars: ['7212 2024-01-05 10 12 9 11 1500000000'],
  },
  'investing.com in English, once its dates are written year first': {
    exchange: 'US',
    stockCode: 'QAE',
    csv: lines(
      '"Date","Price","Open","High","Low","Vol.","Change %"',
      '"2024-01-05","11","10","12","9","2.5M","0.10%"',
    ),
    bars: ['QAE 2024-01-05 10 12 9 11 2500000'],
  },
  'TPEx, one day of all stocks: the day in the title, --- without a trade, 除權息 for the change': {
    exchange: 'TW',
    csv: lines(
      '上櫃股票行情(含等價、零股、盤後、鉅額交易)',
      '資料日期:113/01/02',
      '"代號","名稱","收盤","漲跌","開盤","最高","最低","均價","成交股數","成交金額(元)","成交筆數"',
      '"6491","甲","11.00","除權息","10.00","12.00","9.00","10.5","1,000","10,500","3"',
      '"6492","乙"," ---","--- ","---","---","---","0.00","0","0","0"',
      '"6493","丙","1,011.00","X0.00 ","1,010.00","1,012.00","1,009.00","10.5","2,000","2,022,000","3"',
      '"註：成交金額不含鉅額交易"',
    ),
    bars: ['6491 2024-01-02 10 12 9 11 1000', '6493 2024-01-02 1010 1012 1009 1011 2000'],
    says: 'lines of stocks that did not trade, left out: 1',
  },
  'TPEx, one month of a stock: titles in two cells, thousands of shares, a day with an asterisk, in Big5': {
    exchange: 'TW',
    stockCode: '6494',
    csv: encoded(
      'big5',
      lines(
        '上櫃個股日成交資訊查詢',
        '股票代碼,6494',
        '股票名稱,丁',
        '資料月份,113年01月',
        '日 期,成交仟股,成交仟元,開盤,最高,最低,收盤,漲跌,筆數',
        '"113/01/02","52","2,084","39.70","40.10","39.50","39.80","0.40","48"',
        '"113/01/03*","1,026","41,012","39.80","40.50","39.50","40.00","除息","300"',
      ),
    ),
    bars: ['6494 2024-01-02 39.7 40.1 39.5 39.8 52000', '6494 2024-01-03 39.8 40.5 39.5 40 1026000'],
    says: 'volume was in lots of 1000 shares',
  },
  'Taiwan’s exchange, one day of all stocks: the day in the title': {
    exchange: 'TW',
    csv: lines(
      '"113年01月02日 每日收盤行情(全部(不含權證、牛熊證))"',
      '"證券代號","證券名稱","成交股數","成交筆數","成交金額","開盤價","最高價","最低價","收盤價","漲跌(+/-)","漲跌價差",',
      '="0057","甲","1,000","3","11,000","10","12","9","11","+","0.5",',
      '="2305","乙","0","0","0","--","--","--","--"," ","0.00",',
      '"備註:"',
      '"漲跌(+/-)欄位符號說明:+/-/X表示漲/跌/不比價。"',
    ),
    bars: ['0057 2024-01-02 10 12 9 11 1000'],
  },
  'the open data of Taiwan’s exchange: English heads, dates without slashes': {
    exchange: 'TW',
    csv: lines(
      'Date,Code,Name,TradeVolume,TradeValue,OpeningPrice,HighestPrice,LowestPrice,ClosingPrice,Change,Transaction',
      '1130102,2306,甲,1000,11000,10,12,9,11,0.5,3',
    ),
    bars: ['2306 2024-01-02 10 12 9 11 1000'],
  },
  'the open data of TPEx: its own heads': {
    exchange: 'TW',
    csv: lines(
      'Date,SecuritiesCompanyCode,CompanyName,Close,Change,Open,High,Low,TradingShares,TransactionAmount',
      '1130102,6495,甲,11,0.5 ,10,12,9,1000,11000',
    ),
    bars: ['6495 2024-01-02 10 12 9 11 1000'],
  },
  'instants with Tokyo’s zone': {
    exchange: 'JP',
    stockCode: '7213',
    csv: ofOne('2024-01-05T00:00:00+09:00,10,12,9,11,1000'),
    bars: ['7213 2024-01-05 10 12 9 11 1000'],
  },
  'instants in UTC, which are the next day in Tokyo': {
    exchange: 'JP',
    stockCode: '7214',
    csv: ofOne('2024-01-04T15:00:00Z,10,12,9,11,1000'),
    bars: ['7214 2024-01-05 10 12 9 11 1000'],
  },
  'Alpaca: New York’s midnight in UTC': {
    exchange: 'US',
    csv: lines(
      'symbol,timestamp,open,high,low,close,volume,trade_count,vwap',
      'QAF,2024-01-05 05:00:00+00:00,10,12,9,11,1000,5,10.5',
      'QAF,2024-07-05 04:00:00+00:00,10,12,9,11,1000,5,10.5',
    ),
    bars: ['QAF 2024-01-05 10 12 9 11 1000', 'QAF 2024-07-05 10 12 9 11 1000'],
  },
  'Tiingo and pandas: midnight in UTC, which is only how they write a date': {
    exchange: 'US',
    stockCode: 'QAG',
    csv: ofOne('2024-01-05 00:00:00+00:00,10,12,9,11,1000'),
    bars: ['QAG 2024-01-05 10 12 9 11 1000'],
  },
  'Futu: time_key': {
    exchange: 'US',
    csv: lines('code,time_key,open,close,high,low,volume,turnover', 'QAH,2024-01-05 00:00:00,10,11,12,9,1000,11000'),
    bars: ['QAH 2024-01-05 10 12 9 11 1000'],
  },
  'a name in two lines, between quotation marks': {
    csv: lines(`stockCode,name,${header}`, `8109,"One\nTwo",${good}`),
    bars: ['8109 2024-01-02 10 12 9 11 1000'],
  },
  'a stock’s own file, named after it with the market’s ending': {
    name: '8110.HK.csv',
    csv: ofOne(good),
    bars: ['8110 2024-01-02 10 12 9 11 1000'],
  },
  'a stock’s own file, named after its ticker': {
    exchange: 'US',
    name: 'QAI.csv',
    csv: ofOne(good),
    bars: ['QAI 2024-01-02 10 12 9 11 1000'],
  },
  'a stock’s own file, named after its board and code': {
    exchange: 'CN',
    name: 'sh600177.csv',
    csv: ofOne(good),
    bars: ['600177 2024-01-02 10 12 9 11 1000'],
  },
  'a stock’s own file of Taiwan’s exchange, as it is named there': {
    exchange: 'TW',
    name: 'STOCK_DAY_2330_202511.csv',
    csv: twse,
    bars: twseBars,
  },
  'yfinance: the stock from the ticker above the rows': {
    exchange: 'JP',
    name: 'download.csv',
    csv: lines(
      'Price,Close,High,Low,Open,Volume',
      'Ticker,7215.T,7215.T,7215.T,7215.T,7215.T',
      'Date,,,,,',
      '2024-01-04,11,12,9,10,1000',
    ),
    bars: ['7215 2024-01-04 10 12 9 11 1000'],
  },
  'a zip with a file for each stock, in folders, with others beside them': {
    exchange: 'JP',
    name: 'all.zip',
    csv: zipOf({
      'JP/7216.T.csv': ofOne(inTokyo),
      'JP/more/7217.T.csv': ofOne(inTokyo),
      'JP/130B.csv': ofOne(inTokyo),
      'JP/README.md': 'of another kind',
      '.hidden.csv': 'hidden',
    }),
    bars: ['130B', '7216', '7217'].map(code => `${code} 2024-01-04 10 12 9 11 1000`),
    says: 'other files in the zip ignored, 1: JP/README.md',
  },
  'a workbook: dates as dates, codes as texts, a second sheet': {
    exchange: 'TW',
    name: 'prices.xlsx',
    csv: workbookOf(
      [
        ['Prices of the day'],
        ['stockCode', 'date', 'open', 'high', 'low', 'close', 'volume'],
        ['0054', new Date(Date.UTC(2024, 0, 2)), 10, 12, 9, 33.79999923706055, 1000],
        ['0055', '2024/1/3', 10.5, 12, 9, 11, 2000],
        [],
        ['備註：單位為股'],
      ],
      sheet => {
        sheet['B3'] = { t: 'n', v: 45_293, z: 'm/d/yy' }
      },
    ),
    bars: ['0054 2024-01-02 10 33.8 9 33.8 1000', '0055 2024-01-03 10.5 12 9 11 2000'],
  },
  'a workbook: codes whose format adds the zeros': {
    exchange: 'TW',
    name: 'prices.xlsx',
    csv: workbookOf(
      [
        ['stockCode', ...header.split(',')],
        [56, '2024-01-02', 10, 12, 9, 11, 1000],
      ],
      sheet => {
        sheet['A2'] = { t: 'n', v: 56, z: '0000' }
      },
    ),
    bars: ['0056 2024-01-02 10 12 9 11 1000'],
  },
  'a zip of workbooks': {
    exchange: 'JP',
    name: 'books.zip',
    csv: zipOf({ '7218.T.xlsx': workbookOf([header.split(','), ['2024-01-04', 10, 12, 9, 11, 1000]]) }),
    bars: ['7218 2024-01-04 10 12 9 11 1000'],
  },
  'a zip of gzipped files': {
    exchange: 'JP',
    name: 'packed.zip',
    csv: zipOf({ '7219.T.csv.gz': gzipSync(ofOne(inTokyo)), '7220.T.csv': ofOne(inTokyo) }),
    bars: ['7219 2024-01-04 10 12 9 11 1000', '7220 2024-01-04 10 12 9 11 1000'],
  },
  // The following files are refused, naming the line.
  'a name that is no code': {
    exchange: 'US',
    name: 'prices.csv',
    csv: ofOne(good),
    says: 'line 1: missing columns: stockCode; and the file’s name is not the code of one stock, as in 0700.HK.csv: prices.csv',
  },
  'a name that may be a year': {
    name: '2018.csv',
    csv: ofOne(good),
    says: 'the file’s name is not the code of one stock',
  },
  'a name with two codes': {
    exchange: 'JP',
    name: '7203 6758.csv',
    csv: ofOne(good),
    says: 'the file’s name is not the code of one stock',
  },
  'a bad line in a zip, whose file and stock are named': {
    exchange: 'JP',
    name: 'all.zip',
    csv: zipOf({ '7216.T.csv': ofOne(good), '7217.T.csv': lines(header, good, '2024-01-03,,12,9,11,1000') }),
    says: '7217.T.csv, line 3: open is blank (7217)',
  },
  'the same stock and day in two files of a zip': {
    exchange: 'JP',
    name: 'all.zip',
    csv: zipOf({ '7216.T.csv': ofOne(good), 'more/7216.T.csv': ofOne(good) }),
    says: 'more/7216.T.csv, line 2: the same stock and date as line 7216.T.csv:2',
  },
  'a bad line of a file with many stocks': {
    csv: lines(`stockCode,${header}`, `8109,${good}`, '8110,2024-01-02,10,12,9,x,1000'),
    says: 'line 3: close is not a number: x (8110)',
  },
  'a workbook with a bad line': {
    name: 'prices.xlsx',
    csv: workbookOf([
      ['stockCode', ...header.split(',')],
      ['8109', '2024-01-02', 10, 12, 9, 'none', 1000],
    ]),
    says: 'line 2: close is not a number: none (8109)',
  },
  'a workbook without rows': {
    name: 'prices.xlsx',
    csv: workbookOf([]),
    says: 'line 1: the file is empty',
  },
  'a workbook with a cell in its last possible row': {
    name: 'prices.xlsx',
    csv: workbookOf([['stockCode', ...header.split(',')]], sheet => {
      sheet['A1048576'] = { t: 'n', v: 1 }
      sheet['!ref'] = 'A1:G1048576'
    }),
    says: 'line 1: the first sheet is too large (100,000 rows, 1,000 columns or 32 MB unpacked)',
  },
  'a workbook of another kind': {
    name: 'prices.zip',
    csv: zipOf({ 'content.xml': '<x/>', mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
    says: 'line 1: this is a workbook of another kind; save it as .xlsx or CSV UTF-8',
  },
  'an old workbook': {
    stockCode: '8109',
    csv: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    says: 'line 1: this is a workbook of another kind; save it as .xlsx or CSV UTF-8',
  },
  'decimal commas': {
    stockCode: '8109',
    csv: ofOne('2024-01-02,"10,5","12,5","9,5","11,25",1000'),
    says: 'line 2: open is not a number: 10,5; write decimals with a point',
  },
  'a day on which no stock traded': {
    exchange: 'TW',
    stockCode: '6496',
    csv: ofOne('113/01/02,--,--,--,--,0'),
    says: 'line 1: no line has a price',
  },
  'a day in the title that could be one of two': {
    exchange: 'TW',
    csv: lines('資料日期:113/01/02', '列印日期:113/01/03', '代號,收盤,開盤,最高,最低,成交股數', '6497,11,10,12,9,1000'),
    says: 'missing columns: date',
  },
  'an index by another’s code': {
    exchange: 'US',
    csv: lines(`symbol,${header}`, `^GSPC,${good}`),
    says: 'line 2: ^GSPC is another service’s code of an index; the index of this market is loaded as US500',
  },
  'an index with a board’s ending, which is a bank’s code on the other board': {
    exchange: 'CN',
    csv: lines(`ts_code,${header}`, `000001.SH,${good}`),
    says: 'line 2: 000001.SH is another service’s code of an index; the index of this market is loaded as CSI300',
  },
  'a code of another market': {
    exchange: 'US',
    csv: lines(`symbol,${header}`, `8108.HK,${good}`),
    says: 'line 2: exchange is 8108.HK, not US',
  },
  semicolons: {
    stockCode: '8109',
    csv: ofOne(good).replaceAll(',', ';'),
    says: 'line 1: the columns are not separated by commas',
  },
  tabs: {
    stockCode: '8109',
    csv: ofOne(good).replaceAll(',', '\t'),
    says: 'line 1: the columns are not separated by commas',
  },
  null: {
    stockCode: '8109',
    csv: ofOne('2024-01-02,null,null,null,null,null'),
    says: 'line 2: open is not a number: null',
  },
  dashes: { stockCode: '8109', csv: ofOne('2024-01-02,--,--,--,--,0'), says: 'line 2: open is not a number: --' },
  'prices of zero': {
    stockCode: '8109',
    csv: ofOne('2024-01-02,0,0,0,0,0'),
    says: 'line 2: open is not above zero: 0',
  },
  'month first': { stockCode: '8109', csv: ofOne('07/24/2020,10,12,9,11,1000'), says: 'line 2: date is ambiguous' },
  'a month by its name': {
    stockCode: '8109',
    csv: ofOne('24-Jul-2020,10,12,9,11,1000'),
    says: 'line 2: date is not a date',
  },
  'a Republican year of two digits': {
    stockCode: '8109',
    csv: ofOne('99/12/31,10,12,9,11,1000'),
    says: 'line 2: date is ambiguous',
  },
  'a line at the end that says how many there were': {
    stockCode: '8109',
    csv: lines(header, good, 'Total,1'),
    says: 'line 3: 2 fields where the header has 6',
  },
  'a file cut off in its last line': {
    stockCode: '8109',
    csv: `${header}\n${good}\n2024-01-0`,
    says: 'line 3: 1 fields where the header has 6',
  },
}

describe('a price file in the format of a data service', () => {
  it.each(Object.entries(shapes))(
    'is read correctly: %s',
    async (_, { exchange = 'HKEX', stockCode, csv, name = 'priceCsv.csv', asked, bars, says }) => {
      await query(`delete from bar where exchange = $1`, [exchange])
      const answer = await send(
        staff,
        uploadPrices,
        { exchange, ...(stockCode && { stockCode }), ...asked },
        { priceCsv: { name, content: await csv } },
      )
      const stored = await query<{ bar: string }>(
        `select concat_ws(' ', stock_code, date, open, high, low, close, volume) as bar from bar
       where exchange = $1 and date >= '2023-01-01' order by 1`,
        [exchange],
      )
      const errors = (answer.errors ?? []).map(({ message }) => message)
      expect([answer.http, errors.length]).toEqual(bars ? [200, 0] : [400, 1])
      expect(errors.join()).toContain(bars ? '' : says!)
      expect(stored.map(({ bar }) => bar)).toEqual(bars ?? [])
      expect(bars ? answer.data.notes.join('\n') : '').toContain((bars && says) ?? '')
    },
  )

  it('keeps whole numbers as written, in every kind of file, and removes floating-point noise from prices', async () => {
    await send(
      staff,
      uploadMovers,
      { takenAt: '2024-01-03T10:30' },
      {
        moversCsv: lines('stockCode,price,volume', '8201,33.79999923706055,116648736.0'),
      },
    )
    expect(await query(`select price, volume from market_snapshot_price where stock_code = '8201'`)).toEqual([
      { price: 33.8, volume: 116_648_736 },
    ])
    await send(
      staff,
      uploadShareholdings,
      {},
      {
        shareholdingCsv: lines(
          'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent',
          '8201,2024-01-03,B01955,One,2083340032,12.345678901234',
        ),
      },
    )
    expect(
      await query(`select shareholding, shareholding_percent as percent from shareholding where stock_code = '8201'`),
    ).toEqual([{ shareholding: 2_083_340_032, percent: 12.345678901234 }])
    await send(
      staff,
      uploadFinList,
      { exchange: 'HKEX', issueDate: '2024-01-05' },
      {
        finListCsv: lines('stockCode,close,percivalScore,volume', '8201,600.3499755859375,90,2147483776'),
        finListFundamentalCsv: lines('stockCode,quarter,thisReportDate,thisSales', '8201,1,20231231,1234567.125'),
      },
    )
    expect(await query(`select close, volume from finlist_pick where stock_code = '8201'`)).toEqual([
      { close: 600.35, volume: 2_147_483_776 },
    ])
    expect(await query(`select this_sales from fundamental where stock_code = '8201'`)).toEqual([
      { this_sales: 1_234_567.125 },
    ])
  })
})

describe('column headers that staff define for a file', () => {
  const csv = lines('stockCode,date,First,high,low,Last,volume', '8301,2024-01-02,10,12,9,11,1000')
  const load = (exchange: string, asked: Record<string, string> = {}) =>
    send(staff, uploadPrices, { exchange, ...asked }, { priceCsv: csv })

  it('are remembered for the market and the kind of file until they are removed', async () => {
    expect((await load('HKEX')).errors[0]!.message).toContain('missing columns: open, close')
    expect((await load('HKEX', { columns: 'open=First, close=last', dryRun: 'true' })).http).toBe(200)
    expect((await load('HKEX')).http).toBe(400)
    expect((await load('HKEX', { columns: 'open=First,close=last' })).http).toBe(200)
    expect((await load('HKEX')).http).toBe(200)
    expect((await load('TW')).http).toBe(400)
    // A file with the usual headers is still read.
    const usual = await send(staff, uploadPrices, { exchange: 'HKEX', stockCode: '8302' }, { priceCsv: ofOne(good) })
    expect(usual.http).toBe(200)
    expect((await load('HKEX', { columns: 'none' })).http).toBe(400)
    const forgotten = await send(
      staff,
      uploadPrices,
      { exchange: 'HKEX', stockCode: '8302', columns: 'none' },
      { priceCsv: ofOne(good) },
    )
    expect(forgotten.http).toBe(200)
    expect((await load('HKEX')).http).toBe(400)
  })

  it.each([
    ['open', 'open does not name a column and the file’s name for it'],
    ['opening=First', 'opening=First does not name a column and the file’s name for it'],
    ['open=First,open=Last', 'a column is named more than once'],
    ['open=Nowhere,close=Last', 'line 1: the file has no column Nowhere, which should be read as open'],
  ])('are refused with %s', async (columns, says) => {
    const answer = await load('HKEX', { columns })
    expect(answer.http).toBe(400)
    expect(answer.errors[0]!.message).toContain(says)
  })
})

describe('skipping bad lines of an upload', () => {
  const csv = lines(
    'stockCode,date,open,high,low,close,volume',
    '8401,2024-01-02,10,12,9,11,1000',
    '8401,2024-01-03,null,null,null,null,null',
    '8402,2024-01-02,10,12,9,11,1000,"a, ""b"""',
    '8403,2024-01-03,10,12,9,11,1000',
    '8401,2024-01-02,10,12,9,10,1000',
  )
  const load = (asked: Record<string, string>, priceCsv = csv) =>
    send(staff, uploadPrices, { exchange: 'HKEX', ...asked }, { priceCsv: { name: 'night.csv', content: priceCsv } })
  const refusedOf = (uploadId: number | null) =>
    fetch(`${testServer.base}/api/admin/data/uploads/${uploadId}/file/priceCsv-refused`, { headers: staff.headers() })
  const bars = () => query(`select stock_code, close from bar where stock_code like '840_' order by 1`)

  it('happens only on request; otherwise bad lines cause the whole file to be refused', async () => {
    expect((await load({})).errors).toHaveLength(2)
    expect(await bars()).toEqual([])
  })

  it('counts the bad lines, stores them with their reasons for download, and loads the rest', async () => {
    const dry = await load({ skipBadLines: 'true', dryRun: 'true' })
    expect(dry.data).toMatchObject({ count: 2, uploadId: null })
    expect(dry.data.notes).toContain('invalid lines that were skipped: 3')
    const answer = await load({ skipBadLines: 'true' })
    expect(answer.data).toMatchObject({ count: 2, notes: dry.data.notes })
    expect(await bars()).toEqual([
      { stock_code: '8401', close: 11 },
      { stock_code: '8403', close: 11 },
    ])
    const [newest] = (await staff.ask(listUploads)).data
    expect(newest!.files.map(({ field, name }) => [field, name])).toEqual([
      ['priceCsv', 'night.csv'],
      ['priceCsv-refused', 'night.refused.csv'],
    ])
    expect(await (await refusedOf(answer.data.uploadId)).text()).toBe(
      lines(
        'refusedLine,refusedFor,stockCode,date,open,high,low,close,volume',
        '3,open is not a number: null,8401,2024-01-03,null,null,null,null,null',
        '4,8 fields where the header has 7,8402,2024-01-02,10,12,9,11,1000,"a, ""b"""',
        '6,the same stock and date as line 2',
      ),
    )
  })

  it('stores nothing for download if no line is bad, and refuses a file that has only bad lines or becomes unreadable midway', async () => {
    const right = await load(
      { skipBadLines: 'true' },
      lines('stockCode,date,open,high,low,close,volume', '8404,2024-01-02,1,1,1,1,1'),
    )
    expect(right.http).toBe(200)
    expect((await refusedOf(right.data.uploadId)).status).toBe(404)
    const wrong = await load(
      { skipBadLines: 'true' },
      lines('stockCode,date,open,high,low,close,volume', '8405,2024-01-02,0,1,1,1,1'),
    )
    expect(wrong.errors.map(({ message }) => message)).toEqual(['line 2: open is not above zero: 0 (8405)'])
    const open = await load({ skipBadLines: 'true' }, `${csv}"8406`)
    expect(open.errors[0]!.message).toContain('a quotation mark opens and does not close')
    const stocks = await send(
      staff,
      uploadStocks,
      { exchange: 'HKEX', skipBadLines: 'true' },
      {
        stockCsv: lines('stockCode,stockName', '8407,Right', '!,Wrong'),
      },
    )
    expect(stocks.data).toMatchObject({ count: 1 })
  })
})
