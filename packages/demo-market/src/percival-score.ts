import type { DemoStock } from './market.ts'
import { hasBar } from './series.ts'

/** Periods in trading days, each with the weight of its return: the last quarter counts twice. */
const lookBack = [
  [63, 0.4],
  [126, 0.2],
  [189, 0.2],
  [252, 0.2],
] as const

/**
 * A rank from 1 to 99 by stock code: the share of the market's stocks whose weighted past return up to `day` is smaller.
 * A younger stock is measured from its first bar; one with fewer than 63 bars has no score. Splits do not count as falls.
 */
export function percivalScores(stocks: DemoStock[], day: number): Map<string, number> {
  const returns = stocks
    .map(stock => ({ code: stock.listing.stockCode, past: weightedReturn(stock, day) }))
    .filter(({ past }) => past !== undefined)
    .toSorted((a, b) => a.past! - b.past! || (a.code < b.code ? -1 : 1))
  return new Map(returns.map(({ code }, rank) => [code, 1 + Math.round((98 * rank) / Math.max(1, returns.length - 1))]))
}

function weightedReturn(stock: DemoStock, day: number): number | undefined {
  const now = closeAt(stock, day)
  if (now === undefined || closeAt(stock, day - lookBack[0][0]) === undefined) return undefined
  let sum = 0
  for (const [back, weight] of lookBack) sum += weight * (now / (closeAt(stock, day - back) ?? firstClose(stock)) - 1)
  return sum
}

/** The last close up to `day`, adjusted for splits. */
function closeAt({ series, traits: { special } }: DemoStock, day: number): number | undefined {
  const cut = special?.kind === 'split' && day >= special.day ? special.ratio : 1
  for (let at = day; at >= 0 && at > day - 70; at--) if (hasBar(series, at)) return series.close[at]! * cut
  return undefined
}

const firstClose = ({ series }: DemoStock) => series.close.find(close => !Number.isNaN(close))!
