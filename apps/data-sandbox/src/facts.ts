import { actionsOf, tradedBars } from '@finlist/demo-market/corporate-actions'
import { type Bar, barsOf, type DemoMarket, type DemoStock } from '@finlist/demo-market/market'
import type { Day } from '@finlist/domain/calendar'
import { currencyOf } from '@finlist/domain/markets'

/** Returns the market as the vendors have it, up to its last day. */
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
