import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heikinAshi } from './heikin-ashi.ts'

const price = fc.double({ min: 0.01, max: 1_000, noNaN: true })
const bar = fc.tuple(price, price, price, price).map(([open, close, a, b]) => ({
  open,
  close,
  high: Math.max(open, close, a, b),
  low: Math.min(open, close, a, b),
}))

describe('Heikin-Ashi', () => {
  it('bars match values calculated by hand', () => {
    const bars = [
      { open: 10, high: 14, low: 8, close: 12 },
      { open: 12, high: 16, low: 12, close: 16 },
      { open: 16, high: 17, low: 9, close: 10 },
    ]
    expect(heikinAshi(bars)).toEqual([
      { open: 11, high: 14, low: 8, close: 11 },
      { open: 11, high: 16, low: 11, close: 14 },
      { open: 12.5, high: 17, low: 9, close: 13 },
    ])
  })

  it('has one bar per input bar, which contains its open and close and does not change when later bars are added', () => {
    fc.assert(
      fc.property(fc.array(bar, { maxLength: 40 }), fc.nat(40), (bars, count) => {
        const made = heikinAshi(bars)
        expect(made).toHaveLength(bars.length)
        for (const { open, high, low, close } of made) {
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close))
          expect(low).toBeLessThanOrEqual(Math.min(open, close))
        }
        expect(heikinAshi(bars.slice(0, count))).toEqual(made.slice(0, count))
      }),
    )
  })
})
