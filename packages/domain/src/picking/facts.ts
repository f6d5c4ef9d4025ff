import type { Bars } from './bars.ts'
import type { Base } from './bases/base.ts'
import { type IssueRow, inCurrency } from './issue.ts'
import type { Look } from './look.ts'
import { method } from './method.ts'
import { highest } from './stretch.ts'

/**
 * The facts that explain a pick's place on the list. Prices are in the market's currency, in shares of the issue's day.
 * `averages` are over 50, 150 and 200 bars; `slowBefore` is the 200-bar average of 22 bars ago. `high` and `low` are
 * those of the last year. `turnover` is the median of 20 bars. `volume` is the mean of 10 bars in thousandths of the
 * mean of 50.
 */
export type PickFacts = {
  parts: IssueRow['parts']
  trend: {
    averages: [fast: number, middle: number, slow: number]
    slowBefore: number
    high: number
    low: number
    /** Which of the template's eight conditions hold, in published order. */
    conditions: boolean[]
  }
  turnover: number
  volume: number
  pivot: number | null
  base: IssueRow['base']
  /**
   * The base's turns by name. `price`: the day's low if the turn is a low, otherwise the day's high. `ago`: the number
   * of bars since the turn.
   */
  turns: Record<string, Turn>
  highs: BaseHighs | null
}

type Turn = { price: number; ago: number }
/**
 * The highest highs of three parts of the base. `before`: up to and including the base's first bar. `since`: after that
 * bar. `sinceLow`: from the base's last low on, where the low of a handle does not count as a low.
 */
export type BaseHighs = { before: number; since: number; sinceLow: number }

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
    ...(base && look.base ? seenOf(look.base, look.bars) : { turns: {}, highs: null }),
  }
}

/** Whether the base's turn with that name is a low. */
const isLowTurn = (name: string) => /low|foot/i.test(name)

const barsBefore: Record<string, number> = { FB: method.advance.bars, BASE: method.highTightFlag.before }

function seenOf({ pattern, from, points }: Base, { high, low, last }: Bars): Pick<PickFacts, 'turns' | 'highs'> {
  const turns = Object.entries(points).map(([name, at]) => [
    name,
    { price: inCurrency((isLowTurn(name) ? low : high)[at]!), ago: last - at },
  ])
  const lows = Object.keys(points).filter(name => isLowTurn(name) && name !== 'handleLow')
  const highestOf = (first: number) => inCurrency(high[highest(high, first, last)]!)
  const before = highest(high, Math.max(0, from - (barsBefore[pattern] ?? method.lip.before)), from)
  return {
    turns: Object.fromEntries(turns),
    highs: {
      before: inCurrency(high[before]!),
      since: highestOf(from + 1),
      sinceLow: highestOf(points[lows.at(-1)!]!),
    },
  }
}
