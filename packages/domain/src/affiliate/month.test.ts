import { expect, it } from 'vitest'
import { closesAt, lastToClose, monthAt } from './month.ts'

it('affiliate months follow Hong Kong time, and close at the start of the 5th of the next month', () => {
  expect(monthAt(Date.parse('2026-10-31T15:59:59Z'))).toBe('2026-10')
  expect(monthAt(Date.parse('2026-10-31T16:00:00Z'))).toBe('2026-11')
  expect(new Date(closesAt('2026-12')).toISOString()).toBe('2027-01-04T16:00:00.000Z')
  expect(lastToClose(Date.parse('2027-01-04T15:59:59Z'))).toBe('2026-11')
  expect(lastToClose(Date.parse('2027-01-04T16:00:00Z'))).toBe('2026-12')
})
