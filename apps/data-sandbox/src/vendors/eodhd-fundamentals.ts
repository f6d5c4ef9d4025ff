import type { DemoMarket, DemoStock } from '@finlist/demo-market/market'
import type { Day } from '@finlist/domain/calendar'
import { currencyOf, type ExchangeId } from '@finlist/domain/markets'
import { endOf, filedOn, type Report, reportsOf, splitsOf, total } from '../facts.ts'

/**
 * How a company reports: each quarter; each half-year, as it is or divided evenly into quarters by the vendor; the sum
 * since the year began; each quarter, but in another currency; or each quarter, without the filing date.
 */
export type Reporting = 'quarters' | 'half-years' | 'even-halves' | 'sums' | 'foreign' | 'undated'
const ways: Partial<Record<ExchangeId, readonly Reporting[]>> = {
  HKEX: ['quarters', 'half-years', 'quarters', 'even-halves', 'quarters', 'foreign', 'quarters', 'undated'],
  CN: ['quarters', 'quarters', 'quarters', 'sums'],
}
export function reportingOf(exchange: ExchangeId, { listing: { ordinal } }: DemoStock): Reporting {
  const known = ways[exchange] ?? ['quarters']
  return known[ordinal % known.length]!
}

type Row = { end: Day; filed: Day; sales: number; income: number; eps: number }

/**
 * EODHD's fundamentals of a stock, with a field for each requested filter. Amounts in statements are texts; earnings
 * per share are in today's shares.
 */
export function fundamentalsOf(market: DemoMarket, stock: DemoStock, filter: string): unknown {
  if (filter === 'General::Code') return JSON.stringify(stock.listing.stockCode)
  const reporting = reportingOf(market.exchange, stock)
  const reports = reportsOf(market, stock)
  const rows = periodsOf(reports, reporting)
  const years = [...Map.groupBy(reports, ({ year }) => year).values()].flatMap(four =>
    four.length === 4 ? sumOf(four) : [],
  )
  const currency = reporting === 'foreign' ? 'USD' : currencyOf[market.exchange]
  const toToday = perTodaysShare(market, stock)
  const statement = ({ end, filed, sales, income }: Row) => ({
    date: end,
    filing_date: reporting === 'undated' ? null : filed,
    currency_symbol: currency,
    netIncome: income.toFixed(2),
    totalRevenue: sales.toFixed(2),
  })
  const all: Record<string, unknown> = {
    'Financials::Income_Statement::quarterly': byDate(rows.map(statement)),
    'Financials::Income_Statement::yearly': byDate(years.map(statement)),
    'Earnings::History': byDate(
      rows.map(row => ({
        reportDate: row.filed,
        date: row.end,
        beforeAfterMarket: 'AfterMarket',
        currency,
        epsActual: toToday(row),
        epsEstimate: null,
        epsDifference: 0,
        surprisePercent: null,
      })),
    ),
    'Earnings::Annual': byDate(annualOf(years, rows).map(row => ({ date: row.end, epsActual: toToday(row) }))),
  }
  return Object.fromEntries(filter.split(',').map(name => [name, reports.length > 0 ? (all[name] ?? 'NA') : 'NA']))
}

/** The full years and, if it ends later, the newest period, which EODHD lists like a year. */
const annualOf = (years: readonly Row[], rows: readonly Row[]) =>
  rows.length > 0 && rows.at(-1)!.end !== years.at(-1)?.end ? [...years, rows.at(-1)!] : years

function periodsOf(reports: readonly Report[], reporting: Reporting): Row[] {
  const inYear = ({ year, quarter }: Report, from: number) =>
    reports.filter(other => other.year === year && other.quarter >= from && other.quarter <= quarter)
  switch (reporting) {
    case 'sums':
      return reports.map(report => sumOf(inYear(report, 1)))
    case 'half-years':
      return reports.filter(({ quarter }) => quarter % 2 === 0).map(report => sumOf(inYear(report, report.quarter - 1)))
    case 'even-halves':
      return reports
        .filter(({ quarter }) => quarter % 2 === 0)
        .flatMap(report => {
          const { sales, income, eps, ...half } = sumOf(inYear(report, report.quarter - 1))
          const quarter = { ...half, sales: sales / 2, income: income / 2, eps: eps / 2 }
          return [{ ...quarter, end: endOf({ ...report, quarter: report.quarter - 1 }) }, quarter]
        })
    default:
      return reports.map(report => sumOf([report]))
  }
}

function sumOf(reports: readonly Report[]): Row {
  const last = reports.at(-1)!
  return {
    end: endOf(last),
    filed: filedOn(last),
    sales: total(reports.map(({ sales }) => sales)),
    income: total(reports.map(({ income }) => income)),
    eps: total(reports.map(({ eps }) => eps)),
  }
}

function perTodaysShare(market: DemoMarket, stock: DemoStock) {
  const splits = splitsOf(market, stock)
  return ({ eps, filed }: Row) => {
    const later = splits.filter(({ date }) => date > filed && date <= market.days.at(-1)!)
    const ratio = later.reduce((product, { newShares, oldShares }) => (product * newShares) / oldShares, 1)
    return Math.round((eps / ratio) * 1e4) / 1e4
  }
}

const byDate = <R extends { date: Day }>(rows: readonly R[]): Record<Day, R> =>
  Object.fromEntries(rows.toReversed().map(row => [row.date, row]))
