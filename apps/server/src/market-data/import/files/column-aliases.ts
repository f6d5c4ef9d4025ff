import type { UploadColumns } from '@finlist/contract/staff/upload-columns'

export type Column<Name extends string = string> = {
  name: Name
  required?: true
  /** Other names for the column in suppliers' files. */
  also?: readonly string[]
  /**
   * The header given for this column in the request (`isAsked`), or stored from an earlier file of the same kind and
   * market.
   */
  head?: { name: string; isAsked: boolean }
  /**
   * The column to read instead if the file lacks this one. Not used if the file has that other column under its exact
   * name.
   */
  orElse?: Name
}

/** The column names of a kind of file. */
export type NameIn<Columns extends readonly UploadColumns[]> = Columns[number]['names'][number]

/** The columns of a kind of file, with their alternative names. The caller checks `oneOf` columns. */
export const columnsOf = <Columns extends readonly UploadColumns[]>(file: Columns): Column<NameIn<Columns>>[] =>
  file.flatMap(({ names, required }) => names.map(name => columnOf(name, required === true)))

function columnOf(name: string, required: boolean): Column {
  const also = elsewhere[name]
  const orElse = standIns[name]
  return { name, ...(required && { required }), ...(also && { also }), ...(orElse && { orElse }) }
}

/** Columns to read in place of a missing one: some companies have only a Chinese name. */
const standIns: Record<string, string> = { stockName: 'stockNameZh' }

/**
 * Alternative names for columns, as used by exchanges, Japanese brokers, Yahoo, stooq (<DATE>, <VOL>), Alpha Vantage
 * (timestamp), Polygon (ticker, window_start; t, o, h, l, c, v), investing.com (Vol.), Futu (time_key), J-Quants (Code;
 * O, H, L, C, Vo, Va), FinMind (stock_id, max, min, Trading_Volume, Trading_money), tushare (ts_code, trade_date; its
 * vol, in lots, is handled in prices.ts) and akshare (股票代码, 成交额).
 */
const elsewhere: Record<string, readonly string[]> = {
  stockCode: [
    '代號',
    '代码',
    '代碼',
    '股票代號',
    '股票代碼',
    '股票代码',
    '證券代號',
    '證券代碼',
    '证券代码',
    '股份代號',
    'コード',
    '銘柄コード',
    '証券コード',
    'code',
    'symbol',
    'ticker',
    'stock_id',
    'ts_code',
    'SecuritiesCompanyCode',
  ],
  stockName: ['英文名稱', '股票英文名稱'],
  stockNameZh: ['名稱', '名称', '股票名稱', '股票名称', '證券名稱', '证券名称', '股份名稱', '中文名稱'],
  sectorZh: ['行業', '行业', '產業', '产业'],
  subSectorZh: ['子行業', '次行業', '細分行業'],
  profileInfoZh: ['公司簡介', '簡介'],
  exchange: ['交易所'],
  shareholdingDate: ['date', '日期', '持股日期', '交收日期'],
  participantId: ['參與者編號', '中央結算系統參與者編號', 'ccassId'],
  participantName: ['參與者名稱', '中央結算系統參與者名稱', 'participant'],
  shareholding: ['持股量', '持股數量'],
  shareholdingPercent: ['持股百分比', '佔已發行股份百分比'],
  date: ['日期', '交易日期', '日付', '日付け', '年月日', 'timestamp', 'trade_date', 'window_start', 'time_key', 't'],
  open: ['開市', '開盤', '開盤價', '開市價', '开盘', '开盘价', '始値', 'OpeningPrice', 'o'],
  high: ['最高', '最高價', '最高价', '高値', 'HighestPrice', 'max', 'h'],
  low: ['最低', '最低價', '最低价', '安値', 'LowestPrice', 'min', 'l'],
  close: ['收市', '收盤', '收盤價', '收市價', '收盘', '收盘价', '終値', 'ClosingPrice', 'c'],
  volume: [
    '成交量',
    '出来高',
    '売買高',
    '成交股數',
    '成交量(股)',
    '成交量（股）',
    'volume(shares)',
    'TradeVolume',
    'TradingShares',
    'vol',
    'vol.',
    'v',
    'vo',
    'trading_volume',
  ],
  turnover: [
    '成交额',
    '成交額',
    '成交金額',
    '成交金额',
    '成交金額(元)',
    '成交仟元',
    '売買代金',
    'amount',
    'TradeValue',
    'TransactionAmount',
    'turnoverValue',
    'va',
    'trading_money',
  ],
  adjClose: [
    'adjusted_close',
    'adjustmentClose',
    'adjC',
    'close_adj',
    '調整後終値',
    '還原收盤價',
    '調整後收盤價',
    '復權收盤價',
    '复权收盘价',
  ],
  lots: ['成交仟股', '成交千股', '成交量(手)', '成交量（手）', '成交張數', '成交张数', 'volume(lots)', 'volumeinlots'],
}
