import { type Bar, barsOf, type DemoMarket, type DemoStock } from '@finlist/demo-market/market'
import type { Day } from '@finlist/domain/calendar'
import { currencyOf } from '@finlist/domain/markets'

/** A market as the vendors have it, up to its last day. */
export type MarketSource = (exchange: DemoMarket['exchange']) => DemoMarket

export type Split = { date: Day; newShares: number; oldShares: number }
export type Dividend = { date: Day; amount: number; currency: string }

const payersEvery = 7
const paidOn = '-06-'
const yieldShare = 0.02

export const codeOf = (stock: Pick<DemoStock, 'listing'>) => stock.listing.stockCode

export const barsIn = (market: DemoMarket, { series }: Pick<DemoStock, 'series'>, from: Day, to: Day): Bar[] =>
  Array.from(barsOf(market.days, series, from)).filter(({ date }) => date <= to)

/** The market's planted splits: prices before are as traded. */
export function splitsOf(market: DemoMarket, { traits: { special } }: DemoStock): Split[] {
  const date = special?.kind === 'split' ? market.days[special.day] : undefined
  return date && special?.kind === 'split' ? [{ date, newShares: special.ratio, oldShares: 1 }] : []
}

/** Every seventh stock pays two percent on the first trading day of June. */
export function dividendsOf(market: DemoMarket, stock: DemoStock): Dividend[] {
  if (stock.listing.ordinal % payersEvery !== 0) return []
  const dates = market.days.filter(
    (day, at) => day.includes(paidOn) && !market.days[at - 1]?.startsWith(day.slice(0, 7)),
  )
  return dates.flatMap(date => {
    const [bar] = barsIn(market, stock, date, date)
    const amount = bar && Number((bar.close * yieldShare).toPrecision(3))
    return amount ? [{ date, amount, currency: currencyOf[market.exchange] }] : []
  })
}

/** Listed before the market's last day. */
export const isListed = (market: DemoMarket, { traits: { special } }: DemoStock) =>
  !(special?.kind === 'new-listing' && special.day >= market.days.length)
