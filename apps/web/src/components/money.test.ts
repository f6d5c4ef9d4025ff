import { expect, test } from 'vitest'
import { money } from './money.ts'

test.each([
  [1_680_000, 'HK$16,800'],
  [140_000, 'HK$1,400'],
  [110_050, 'HK$1,100.50'],
  [5, 'HK$0.05'],
  [0, 'HK$0'],
  [-50_000, '−HK$500'],
  [123_456_789_00, 'HK$123,456,789'],
])('%i cents are shown as %s (PLAN-25)', (cents, text) => {
  expect(money(cents)).toBe(text)
})
