import { expect, it } from 'vitest'
import { clubChangesAt, isClubOpen } from './live-club.ts'

const at = (time: string) => Date.parse(`${time}+08:00`)

it.each([
  ['Friday, last minute', '2026-07-17T23:59', false],
  ['Saturday, first minute', '2026-07-18T00:00', false],
  ['Saturday, a minute before eight', '2026-07-18T07:59', false],
  ['Saturday, eight', '2026-07-18T08:00', true],
  ['Saturday, last minute', '2026-07-18T23:59', true],
  ['Sunday, first minute', '2026-07-19T00:00', true],
  ['Sunday, last minute', '2026-07-19T23:59', true],
  ['Monday, first minute', '2026-07-20T00:00', false],
  ['Wednesday noon', '2026-07-22T12:00', false],
])('the live club’s card is shown at the right times: %s, Hong Kong time (EDU-11)', (_, time, open) => {
  expect(isClubOpen(at(time))).toBe(open)
})

it('the live club’s card follows Hong Kong time, wherever the user is (EDU-11)', () => {
  // Friday evening in New York, Saturday morning in Hong Kong.
  expect(isClubOpen(Date.parse('2026-07-17T20:00:00-04:00'))).toBe(true)
  // Sunday noon in New York, Monday in Hong Kong.
  expect(isClubOpen(Date.parse('2026-07-19T12:00:00-04:00'))).toBe(false)
})

it.each([
  ['2026-07-15T10:10', '2026-07-18T08:00'],
  ['2026-07-18T07:59', '2026-07-18T08:00'],
  ['2026-07-18T08:00', '2026-07-20T00:00'],
  ['2026-07-19T23:59', '2026-07-20T00:00'],
])('the live club’s card stays the same between %s and %s', (time, next) => {
  expect(clubChangesAt(at(time))).toBe(at(next))
})
