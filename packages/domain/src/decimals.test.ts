import { expect, test } from 'vitest'
import { decimalsOf, difference, hasDecimals, toStep } from './decimals.ts'

test.for([
  [0, 4, true],
  [10.0001, 4, true],
  [10.00001, 4, false],
  [0.00004, 4, false],
  [999_999_999.9999, 4, true],
  [0.1 + 0.2, 4, false],
  [12.5, 0, false],
  [12, 0, true],
] as const)('whether %d has at most %d decimals: %s', ([value, most, is]) => {
  expect(hasDecimals(value, most)).toBe(is)
})

test('the number of decimals in a price step is counted', () => {
  expect([1, 0.1, 0.01, 0.005, 0.0001].map(decimalsOf)).toEqual([0, 1, 2, 3, 4])
})

test('a difference has no more decimals than its two numbers', () => {
  expect([difference(24_500.3, 24_131.2), difference(0.3, 0.1), difference(5, 7.25), difference(12, 12)]).toEqual([
    369.1, 0.2, -2.25, 0,
  ])
})

test.each([
  [0.265, 0.01, 0.27],
  [0.265, 0.0001, 0.265],
  [0.004, 0.01, 0],
  [12.5, 1, 13],
])('%d is rounded to a multiple of %d: %d', (value, step, expected) => {
  expect(toStep(value, step)).toBe(expected)
  expect(hasDecimals(toStep(value, step), decimalsOf(step))).toBe(true)
})
