import { expect, it } from 'vitest'
import { barsAhead, mostPracticeBars, practiceBars } from './practice.ts'

/** Wednesday and Friday of a week with holidays, then three days of the next week and one Monday. */
const ahead = ['2026-11-18', '2026-11-20', '2026-11-23', '2026-11-24', '2026-11-27', '2026-11-30']

it.each([
  ['a day is the next trading day', ahead, 'day', 1],
  ['a week is the rest of the week', ahead, 'week', 2],
  ['a week from its Monday is the whole week', ahead.slice(2), 'week', 3],
  ['the last week is as long as the data', ahead.slice(5), 'week', 1],
  ['nothing follows the end', [], 'week', 0],
  ['nor by day', [], 'day', 0],
] as const)('a practice step advances by the right number of bars: %s', (_, next, step, expected) =>
  expect(barsAhead(next, step)).toBe(expected),
)

it('a practice chart has at most 3,000 bars, and its first bar rarely changes', () => {
  const days = Array.from({ length: mostPracticeBars + 501 }, (_, day) => day)
  const first = (count: number) => practiceBars(days.slice(0, count))[0]
  expect(practiceBars(days.slice(0, mostPracticeBars))).toHaveLength(mostPracticeBars)
  expect([first(mostPracticeBars), first(mostPracticeBars + 1), first(mostPracticeBars + 500)]).toEqual([0, 500, 500])
  expect(practiceBars(days)).toHaveLength(mostPracticeBars - 499)
})
