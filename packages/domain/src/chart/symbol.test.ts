import { expect, test } from 'vitest'
import { parseSymbol, symbolOf } from './symbol.ts'

test.for([
  ['HKEX:0700', 'HKEX:0700'],
  ['hkex:700', 'HKEX:0700'],
  ['HKEX:82800', 'HKEX:82800'],
  ['0190.HK', 'HKEX:0190'],
  [' 700.hk ', 'HKEX:0700'],
  ['7203.T', 'JP:7203'],
  ['600519.SS', 'CN:600519'],
  ['000001.SZ', 'CN:000001'],
  ['2330.TW', 'TW:2330'],
  ['AAPL.US', 'US:AAPL'],
  ['600177.SH', 'CN:600177'],
  ['sh600177', 'CN:600177'],
  ['SZ000001', 'CN:000001'],
  ['hk00700', 'HKEX:0700'],
  ['1642.TW', 'TW:1642'],
  ['239A.T', 'JP:239A'],
  ['０７００．ＨＫ', 'HKEX:0700'],
  ['ｈｋｅｘ：７００', 'HKEX:0700'],
  ['00700.HK', 'HKEX:0700'],
  ['US5', undefined],
  ['TW2330', undefined],
  ['US:BRK.B', 'US:BRK.B'],
  ['us:brk-b', 'US:BRK.B'],
  ['US:BRK/B', 'US:BRK.B'],
  ['HKEX:A-B', 'HKEX:A-B'],
  ['HSI', 'HKEX:HSI'],
  ['BRK.B', undefined],
  ['700', undefined],
  ['NYSE:A', undefined],
  ['HKEX:0700:1', undefined],
  ['', undefined],
] as const)('the symbol %s is read as %s', ([text, symbol]) => {
  const parsed = parseSymbol(text)
  expect(parsed && symbolOf(parsed)).toBe(symbol)
})

test('a symbol without a market belongs to the given one', () => {
  expect(parseSymbol('P1', 'PRAC')).toEqual({ exchange: 'PRAC', stockCode: 'P1' })
})
