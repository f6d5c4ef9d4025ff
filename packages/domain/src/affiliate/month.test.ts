import { expect, it } from 'vitest'
import { closesAt, lastToClose, monthAt } from './month.ts'

it('a month is one of Hong Kong, and closes as the 5th of the next begins there', () => {
  expect(monthAt(Date.parse('2026-10-31T15:59:59Z'))).toBe('2026-10')
  expect(monthAt(Date.parse('2026-10-31T16:00:00Z'))).toBe('2026-11')
  expect(new Date(closesAt('2026-12')).toISOString()).toBe('2027-01-04T16:00:00.000Z')
  expect(lastToClose(Date.parse('2027-01-04T15:59:59Z'))).toBe('2026-11')
  expect(lastToClose(Date.parse('2027-01-04T16:00:00Z'))).toBe('2026-12')
})
