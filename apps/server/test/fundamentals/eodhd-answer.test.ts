import { describe, expect, it } from 'vitest'
import { figuresIn } from '../../src/market-data/fundamentals/eodhd-figures.ts'

type Row = Record<string, unknown>
const ends = ['2025-03-31', '2025-06-30', '2025-09-30', '2025-12-31', '2026-03-31']
const filings = ['2025-05-15', '2025-08-14', '2025-11-13', '2026-03-20', '2026-05-14']
const sales = [100, 110, 120, 130, 105]
const eps = [0.5, 0.5, 0.6, 0.7, 0.55]
const day = '2026-07-17'

const statement = (date: string, filing_date: unknown, amount: number): Row => ({
  date,
  filing_date,
  currency_symbol: 'HKD',
  totalRevenue: amount.toFixed(2),
  netIncome: (amount / 10).toFixed(2),
})
const byDate = (rows: readonly Row[]) => Object.fromEntries(rows.map(row => [String(row['date']), row]))

/** A company's response; each part can be changed. */
function answer(change: (parts: Record<'quarters' | 'years' | 'history' | 'annual', Row[]>) => void = () => undefined) {
  const parts = {
    quarters: ends.map((end, at) => statement(end, filings[at], sales[at]!)),
    years: [statement('2025-12-31', '2026-03-20', 460)],
    history: ends.map(
      (date, at): Row => ({ date, reportDate: filings[at], currency: 'HKD', epsActual: eps[at], epsEstimate: null }),
    ),
    annual: [
      { date: '2025-12-31', epsActual: 2.3 },
      { date: '2026-03-31', epsActual: 0.55 },
    ] as Row[],
  }
  change(parts)
  return {
    'Financials::Income_Statement::quarterly': byDate(parts.quarters),
    'Financials::Income_Statement::yearly': byDate(parts.years),
    'Earnings::History': byDate(parts.history),
    'Earnings::Annual': byDate(parts.annual),
  }
}
const read = (given: unknown, figure: string, splits: Row[] = []) =>
  figuresIn(given, { splits, currency: 'HKD', day })
    .filter(found => found.figure === figure)
    .map(({ periodEnd, value, knownOn }) => [periodEnd, value, knownOn])

describe('the figures in a response of EODHD', () => {
  it('are sales, net profit and earnings per share of each quarter, known on the day of its filing', () => {
    expect(read(answer(), 'revenue')).toEqual(ends.map((end, at) => [end, sales[at], filings[at]]))
    expect(read(answer(), 'net-income')).toEqual(ends.map((end, at) => [end, sales[at]! / 10, filings[at]]))
    expect(read(answer(), 'eps')).toEqual(ends.map((end, at) => [end, eps[at], filings[at]]))
  })

  it.each<[string, unknown]>([
    ['no filing date', null],
    ['an impossible filing date', '0000-00-00'],
    ['a filing date that is the end of the quarter', '2025-06-30'],
    ['a filing date in the future', '2026-07-18'],
  ])('leave out a quarter with %s', (_, filed) => {
    const given = answer(({ quarters }) => void (quarters[1]!['filing_date'] = filed))
    for (const figure of ['revenue', 'net-income', 'eps']) {
      expect(read(given, figure).map(([end]) => end)).toEqual(ends.toSpliced(1, 1))
    }
  })

  it('leave out statements in another currency, and the earnings per share of the same quarters', () => {
    const foreign = answer(({ quarters }) => {
      for (const row of quarters) row['currency_symbol'] = 'CNY'
    })
    expect(figuresIn(foreign, { splits: [], currency: 'HKD', day })).toEqual([])
    const perShare = answer(({ history }) => {
      for (const row of history) row['currency'] = 'CNY'
    })
    expect(read(perShare, 'eps')).toEqual([])
    expect(read(perShare, 'revenue')).toHaveLength(5)
  })

  it.each<[string, number[]]>([
    ['sums since the year began', [100, 210, 330, 460, 105]],
    ['a year divided evenly', [115, 115, 115, 115, 105]],
    ['half-years between quarters without a value', [0, 210, 0, 250, 0]],
  ])('leave out %s', (_, amounts) => {
    const given = answer(parts => {
      parts.quarters = ends.map((end, at) => statement(end, filings[at], amounts[at]!))
    })
    expect(figuresIn(given, { splits: [], currency: 'HKD', day })).toEqual([])
  })

  it('leave out earnings per share that are sums since the year began', () => {
    const given = answer(({ history }) => {
      for (const [at, row] of history.entries()) row['epsActual'] = [0.5, 1, 1.6, 2.3, 0.55][at]
    })
    expect(read(given, 'eps')).toEqual([])
    expect(read(given, 'revenue')).toHaveLength(5)
  })

  it('become known with the announcement of earnings per share, if it is later than the statement', () => {
    const given = answer(({ history }) => void (history[4]!['reportDate'] = '2026-05-20'))
    expect(read(given, 'eps').at(-1)).toEqual(['2026-03-31', 0.55, '2026-05-20'])
    expect(read(given, 'revenue').at(-1)).toEqual(['2026-03-31', 105, '2026-05-14'])
  })

  it('have earnings per share in the shares of the day they became known, before later splits', () => {
    const inTodaysShares = answer(({ history, annual }) => {
      for (const [at, row] of history.entries()) row['epsActual'] = at < 4 ? eps[at]! / 4 : eps[at]
      annual[0]!['epsActual'] = 0.575
    })
    const splits = [{ date: '2026-04-10', split: '4.000000/1.000000' }]
    expect(read(inTodaysShares, 'eps', splits).map(([, value]) => value)).toEqual(eps)
  })

  it('lack earnings per share for a month after a split, and before a split that cannot be read', () => {
    expect(read(answer(), 'eps', [{ date: '2026-07-01', split: '2.000000/1.000000' }])).toEqual([])
    expect(read(answer(), 'revenue', [{ date: '2026-07-01', split: '2.000000/1.000000' }])).toHaveLength(5)
    expect(read(answer(), 'eps', [{ date: '2026-04-10', split: 'two for one' }]).map(([end]) => end)).toEqual([
      '2026-03-31',
    ])
  })

  it('are absent for a security without statements', () => {
    const none = Object.fromEntries(Object.keys(answer()).map(name => [name, 'NA']))
    expect(figuresIn(none, { splits: [], currency: 'HKD', day })).toEqual([])
  })

  it.each([[null], [[]], ['NA'], [{}], [{ General: {} }]])('a response of another shape is refused: %j', given => {
    expect(() => read(given, 'eps')).toThrow(/EODHD did not return a list/)
  })

  it('are refused if rows lack a field; the error names it', () => {
    const renamed = answer(({ quarters }) => {
      for (const row of quarters) {
        row['filingDate'] = row['filing_date']
        delete row['filing_date']
      }
    })
    expect(() => read(renamed, 'eps')).toThrow(/None of EODHD’s rows of .*quarterly has the field filing_date/)
  })

  it('are refused if there are more rows than a company could have', () => {
    const given = answer(parts => {
      parts.quarters = Array.from({ length: 1_001 }, (_, at) => statement(`x${at}`, '', 1))
    })
    expect(() => read(given, 'eps')).toThrow(/1,?000/)
  })
})
