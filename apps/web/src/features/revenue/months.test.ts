import { expect, test } from 'vitest'
import { monthOf, monthsBefore } from './months.ts'

test('a month of revenue begins at midnight in Hong Kong', () => {
  expect(monthOf(Date.parse('2026-11-30T15:59:59Z'))).toBe('2026-11')
  expect(monthOf(Date.parse('2026-11-30T16:00:00Z'))).toBe('2026-12')
})

test.each([
  ['2026-03', 0, '2026-03'],
  ['2026-03', 3, '2025-12'],
  ['2026-11', 35, '2023-12'],
])('the month %s less %i months is %s', (month, count, before) => {
  expect(monthsBefore(month, count)).toBe(before)
})
