import { expect, test } from 'vitest'
import { clockSteps, hongKongDayAfter, stepFrom } from './clock-steps.ts'

const hk = (text: string) => Date.parse(`${text}+08:00`)

test.each([
  ['2026-11-23T07:30', ['2026-11-24T07:30', '2026-11-30T07:30', '2026-12-23T07:30', '2027-11-23T07:30']],
  ['2027-01-31T23:30', ['2027-02-01T23:30', '2027-02-07T23:30', '2027-02-28T23:30', '2028-01-31T23:30']],
  ['2028-02-29T00:00', ['2028-03-01T00:00', '2028-03-07T00:00', '2028-03-29T00:00', '2029-02-28T00:00']],
])('the demo clock moves from %s by a day, a week, a month and a year', (from, to) => {
  expect(clockSteps.map(step => stepFrom(hk(from), step))).toEqual(to.map(hk))
})

test('a day of the demo clock is a Hong Kong day', () => {
  expect(hongKongDayAfter(hk('2026-12-31T23:59'), 0)).toBe('2026-12-31')
  expect(hongKongDayAfter(hk('2026-12-31T00:00'), 1)).toBe('2027-01-01')
})
