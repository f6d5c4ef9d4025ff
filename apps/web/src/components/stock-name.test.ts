import { padded } from '@finlist/domain/chart/padded'
import { expect, test } from 'vitest'
import { isSearched } from './stock-name.ts'

test('Hong Kong codes are padded to four digits; other codes are not changed', () => {
  expect(padded('HKEX', '5')).toBe('0005')
  expect(padded('HKEX', '80700')).toBe('80700')
  expect(padded('US', 'A')).toBe('A')
  expect(padded('JP', '285')).toBe('285')
})

const stock = { stockCode: '0005', stockName: 'HSBC Holdings', stockNameZh: '滙豐控股' }
test.each(['', '5', '05', '0005', '00005', 'hsbc', 'HOLD', '滙豐', ' 0005 '])('searching %s finds 0005', typed =>
  expect(isSearched(stock, typed)).toBe(true),
)
test.each(['700', '50', '00050', 'bank'])('searching %s does not find 0005', typed =>
  expect(isSearched(stock, typed)).toBe(false),
)

const hongKong = { ...stock, stockCode: '0539', exchange: 'HKEX' } as const
const shanghai = { ...stock, stockCode: '600177', exchange: 'CN' } as const
test.each([
  ['0539.HK', hongKong],
  ['539.hk', hongKong],
  ['hk00539', hongKong],
  ['０５３９', hongKong],
  ['600177.SH', shanghai],
  ['sh600177', shanghai],
  ['1642.TW', { ...stock, stockCode: '1642', exchange: 'TW' }],
  ['239A.T', { ...stock, stockCode: '239A', exchange: 'JP' }],
  ['ｈｓｂｃ', hongKong],
] as const)('searching %s finds the stock, by its code as other services write it', (typed, found) =>
  expect(isSearched(found, typed)).toBe(true),
)
test('searching a code of another market does not find a stock of this market with the same digits', () => {
  expect(isSearched(hongKong, '0539.TW')).toBe(false)
  const { exchange: _, ...listed } = hongKong
  expect([isSearched(listed, '0539.HK', 'HKEX'), isSearched(listed, '0539.HK', 'TW')]).toEqual([true, false])
})
