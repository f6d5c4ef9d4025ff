import { addDays, type Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { Random } from '@finlist/domain/random'
import type { DemoStock } from './market.ts'
import { withHugeEpsChange, withoutFundamentals } from './traits.ts'

/**
 * A quarter compared with the same quarter a year earlier. Report dates are the last days of the quarters as 8-digit
 * numbers. EPS and sales are in the market's currency; sales are rounded to thousands. Changes of EPS and sales are in
 * percent, null if the earlier figure is 0. Net profit margins (npm) are in percent, and their change is in percentage
 * points.
 */
export type Quarter = {
  thisReportDate: number
  lastReportDate: number
  thisEps: number
  lastEps: number
  epsChange: number | null
  thisSales: number
  lastSales: number
  salesChange: number | null
  thisNpm: number
  lastNpm: number
  npmChange: number
  /** The day on which the figures became known. */
  knownOn: Day
}

type Report = { date: number; eps: number; sales: number; npm: number }

/** Reports become known 45 days after the end of the quarter. */
const knownAfterDays = 45
const firstYear = 2020

/** The eight newest quarters known on `day`, newest first. A quarter has the same values on every later day. */
export function quartersKnownAt(seed: string, exchange: ExchangeId, stock: DemoStock, day: Day): Quarter[] {
  if (stock.listing.ordinal === withoutFundamentals) return []
  const known = addDays(day, -knownAfterDays)
  const count = quarterNumber(known)
  const reports = reportsOf(seed, exchange, stock, count)
  return Array.from({ length: 8 }, (_, back) => compare(reports[count - 1 - back]!, reports[count - 5 - back]!))
}

/** Number of quarters that ended by `day`, counted from the first quarter of `firstYear`. */
function quarterNumber(day: Day): number {
  const year = Number(day.slice(0, 4))
  const full = ['03-31', '06-30', '09-30', '12-31'].filter(end => day.slice(5) >= end).length
  return (year - firstYear) * 4 + full
}

function reportsOf(seed: string, exchange: ExchangeId, { listing, traits }: DemoStock, count: number): Report[] {
  const random = new Random(seed, exchange, listing.stockCode, 'fundamentals')
  const huge = listing.ordinal === withHugeEpsChange
  const worth = traits.firstPrice * traits.sharesInIssue
  const season = Array.from({ length: 4 }, () => random.between(0.85, 1.15))
  const usual = random.uniform() < 0.8 || huge ? random.between(3, 26) : random.between(-18, 1)
  const growth = 0.25 * traits.drift * 245 + random.between(-0.02, 0.16)
  let sales = worth / Math.exp(0.6 + 0.6 * random.gaussian()) / 4
  let npm = usual
  return Array.from({ length: count }, (_, quarter) => {
    sales *= Math.exp(growth / 4 + 0.05 * random.gaussian())
    npm = usual + 0.6 * (npm - usual) + 0.18 * (Math.abs(usual) + 3) * random.gaussian()
    const told = Math.round((sales * season[quarter % 4]!) / 1000) * 1000
    // Every other year this stock earns almost nothing in its second quarter, so that its earnings rise by more than
    // 9999% a year later.
    const lean = huge && quarter % 8 === 5
    const margin = lean ? usual * 0.004 : huge ? Math.max(usual * 0.6, npm) : Math.max(-180, npm)
    const places = traits.firstPrice < 5 ? 5 : 3
    return {
      date: endOf(quarter),
      eps: rounded((told * margin) / 100 / traits.sharesInIssue, lean ? 5 : places),
      sales: told,
      npm: rounded(margin, 2),
    }
  })
}

function compare(now: Report, before: Report): Quarter {
  const change = (to: number, from: number) => (from === 0 ? null : rounded((100 * (to - from)) / Math.abs(from), 2))
  return {
    thisReportDate: now.date,
    lastReportDate: before.date,
    thisEps: now.eps,
    lastEps: before.eps,
    epsChange: change(now.eps, before.eps),
    thisSales: now.sales,
    lastSales: before.sales,
    salesChange: change(now.sales, before.sales),
    thisNpm: now.npm,
    lastNpm: before.npm,
    npmChange: rounded(now.npm - before.npm, 2),
    knownOn: addDays(String(now.date).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'), knownAfterDays),
  }
}

function endOf(quarter: number): number {
  return (firstYear + Math.floor(quarter / 4)) * 10_000 + [331, 630, 930, 1231][quarter % 4]!
}

const rounded = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places
