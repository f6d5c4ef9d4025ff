import { describe, expect, it } from 'vitest'
import type { ReportedFigure, StoredFigure } from './reported.ts'
import { resultsIn } from './results.ts'

const of = (periodEnd: string, figure: ReportedFigure, value: number, knownOn: string): StoredFigure => ({
  periodEnd,
  figure,
  value,
  knownOn,
  currency: 'USD',
  source: 'SEC',
})
const quarter = (periodEnd: string, [eps, sales]: [number, number], knownOn: string) => [
  of(periodEnd, 'eps', eps, knownOn),
  of(periodEnd, 'revenue', sales, knownOn),
]
const days = (reported: readonly StoredFigure[]) =>
  resultsIn(reported).map(({ knownOn, periodEnd }) => [knownOn, periodEnd])

describe('the results of a stock', () => {
  const reported = [
    ...quarter('2026-03-31', [1.5, 1_250], '2026-05-07'),
    ...quarter('2025-03-31', [1, 1_000], '2025-05-08'),
    ...quarter('2025-06-30', [2, 1_500], '2025-08-07'),
  ]

  it('are on the day on which each quarter became known, with its change on the quarter a year before', () => {
    expect(days(reported)).toEqual([
      ['2025-05-08', '2025-03-31'],
      ['2025-08-07', '2025-06-30'],
      ['2026-05-07', '2026-03-31'],
    ])
    expect(resultsIn(reported)[2]!.quarter).toMatchObject({
      thisEps: 1.5,
      epsChange: 50,
      salesChange: 25,
      source: 'SEC',
    })
  })

  it('have the figures of their day: neither a restatement nor a figure filed later moves or changes one', () => {
    const later = [
      ...reported,
      of('2025-03-31', 'eps', 0.5, '2026-08-06'),
      of('2026-03-31', 'eps', 9, '2026-06-01'),
      of('2026-03-31', 'net-income', 100, '2026-06-02'),
    ]
    expect(resultsIn(later)).toEqual(resultsIn(reported))
  })

  it('leave out earlier quarters that a filing repeats for comparison', () => {
    const firstFiling = [
      ...quarter('2024-03-31', [0.5, 800], '2025-05-08'),
      ...quarter('2024-12-31', [0.7, 900], '2025-05-08'),
      ...quarter('2024-06-30', [0.6, 850], '2025-08-07'),
    ]
    expect(days([...firstFiling, ...reported])).toEqual(days(reported))
  })

  it('name a quarter once if a later filing gives its end another date', () => {
    expect(days([...reported, ...quarter('2026-04-04', [1.5, 1_250], '2026-08-06')])).toEqual(days(reported))
  })

  it('need earnings per share or sales', () => {
    expect(days([of('2026-03-31', 'net-income', 100, '2026-05-01')])).toEqual([])
    expect(days([of('2026-03-31', 'net-income', 100, '2026-05-01'), of('2026-03-31', 'eps', 1, '2026-05-07')])).toEqual(
      [['2026-05-07', '2026-03-31']],
    )
    expect(resultsIn([of('2026-03-31', 'revenue', 100, '2026-05-01')])[0]!.quarter).toMatchObject({
      thisEps: null,
      thisSales: 100,
      salesChange: null,
    })
  })
})
