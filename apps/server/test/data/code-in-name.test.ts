import type { ExchangeId } from '@finlist/domain/markets'
import { expect, it } from 'vitest'
import { codeInName } from '../../src/market-data/import/files/code-in-name.ts'

it.each<[name: string, exchange: ExchangeId, code: string]>([
  ['0700.HK.csv', 'HKEX', '0700'],
  ['00700.csv', 'HKEX', '0700'],
  ['5.HK.csv', 'HKEX', '0005'],
  ['2018.HK.csv', 'HKEX', '2018'],
  ['0700_2023.csv', 'HKEX', '0700'],
  ['HSI.csv', 'HKEX', 'HSI'],
  ['7203.T.csv', 'JP', '7203'],
  ['7203.jp_d.csv', 'JP', '7203'],
  ['7203 過去データ.csv', 'JP', '7203'],
  ['72030.csv', 'JP', '7203'],
  ['130A.csv', 'JP', '130A'],
  ['N225.csv', 'JP', 'N225'],
  ['AAPL.csv', 'US', 'AAPL'],
  ['AAPL (1).csv', 'US', 'AAPL'],
  ['AAPL Historical Data.csv', 'US', 'AAPL'],
  ['daily_adjusted_IBM.csv', 'US', 'IBM'],
  ['aapl.us.txt', 'US', 'AAPL'],
  ['aapl_us_d.csv', 'US', 'AAPL'],
  ['BRK-B.csv', 'US', 'BRK.B'],
  ['2330_TW.csv', 'TW', '2330'],
  ['6488.TWO.csv', 'TW', '6488'],
  ['00631L.csv', 'TW', '00631L'],
  ['STOCK_DAY_2330_202511.csv', 'TW', '2330'],
  ['sh600177.csv', 'CN', '600177'],
  ['sz.000001.csv', 'CN', '000001'],
  ['600177.SS.csv.gz', 'CN', '600177'],
  ['data/2330.TW.xlsx', 'TW', '2330'],
])('a file named %s of market %s is assigned to stock %s', (name, exchange, code) => {
  expect(codeInName(name, exchange)).toBe(code)
})

it.each<[name: string, exchange: ExchangeId]>([
  ['prices.csv', 'US'],
  ['DATA.csv', 'US'],
  ['aapl.csv', 'US'],
  ['AAPL_MSFT.csv', 'US'],
  ['AAPL_backup.csv', 'US'],
  ['7203.T.csv', 'HKEX'],
  ['7203 6758.csv', 'JP'],
  ['2018.csv', 'HKEX'],
  ['202401.csv', 'CN'],
  ['20240102.csv', 'CN'],
  ['000001.SH.csv', 'CN'],
  ['1.csv', 'HKEX'],
  ['.csv', 'US'],
])('a file named %s of market %s is assigned to no stock', (name, exchange) => {
  expect(codeInName(name, exchange)).toBeUndefined()
})
