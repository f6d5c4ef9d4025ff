import { actionsOf, tradedBars } from '@finlist/demo-market/corporate-actions'
import { quartersKnownAt } from '@finlist/demo-market/fundamentals'
import { type Bar, barsOf, type DemoMarket, type DemoStock } from '@finlist/demo-market/market'
import { addDays, type Day } from '@finlist/domain/calendar'
import { currencyOf } from '@finlist/domain/markets'

/** Returns a market as the vendors have it: up to its last day. */
export type MarketSource = (exchange: DemoMarket['exchange']) => DemoMarket

export type Split = { date: Day; newShares: number; oldShares: number }
export type Dividend = { date: Day; amount: number; currency: string }

export const codeOf = (stock: Pick<DemoStock, 'listing'>) => stock.listing.stockCode

/** Unadjusted prices of a stock or of the market's index. */
export const barsIn = (market: DemoMarket, of: DemoStock | DemoMarket['index'], from: Day, to: Day): Bar[] =>
  Array.from('traits' in of ? tradedBars(market, of, from) : barsOf(market.days, of.series, from)).filter(
    ({ date }) => date <= to,
  )

/** Splits, including the consolidations and bonus issues that a vendor reports as splits. */
export const splitsOf = (market: DemoMarket, stock: DemoStock): Split[] =>
  actionsOf(market, stock).flatMap(({ exDate, numerator, denominator }) =>
    numerator === null || denominator === null ? [] : [{ date: exDate, newShares: numerator, oldShares: denominator }],
  )

export const dividendsOf = (market: DemoMarket, stock: DemoStock): Dividend[] =>
  actionsOf(market, stock).flatMap(({ exDate, amount }) =>
    amount === null ? [] : [{ date: exDate, amount, currency: currencyOf[market.exchange] }],
  )

/** Whether the stock has been listed by the market's last day. */
export const isListed = (market: DemoMarket, { traits: { special } }: DemoStock) =>
  !(special?.kind === 'new-listing' && special.day >= market.days.length)

const filedAfterDays = 45

/** A quarter's figures: earnings per share in the shares of the day it was filed, sales and net profit. */
export type Report = { year: number; quarter: number; eps: number; sales: number; income: number }

/** A company's reports, oldest first, starting with a first quarter. */
export function reportsOf({ seed, exchange, days }: DemoMarket, stock: DemoStock): Report[] {
  const byDate = new Map<number, Report>()
  const add = (date: number | null, eps: number | null, sales: number | null, npm: number | null) => {
    if (date === null || eps === null || sales === null || npm === null) return
    const [year, quarter] = [Math.floor(date / 10_000), Math.ceil((Math.floor(date / 100) % 100) / 3)]
    byDate.set(date, { year, quarter, eps, sales, income: Math.round((sales * npm) / 100) })
  }
  for (const known of quartersKnownAt(seed, exchange, stock, days.at(-1)!)) {
    add(known.thisReportDate, known.thisEps, known.thisSales, known.thisNpm)
    add(known.lastReportDate, known.lastEps, known.lastSales, known.lastNpm)
  }
  const ordered = [...byDate].toSorted(([one], [other]) => one - other).map(([, report]) => report)
  return ordered.slice(
    Math.max(
      0,
      ordered.findIndex(({ quarter }) => quarter === 1),
    ),
  )
}

const ends = ['03-31', '06-30', '09-30', '12-31']
export const endOf = ({ year, quarter }: Pick<Report, 'year' | 'quarter'>) => `${year}-${ends[quarter - 1]!}`
export const filedOn = (report: Report) => addDays(endOf(report), filedAfterDays)

export const total = (values: readonly number[]) =>
  Math.round(values.reduce((sum, value) => sum + value, 0) * 1e5) / 1e5
