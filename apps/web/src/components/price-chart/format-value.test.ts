import { beforeEach, expect, test } from 'vitest'
import { write } from '../../api/storage.ts'
import { formatRatio, formatTraded } from './format-value.ts'

beforeEach(() => write('language', 'en'))

test.for([
  [0.000_000_451_23, '0.0000004512'],
  [0.012_345, '0.01235'],
  [1.5, '1.500'],
  [123.456, '123.5'],
  [12_345.678, '12,345.68'],
  [-98_765_432.1, '-98,765,432.10'],
] as const)('a ratio of %d is shown as %s, without an exponent', ([value, text]) => {
  expect(formatRatio(value)).toBe(text)
})

test.for([
  [0, '0'],
  [40_123, '40,123'],
  [999_999, '999,999'],
  [1_234_567, '1.23M'],
] as const)('a volume of %d is shown as %s', ([value, text]) => {
  expect(formatTraded(value)).toBe(text)
})
