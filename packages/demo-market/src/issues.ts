import { adjustedBars, adjustedPrice, stepAt, stepsOf } from '@finlist/domain/adjust/adjustment'
import { addDays, type Day, nextTradingDay, weekday } from '@finlist/domain/calendar'
import { pickFigures } from '@finlist/domain/finlist/pick-figures'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import { type Draw, drawsOfPicks } from '@finlist/domain/outcome/twin'
import type { Stock } from '@finlist/domain/picking/bars'
import type { PickBefore } from '@finlist/domain/picking/departure'
import type { DepartureReason } from '@finlist/domain/picking/departure-reasons'
import type { PickFacts } from '@finlist/domain/picking/facts'
import { type IssueRow, issueText } from '@finlist/domain/picking/issue'
import { proposalOf } from '@finlist/domain/picking/proposal'
import { actionsOf, tradedBars } from './corporate-actions.ts'
import { type Quarter, quartersKnownAt } from './fundamentals.ts'
import { type DemoMarket, type DemoStock } from './market.ts'
import { pickingStocks } from './picking-stocks.ts'

/** A row as the method made it, with the other figures of a list: changes in percent, volume in shares. */
export type Pick = IssueRow & {
  facts: PickFacts
  /** The draw of the pick's twins (comparison stocks); undefined without a base, or if no seeds are given. */
  draw: Draw | undefined
  closeChange: number | null
  volume: number
  volumeChange: number | null
  isLowTurnover: boolean
  freePick: boolean
  /** Newest first; empty for a stock that never reports. */
  quarters: Quarter[]
}
export type Issue = {
  date: Day
  method: string
  constants: string
  /** The number of stocks that the method looked at. */
  eligible: number
  /** The list's canonical text. */
  body: string
  /** Why picks of the previous week's list are gone, by stock code. */
  departures: Record<string, DepartureReason>
  picks: Pick[]
}

/** The last trading day of each completed week, oldest first. */
export function issueDates({ exchange, days }: DemoMarket): Day[] {
  return days.filter(day => nextTradingDay(exchange, day) > addDays(day, 6 - ((weekday(day) + 6) % 7)))
}

/**
 * The lists that the method makes on consecutive issue dates, each from the data known on its day. For a day, `seedsOf`
 * returns a function that gives the seed for the draw of a stock's twins. Without `seedsOf`, no twins are drawn.
 */
export function issuesOf(
  market: DemoMarket,
  dates: readonly Day[],
  seedsOf?: (date: Day) => (code: string) => string,
): Issue[] {
  if (dates.length === 0) return []
  const stocks = pickingStocks(market)
  const byCode = new Map(market.stocks.map(stock => [stock.listing.stockCode, stock]))
  const weeks = issueDates(market)
  const propose = (date: Day, before: readonly PickBefore[]) =>
    proposalOf(market.exchange, listedOn(market, stocks, date), dayNumber(date), before)
  const first = weeks[weeks.indexOf(dates[0]!) - 1]
  let last = { date: first ?? '', picks: first === undefined ? [] : propose(first, []).issue.picks }
  return dates.map(date => {
    const before = picksBefore({ market, byCode, date, from: last.date }, last.picks)
    const { issue, looks, facts, departures } = propose(date, before)
    const compared = issue.picks.flatMap(({ code, base }) => (base ? [code] : []))
    const draws = seedsOf ? drawsOfPicks(market.exchange, looks, compared, seedsOf(date)) : {}
    last = { date, picks: issue.picks }
    const free = issue.picks.find(({ base }) => base) ?? issue.picks[0]
    const picks = issue.picks.map(row => ({
      ...row,
      facts: facts[row.code]!,
      draw: draws[row.code],
      ...figuresOf(market, byCode.get(row.code)!, date),
      freePick: row === free,
    }))
    const { method, constants, eligible } = issue
    return { date, method, constants, eligible, body: issueText(issue), departures, picks }
  })
}

/** The stocks that are not delisted by `date`. */
function listedOn({ stocks: listed, days }: DemoMarket, stocks: readonly Stock[], date: Day): Stock[] {
  return stocks.filter((_, at) => {
    const { special } = listed[at]!.traits
    return special?.kind !== 'delisting' || special.day >= days.length || days[special.day]! > date
  })
}

/** The days of two consecutive lists, and the market whose lists they are. */
type Week = { market: DemoMarket; byCode: ReadonlyMap<string, DemoStock>; from: Day; date: Day }

/** The rows of the list of `from`, with prices converted to shares of `date`, the day of the next list. */
function picksBefore({ market, byCode, date, from }: Week, rows: readonly IssueRow[]): PickBefore[] {
  const { days } = market
  return rows.map(({ code, pattern, variant, buyPoint, stop, base }) => {
    const step = stepAt(stepsUntil(market, byCode.get(code)!, date), from)
    return {
      code,
      pattern,
      variant,
      buyPoint: base && adjustedPrice(buyPoint, step),
      stop: base && adjustedPrice(stop, step),
      baseAge: base && days.indexOf(date) - days.indexOf(base.from),
    }
  })
}

/**
 * The number of trading days of bars from which a day's figures are computed: enough to include fifty days with trades,
 * even for a stock that rarely trades.
 */
const figureBars = 260

function figuresOf(market: DemoMarket, stock: DemoStock, date: Day) {
  const { exchange, days, seed } = market
  const from = days[Math.max(0, days.indexOf(date) - figureBars)]!
  const traded = [...tradedBars(market, stock, from, date)]
  const bars = adjustedBars(traded, stepsUntil(market, stock, date))
  return {
    ...pickFigures(exchange, bars),
    volume: bars.at(-1)!.volume,
    quarters: quartersKnownAt(seed, exchange, stock, date),
  }
}

const stepsUntil = (market: DemoMarket, stock: DemoStock, asOf: Day) =>
  stepsOf(actionsOf(market, stock), { adjustment: 'splits', asOf })
