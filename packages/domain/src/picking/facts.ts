import { type IssueRow, inCurrency } from './issue.ts'
import type { Look } from './look.ts'
import { method } from './method.ts'

/**
 * What a pick's place on the list is explained by. Prices are in the market's currency, in shares of the issue's day;
 * `averages` over 50, 150 and 200 bars, `slowBefore` the last of them 22 bars ago, `high` and `low` of a year;
 * `turnover` is the median of twenty days, `volume` that of ten days in thousandths of fifty.
 */
export type PickFacts = {
  parts: IssueRow['parts']
  trend: {
    averages: [fast: number, middle: number, slow: number]
    slowBefore: number
    high: number
    low: number
    /** Which of the template's eight conditions hold, in the order in which they are published. */
    conditions: boolean[]
  }
  turnover: number
  volume: number
  pivot: number | null
  base: IssueRow['base']
}

export function factsOf({ parts, base }: IssueRow, look: Look): PickFacts {
  const { sums, slowBefore, high, low } = look.trend
  const [fast, middle, slow] = method.template.averages
  const mean = (sum: number, bars: number) => inCurrency(Math.floor(sum / bars + 0.5))
  return {
    parts,
    trend: {
      averages: [mean(sums[0], fast), mean(sums[1], middle), mean(sums[2], slow)],
      slowBefore: mean(slowBefore, slow),
      high: inCurrency(high),
      low: inCurrency(low),
      conditions: look.template,
    },
    turnover: look.turnover,
    volume: look.volume,
    pivot: base && look.base ? inCurrency(look.base.pivot) : null,
    base,
  }
}
