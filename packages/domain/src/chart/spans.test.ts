import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relativeStrength } from './relative-strength.ts'
import { type DayBar, inSpans, startOfSpan } from './spans.ts'

const bar = (date: string, close: number, more: Partial<DayBar> = {}): DayBar => ({
  date,
  open: close,
  high: close,
  low: close,
  close,
  volume: 10,
  ...more,
})

describe('weekly and monthly bars made from daily ones', () => {
  const days = [
    bar('2026-01-30', 10, { open: 9, high: 12 }),
    bar('2026-02-02', 11, { low: 8 }),
    bar('2026-02-04', 12),
    bar('2026-02-09', 13),
  ]

  it('weekly bars run from Monday to Sunday, and have the week’s first trading day as their date', () => {
    expect(inSpans(days, '1W')).toEqual([
      { date: '2026-01-30', open: 9, high: 12, low: 10, close: 10, volume: 10 },
      { date: '2026-02-02', until: '2026-02-04', open: 11, high: 12, low: 8, close: 12, volume: 20 },
      { date: '2026-02-09', open: 13, high: 13, low: 13, close: 13, volume: 10 },
    ])
  })

  it('monthly bars have the month’s first trading day as their date', () => {
    expect(inSpans(days, '1M').map(({ date, until, close, volume }) => [date, until, close, volume])).toEqual([
      ['2026-01-30', undefined, 10, 10],
      ['2026-02-02', '2026-02-09', 13, 30],
    ])
  })

  it.each([
    ['2026-02-08', '1W', '2026-02-02'],
    ['2026-02-02', '1W', '2026-02-02'],
    ['2026-02-17', '1M', '2026-02-01'],
    ['2026-02-17', '1D', '2026-02-17'],
  ] as const)('include %s in the %s that starts on %s', (date, resolution, start) =>
    expect(startOfSpan(date, resolution)).toBe(start),
  )

  it('have the total volume, first open, last close, highest high and lowest low', () => {
    const walk = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 9 }), close: fc.integer({ min: 1, max: 99 }) }), {
      minLength: 1,
      maxLength: 60,
    })
    fc.assert(
      fc.property(walk, fc.constantFrom('1W' as const, '1M' as const), (steps, resolution) => {
        let at = Date.UTC(2026, 0, 1)
        const all = steps.map(({ gap, close }) =>
          bar(new Date((at += gap * 86_400_000)).toISOString().slice(0, 10), close),
        )
        const spans = inSpans(all, resolution)
        const sum = (bars: DayBar[]) => bars.reduce((total, { volume }) => total + volume, 0)
        expect(sum(spans)).toBe(sum(all))
        expect([spans[0]!.open, spans.at(-1)!.close]).toEqual([all[0]!.open, all.at(-1)!.close])
        expect(Math.max(...spans.map(({ high }) => high))).toBe(Math.max(...all.map(({ high }) => high)))
      }),
    )
  })
})

describe('the relative-strength line (CHART-13, 14)', () => {
  const index = [1, 2, 3, 4, 5, 6].map(day => ({ date: `2026-01-0${day}`, close: 100 }))
  const stock = (closes: number[], highs = closes) =>
    closes.map((close, day) => ({ date: `2026-01-0${day + 1}`, close, high: highs[day]! }))

  it('is the stock’s close divided by the index’s close', () => {
    expect(relativeStrength(stock([50, 60]), index, 10).map(({ value }) => value)).toEqual([0.5, 0.6])
  })

  it('marks a value above those of all previous bars, and shows whether the price is at a new high too', () => {
    const points = relativeStrength(stock([10, 11, 12, 11, 13], [10, 20, 12, 11, 13]), index, 2)
    expect(points.map(({ newHigh }) => newHigh)).toEqual(['none', 'none', 'before-price', 'none', 'with-price'])
  })

  it('leaves out days without an index value, and marks nothing until there are enough bars', () => {
    const gaps = index.filter(({ date }) => date !== '2026-01-02')
    const points = relativeStrength(stock([10, 99, 12, 13]), gaps, 3)
    expect(points.map(({ date, newHigh }) => [date, newHigh])).toEqual([
      ['2026-01-01', 'none'],
      ['2026-01-03', 'none'],
      ['2026-01-04', 'none'],
    ])
  })
})
