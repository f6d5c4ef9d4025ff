import fc from 'fast-check'
import { expect, it } from 'vitest'
import { momentAt, placeOf } from './time-line.ts'

const day = 86_400
/** Monday to Friday of three weeks. */
const times = Array.from({ length: 15 }, (_, at) => (4 + Math.floor(at / 5) * 7 + (at % 5)) * day)

it('on the time axis a bar is at its index, and a weekend lies between two bars', () => {
  expect(placeOf(times[3]!, times, '1D')).toBe(3)
  expect(placeOf(times[4]! + 1.5 * day, times, '1D')).toBe(4.5)
  expect(momentAt(4.5, times, '1D')).toBe(times[4]! + 1.5 * day)
})

it('beyond either end the time axis continues in average steps', () => {
  expect(placeOf(times.at(-1)! + 14 * day, times, '1D')).toBeCloseTo(24)
  expect(placeOf(times[0]! - 7 * day, times, '1W')).toBe(-1)
  expect(placeOf(99, [], '1D')).toBe(0)
})

it('the time axis converts every position to a time and back, to within a second', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -50, max: 80, noNaN: true }),
      fc.constantFrom('1D' as const, '1W' as const),
      (place, resolution) => {
        expect(placeOf(momentAt(place, times, resolution), times, resolution)).toBeCloseTo(place, 4)
      },
    ),
  )
})
