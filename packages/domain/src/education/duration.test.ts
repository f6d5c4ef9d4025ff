import { expect, it } from 'vitest'
import { toldDuration } from './duration.ts'

it.each([
  [0, 'moment', 0],
  [30, 'moment', 0],
  [59, 'moment', 0],
  [60, 'minutes', 1],
  [119, 'minutes', 1],
  [600, 'minutes', 10],
  [3_599, 'minutes', 59],
  [3_600, 'hours', 1],
  [5_400, 'hours', 1.5],
  [7_199, 'hours', 1.9],
  [7_200, 'hours', 2],
])('a duration of %d seconds is shown in %s: %d (EDU-08)', (seconds, unit, count) => {
  expect(toldDuration(seconds)).toEqual({ unit, count })
})
