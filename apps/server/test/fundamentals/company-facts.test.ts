import { describe, expect, it } from 'vitest'
import { figuresOf } from '../../src/market-data/fundamentals/company-facts.ts'

type Entry = [start: string, end: string, val: number, accn: string, filed: string, form?: string]
const entries = (list: readonly Entry[]) =>
  list.map(([start, end, val, accn, filed, form = '10-Q']) => ({
    start,
    end,
    val,
    accn,
    fy: 2025,
    fp: 'FY',
    form,
    filed,
  }))
const answer = (tags: Record<string, { unit?: string; list: readonly Entry[] }>) => ({
  cik: 1_234,
  entityName: 'Example Corp',
  facts: {
    dei: {},
    'us-gaap': Object.fromEntries(
      Object.entries(tags).map(([name, { unit = 'USD', list }]) => [
        name,
        { label: name, description: '', units: { [unit]: entries(list) } },
      ]),
    ),
  },
})
const read = (tags: Parameters<typeof answer>[0], figure: string) =>
  figuresOf(answer(tags), 'SEC')
    .filter(found => found.figure === figure)
    .map(({ periodEnd, value, knownOn }) => [periodEnd, value, knownOn])

/**
 * The entries of a fiscal year that ends in September: three quarters, the sums of two and three quarters, and the
 * year.
 */
const year = (values: [number, number, number, number], filed = '2025-11-14', form = '10-K'): Entry[] => [
  ['2024-10-01', '2024-12-31', values[0], 'q1', '2025-02-06'],
  ['2025-01-01', '2025-03-31', values[1], 'q2', '2025-05-08'],
  ['2024-10-01', '2025-03-31', values[0] + values[1], 'q2', '2025-05-08'],
  ['2025-04-01', '2025-06-30', values[2], 'q3', '2025-08-07'],
  ['2024-10-01', '2025-06-30', values[0] + values[1] + values[2], 'q3', '2025-08-07'],
  ['2024-10-01', '2025-09-30', values[3], 'k', filed, form],
]
const shares = (nine: number, whole: number) => ({
  unit: 'shares',
  list: [
    ['2024-10-01', '2025-06-30', nine, 'q3', '2025-08-07'],
    ['2024-10-01', '2025-09-30', whole, 'k', '2025-11-14', '10-K'],
  ] as Entry[],
})

describe('the figures of company facts', () => {
  it('are given per quarter; the fourth is the year less its first nine months, and becomes known with the year', () => {
    expect(read({ Revenues: { list: year([100, 110, 120, 460]) } }, 'revenue')).toEqual([
      ['2024-12-31', 100, '2025-02-06'],
      ['2025-03-31', 110, '2025-05-08'],
      ['2025-06-30', 120, '2025-08-07'],
      ['2025-09-30', 130, '2025-11-14'],
    ])
  })

  it('use a fourth quarter as filed, if it was filed', () => {
    const list: Entry[] = [...year([1, 1, 1, 4.2]), ['2025-07-01', '2025-09-30', 1.25, 'k', '2025-11-14', '10-K']]
    const tags = {
      EarningsPerShareDiluted: { unit: 'USD/shares', list },
      WeightedAverageNumberOfDilutedSharesOutstanding: shares(100, 101),
    }
    expect(read(tags, 'eps').at(-1)).toEqual(['2025-09-30', 1.25, '2025-11-14'])
  })

  it('include years that are cut into 12, 12, 12 and 16 weeks', () => {
    const list: Entry[] = [
      ['2024-09-02', '2024-11-24', 120, 'q1', '2024-12-18'],
      ['2024-11-25', '2025-02-16', 120, 'q2', '2025-03-12'],
      ['2024-09-02', '2025-02-16', 240, 'q2', '2025-03-12'],
      ['2025-02-17', '2025-05-11', 120, 'q3', '2025-06-05'],
      ['2024-09-02', '2025-05-11', 360, 'q3', '2025-06-05'],
      ['2024-09-02', '2025-08-31', 520, 'k', '2025-10-08', '10-K'],
    ]
    expect(read({ Revenues: { list } }, 'revenue').map(([end, value]) => [end, value])).toEqual([
      ['2024-11-24', 120],
      ['2025-02-16', 120],
      ['2025-05-11', 120],
      ['2025-08-31', 160],
    ])
  })

  it('subtract earnings per share without floating-point noise', () => {
    const list = year([1.45, 1.45, 1.44, 5.61])
    const tags = {
      EarningsPerShareDiluted: { unit: 'USD/shares', list },
      WeightedAverageNumberOfDilutedSharesOutstanding: shares(100, 101),
    }
    expect(read(tags, 'eps').at(-1)).toEqual(['2025-09-30', 1.27, '2025-11-14'])
  })

  it('lack earnings per share of a fourth quarter if the shares were split in it, or if their number is unknown', () => {
    const eps = { unit: 'USD/shares', list: year([4, 4, 4, 1.6]) }
    const ends = (tags: Parameters<typeof answer>[0]) => read(tags, 'eps').map(([end]) => end)
    expect(
      ends({ EarningsPerShareDiluted: eps, WeightedAverageNumberOfDilutedSharesOutstanding: shares(100, 1_000) }),
    ).not.toContain('2025-09-30')
    expect(ends({ EarningsPerShareDiluted: eps })).not.toContain('2025-09-30')
  })

  it('include a restatement as a second figure, known from the day of its filing', () => {
    const list: Entry[] = [
      ...year([100, 110, 120, 460]),
      // The amended annual report, and the first quarter as restated a year later.
      ['2024-10-01', '2025-09-30', 450, 'ka', '2026-01-20', '10-K/A'],
      ['2024-10-01', '2024-12-31', 95, 'q1next', '2026-02-05'],
    ]
    const found = read({ Revenues: { list } }, 'revenue')
    expect(found.filter(([end]) => end === '2025-09-30')).toEqual([
      ['2025-09-30', 130, '2025-11-14'],
      ['2025-09-30', 120, '2026-01-20'],
    ])
    expect(found.filter(([end]) => end === '2024-12-31')).toEqual([
      ['2024-12-31', 100, '2025-02-06'],
      ['2024-12-31', 95, '2026-02-05'],
    ])
  })

  it('never subtract restated nine months from a year filed before the restatement', () => {
    const list: Entry[] = [
      ...year([100, 110, 120, 460]),
      ['2024-10-01', '2025-06-30', 300, 'q3next', '2026-08-06'],
      ['2024-10-01', '2025-09-30', 460, 'knext', '2026-11-13', '10-K'],
    ]
    expect(read({ Revenues: { list } }, 'revenue').filter(([end]) => end === '2025-09-30')).toEqual([
      ['2025-09-30', 130, '2025-11-14'],
      ['2025-09-30', 160, '2026-11-13'],
    ])
  })

  it('count a figure once, even if later filings repeat it', () => {
    const list: Entry[] = [
      ...year([100, 110, 120, 460]),
      ['2024-10-01', '2024-12-31', 100, 'q1next', '2026-02-05'],
      ['2024-10-01', '2024-12-31', 100, 'q1next', '2026-02-05'],
    ]
    expect(read({ Revenues: { list } }, 'revenue').filter(([end]) => end === '2024-12-31')).toHaveLength(1)
  })

  it('prefer the first tag of our list within each filing', () => {
    const other: Entry[] = [
      ['2024-10-01', '2024-12-31', 90, 'q1', '2025-02-06'],
      ['2023-10-01', '2023-12-31', 80, 'old', '2024-02-06'],
    ]
    const tags = { Revenues: { list: year([100, 110, 120, 460]) }, SalesRevenueNet: { list: other } }
    expect(read(tags, 'revenue').slice(0, 2)).toEqual([
      ['2024-12-31', 100, '2025-02-06'],
      ['2025-03-31', 110, '2025-05-08'],
    ])
    expect(read(tags, 'revenue')).toContainEqual(['2023-12-31', 80, '2024-02-06'])
  })

  it('skip entries that are not in dollars, have no period or no number, or were filed before their period ended', () => {
    const list: Entry[] = [
      ['2025-01-01', '2025-03-31', 1, 'early', '2025-03-31'],
      ['', '2025-03-31', 1, 'instant', '2025-05-01'],
      ['2025-01-01', '2025-03-31', Number.NaN, 'none', '2025-05-01'],
    ]
    expect(read({ Revenues: { list } }, 'revenue')).toEqual([])
    expect(read({ Revenues: { unit: 'EUR', list: year([1, 2, 3, 10]) } }, 'revenue')).toEqual([])
  })

  it.each([[null], [[]], ['text'], [{}], [{ facts: [] }]])('a response without figures is refused: %j', given => {
    expect(() => figuresOf(given, 'SEC')).toThrow(/SEC/)
  })

  it('are refused if a tag has more entries than a company could have filed', () => {
    const list = Array.from({ length: 5_001 }, (): Entry => ['2025-01-01', '2025-03-31', 1, 'a', '2025-05-01'])
    expect(() => read({ Revenues: { list } }, 'revenue')).toThrow(/5,?000/)
  })
})
