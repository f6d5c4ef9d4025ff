import { expect, test } from 'vitest'
import { sessionsAfter } from './sessions-after.ts'

test.each([
  ['before the open: the day itself', '2026-03-03T08:15', '2026-03-02', '2026-03-03'],
  ['in the session: the day itself', '2026-03-03T15:59', '2026-03-02', '2026-03-03'],
  ['at the close: the next day', '2026-03-03T16:00', '2026-03-03', '2026-03-04'],
  ['on a Saturday: Monday', '2026-03-07T12:00', '2026-03-06', '2026-03-09'],
  ['after the close of a half day: the next trading day', '2026-12-24T13:00', '2026-12-24', '2026-12-28'],
])('the first trading day after a release is right: %s', (_, moment, before, first) => {
  const found = sessionsAfter(Date.parse(`${moment}+08:00`))
  expect([found.before, found.days[0]]).toEqual([before, first])
})

test('price changes after an alert cover 1, 5 and 20 trading days', () => {
  expect(sessionsAfter(Date.parse('2026-03-02T18:00+08:00')).days).toEqual(['2026-03-03', '2026-03-09', '2026-03-30'])
})
