import type { Bars } from './bars.ts'
import { method } from './method.ts'

/** The weighted sum of the close's changes over a year. The newest quarter has the largest weight. */
export function strengthOf({ close, last }: Bars): number {
  let total = 0
  for (const [back, weight] of method.strength) total += (weight * close[last]!) / close[last - back]!
  return total
}

/** Ranks from 1 to 99 by strength, in the order of the given stocks; equal strengths are ordered by code. */
export function ranksOf(stocks: readonly { code: string; strength: number }[]): number[] {
  const order = Array.from(stocks, (_, at) => at).toSorted((one, other) => {
    const [first, second] = [stocks[one]!, stocks[other]!]
    return first.strength - second.strength || (first.code < second.code ? -1 : 1)
  })
  const ranks: number[] = []
  const steps = Math.max(1, order.length - 1)
  for (let place = 0; place < order.length; place++)
    ranks[order[place]!] = 1 + Math.floor(((method.highestRank - 1) * place) / steps)
  return ranks
}
