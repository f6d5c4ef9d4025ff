import { expect, test } from 'vitest'
import { formatChange, formatMoney, formatPrice, formatVolume } from './market-figures.tsx'

test.for([
  [12_345_678, '12.35M', '1,234.57萬'],
  [120_000, '0.12M', '12.00萬'],
  [10_000, '0.01M', '1.00萬'],
  [9_999, '9,999', '9,999'],
  [1, '1', '1'],
  [0, '0', '0'],
  [99_999_940, '100.00M', '9,999.99萬'],
  [99_999_999, '100.00M', '1.00億'],
  [999_999_999, '1.00B', '10.00億'],
  [2_500_000_000, '2.50B', '25.00億'],
  [-2_000_000, '-2.00M', '-200.00萬'],
] as const)('the figure %d is %s in English and %s in Chinese (FIN-36)', ([value, en, zh]) => {
  expect([formatVolume(value, 'en'), formatVolume(value, 'zh')]).toEqual([en, zh])
})

test('prices keep two to four decimals; changes show their sign, except zero', () => {
  expect(formatPrice(1903)).toBe('1,903.00')
  expect(formatPrice(0.0735)).toBe('0.0735')
  expect(formatChange(3.25)).toBe('+3.25')
  expect([999.994, 1_234.56, -12_345.6].map(formatChange)).toEqual(['+999.99', '+1,235', '-12,346'])
  expect([-0, -0.004, 0.004].map(formatChange)).toEqual(['0.00', '0.00', '0.00'])
  expect([-0, -0.004].map(formatMoney)).toEqual(['0.00', '0.00'])
})
