import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar.ts'
import { quartersKnownOn } from './quarters-known.ts'
import { type ReportedFigure, reportedFigures, type StoredFigure } from './reported.ts'

const of = (periodEnd: string, figure: ReportedFigure, value: number, knownOn: string): StoredFigure => ({
  periodEnd,
  figure,
  value,
  knownOn,
  currency: 'USD',
  source: 'SEC',
})
/** A quarter whose figures all became known on the same day. */
const quarter = (periodEnd: string, [eps, revenue, income]: [number, number, number], knownOn: string) => [
  of(periodEnd, 'eps', eps, knownOn),
  of(periodEnd, 'revenue', revenue, knownOn),
  of(periodEnd, 'net-income', income, knownOn),
]

describe('the quarters known on a day', () => {
  const reported = [
    ...quarter('2025-03-31', [1, 1_000, 100], '2025-05-08'),
    ...quarter('2025-12-31', [2, 1_500, 150], '2026-02-19'),
    ...quarter('2026-03-31', [1.5, 1_250, 150], '2026-05-07'),
  ]

  it('are compared with the same quarter of the year before', () => {
    expect(quartersKnownOn(reported, '2026-05-07')[0]).toEqual({
      thisReportDate: 20_260_331,
      lastReportDate: 20_250_331,
      thisEps: 1.5,
      lastEps: 1,
      epsChange: 50,
      thisSales: 1_250,
      lastSales: 1_000,
      salesChange: 25,
      thisNpm: 12,
      lastNpm: 10,
      npmChange: 2,
      source: 'SEC',
    })
  })

  it('do not include a quarter before the day on which it was reported', () => {
    expect(quartersKnownOn(reported, '2026-05-06').map(({ thisReportDate }) => thisReportDate)).toEqual([
      20_251_231, 20_250_331,
    ])
  })

  it('have the figures as first reported until a restatement is known', () => {
    const restated = [...reported, of('2025-03-31', 'eps', 0.8, '2026-05-07')]
    const epsOn = (day: string) =>
      quartersKnownOn(restated, day).find(({ thisReportDate }) => thisReportDate === 20_250_331)?.thisEps
    expect([epsOn('2026-05-06'), epsOn('2026-05-07')]).toEqual([1, 0.8])
    expect(quartersKnownOn(restated, '2026-05-07')[0]).toMatchObject({ lastEps: 0.8, epsChange: 87.5 })
  })

  it('are compared with the quarter that ended a year before, give or take two weeks', () => {
    const weeks = [
      ...quarter('2024-09-28', [1, 100, 10], '2024-11-01'),
      ...quarter('2025-09-27', [2, 200, 20], '2025-10-31'),
      ...quarter('2026-10-03', [3, 300, 30], '2026-11-06'),
    ]
    expect(quartersKnownOn(weeks, '2026-11-06').map(({ lastReportDate }) => lastReportDate)).toEqual([
      20_250_927,
      20_240_928,
      null,
    ])
  })

  it('leave out changes that cannot be computed', () => {
    expect(
      quartersKnownOn(
        [of('2026-03-31', 'eps', 0.5, '2026-05-07'), of('2025-03-31', 'eps', 0, '2025-05-07')],
        '2026-05-07',
      )[0],
    ).toMatchObject({ thisEps: 0.5, lastEps: 0, epsChange: null, thisSales: null, thisNpm: null, npmChange: null })
    expect(quartersKnownOn(quarter('2026-03-31', [1, 0, 5], '2026-05-07'), '2026-05-07')[0]).toMatchObject({
      thisNpm: null,
    })
  })

  it('are limited to the eight newest', () => {
    const years = Array.from({ length: 20 }, (_, at) => addDays('2021-03-31', at * 91))
    const many = years.flatMap(end => quarter(end, [1, 2, 1], addDays(end, 40)))
    expect(quartersKnownOn(many, '2030-01-01').map(({ thisReportDate }) => thisReportDate)).toEqual(
      years
        .toReversed()
        .slice(0, 8)
        .map(end => Number(end.replaceAll('-', ''))),
    )
  })

  it('contain a quarter only once if two filings date it a few days apart', () => {
    const twice = [...quarter('2026-03-28', [1, 2, 1], '2026-05-07'), ...quarter('2026-03-31', [1, 2, 1], '2026-05-09')]
    expect(quartersKnownOn(twice, '2026-06-01').map(({ thisReportDate }) => thisReportDate)).toEqual([20_260_331])
  })

  it('never depend on anything that became known later', () => {
    const day = fc.integer({ min: 0, max: 2_000 }).map(days => addDays('2021-01-01', days))
    const anyFigure = fc.record({
      periodEnd: day,
      figure: fc.constantFrom(...reportedFigures),
      knownOn: day,
      value: fc.double({ min: -1_000, max: 1_000, noNaN: true }),
      currency: fc.constant('USD'),
      source: fc.constantFrom('SEC', 'EODHD'),
    })
    fc.assert(
      fc.property(fc.array(anyFigure, { maxLength: 40 }), day, (figures, asked) => {
        const known = figures.filter(({ knownOn }) => knownOn <= asked)
        expect(quartersKnownOn(figures, asked)).toEqual(quartersKnownOn(known, asked))
      }),
    )
  })
})
