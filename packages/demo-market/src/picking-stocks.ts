import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { Split, Stock } from '@finlist/domain/picking/bars'
import { actionsOf, tradedBars } from './corporate-actions.ts'
import type { DemoMarket, DemoStock } from './market.ts'
import { asPicking, dayNumbers } from './seen.ts'

/**
 * The market's stocks as input for the method. Each has its bars as traded, and the actions that changed its number of
 * shares.
 */
export function pickingStocks(market: DemoMarket): Stock[] {
  const days = dayNumbers(market.days)
  return market.stocks.map(stock => {
    const { stockCode: code } = stock.listing
    const splits = splitsOf(market, stock)
    // The series is already as traded with regard to splits, but not to other actions that change the number of shares.
    const isSeries = !splits.some(({ kind }) => kind !== 'split')
    const bars = isSeries ? asPicking(code, stock.series, days) : copied(market, stock)
    return splits.length > 0 ? { ...bars, splits } : bars
  })
}

function copied(market: DemoMarket, stock: DemoStock): Stock {
  const bars = [...tradedBars(market, stock, '')]
  const column = (name: 'high' | 'low' | 'close' | 'volume') => Float64Array.from(bars, bar => bar[name])
  return {
    code: stock.listing.stockCode,
    days: dayNumbers(bars.map(({ date }) => date)),
    high: column('high'),
    low: column('low'),
    close: column('close'),
    volume: column('volume'),
  }
}

function splitsOf(market: DemoMarket, stock: DemoStock): (Split & { kind: string })[] {
  return actionsOf(market, stock).flatMap(({ kind, exDate, numerator, denominator }) =>
    numerator !== null && denominator !== null ? [{ kind, exDay: dayNumber(exDate), numerator, denominator }] : [],
  )
}
