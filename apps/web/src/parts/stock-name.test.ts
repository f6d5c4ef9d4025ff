import { padded } from '@finlist/domain/chart/padded'
import { expect, test } from 'vitest'
import { isSearched } from './stock-name.ts'

test('Hong Kong codes are padded to four digits, others stand as they are', () => {
  expect(padded('HKEX', '5')).toBe('0005')
  expect(padded('HKEX', '80700')).toBe('80700')
  expect(padded('US', 'A')).toBe('A')
  expect(padded('JP', '285')).toBe('285')
})

const stock = { stockCode: '0005', stockName: 'HSBC Holdings', stockNameZh: '滙豐控股' }
test.each(['', '5', '05', '0005', '00005', 'hsbc', 'HOLD', '滙豐', ' 0005 '])('%s finds 0005', typed =>
  expect(isSearched(stock, typed)).toBe(true),
)
test.each(['700', '50', '00050', 'bank'])('%s does not find 0005', typed =>
  expect(isSearched(stock, typed)).toBe(false),
)
