import type { ExchangeId } from '@finlist/domain/markets'
import { expect, it } from 'vitest'
import { CellError } from '../../src/market-data/import/import-errors.ts'
import { readStockCode } from '../../src/market-data/import/stock-code.ts'

it.each<[cell: string, exchange: ExchangeId, code: string]>([
  ['17_1', 'HKEX', '0017_1'],
  ['00017_2', 'HKEX', '0017_2'],
  ['0017_1.HK', 'HKEX', '0017_1'],
  ['2330_1', 'TW', '2330_1'],
  ['72030_1', 'JP', '7203_1'],
  ['sh600000_1', 'CN', '600000_1'],
  ['600000_1.SS', 'CN', '600000_1'],
  ['brk-b_1', 'US', 'BRK.B_1'],
])('%s in %s is %s, the code of an earlier company', (cell, exchange, code) => {
  expect(readStockCode(cell, 'stockCode', exchange)).toBe(code)
})

it.each<[cell: string, exchange: ExchangeId]>([
  ['0017_0', 'HKEX'],
  ['0017_1_2', 'HKEX'],
  ['_1', 'HKEX'],
  ['50_1', 'TW'],
  ['ABCDEFGHIJK_1', 'US'],
])('%s in %s is not a valid code', (cell, exchange) => {
  expect(() => readStockCode(cell, 'stockCode', exchange)).toThrow(CellError)
})
