import { describe, expect, it } from 'vitest'
import { type TouchableLine, touchedLine } from './touched-line.ts'

describe('the line that a day’s prices reach, for a position bought at 100', () => {
  it.each<
    [string, [before: number | null, close: number, high: number, buyPoint: number | null], TouchableLine | null]
  >([
    ['at the stop', [95, 93, 95, null], 'stop'],
    ['past the stop', [93, 91, 93, null], 'stop'],
    ['past the stop since the day before', [91, 90, 91, null], null],
    ['at the stop on the first day', [null, 92.5, 94, null], 'stop'],
    ['beyond the chase limit', [104, 106, 106, null], 'chase'],
    ['already beyond it', [106, 108, 108, null], null],
    ['on the chase limit', [104, 105, 105, null], null],
    ['at the buy point by its high', [101, 102, 103, 103], 'buy-point'],
    ['already over the buy point', [104, 104, 105, 103], null],
    ['the buy point before the chase limit', [104, 107, 107, 105], 'buy-point'],
    ['nothing', [101, 102, 103, null], null],
  ])('is found correctly: %s', (_, [closeBefore, close, high, buyPoint], expected) =>
    expect(touchedLine({ buyPrice: 100, closeBefore, close, high, buyPoint })).toBe(expected),
  )

  it('is never the stop or the chase limit if the position cost nothing', () => {
    expect(touchedLine({ buyPrice: 0, closeBefore: 1, close: 2, high: 2, buyPoint: null })).toBeNull()
  })
})
