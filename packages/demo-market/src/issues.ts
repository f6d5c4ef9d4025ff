import { addDays, type Day, nextTradingDay, weekday } from '@finlist/domain/calendar'
import { pickFigures } from '@finlist/domain/finlist/pick-figures'
import type { BasePattern } from './base-plan.ts'
import { type Quarter, quartersKnownAt } from './fundamentals.ts'
import { barsOf, type DemoMarket, type DemoStock } from './market.ts'
import { percivalScores } from './percival-score.ts'
import { priceStep } from './price-grid.ts'
import { Random } from '@finlist/domain/random'
import { hasBar, highest } from './series.ts'
import { withHugeEpsChange, withoutFundamentals } from './traits.ts'

/** Changes in percent, volume in shares, prices in the market's currency. */
export type Pick = {
  stockCode: string
  close: number
  closeChange: number | null
  volume: number
  volumeChange: number | null
  percivalScore: number
  buyPoint: number | null
  patternType: BasePattern | null
  isLowTurnover: boolean
  freePick: boolean
  /** Newest first; none for a stock that never reports. */
  quarters: Quarter[]
}
export type Issue = { date: Day; picks: Pick[] }

/** The last trading day of each completed week, oldest first. */
export function issueDates({ exchange, days }: DemoMarket): Day[] {
  return days.filter(day => nextTradingDay(exchange, day) > addDays(day, 6 - ((weekday(day) + 6) % 7)))
}

/** One issue: the market's leaders on that day, preferring those with a valid buy point and those with odd reports. */
export function issueOf(market: DemoMarket, date: Day): Issue {
  const day = market.days.indexOf(date)
  const scores = percivalScores(market.stocks, day)
  const random = new Random(market.seed, market.exchange, 'issue', date)
  const size = market.stocks.length >= 300 ? random.whole(46, 60) : random.whole(30, 40)
  const candidates = market.stocks
    .filter(stock => hasBar(stock.series, day) && stock.series.volume[day]! > 0)
    .filter(stock => stock.traits.idle < 0.15 && scores.has(stock.listing.stockCode))
    .map(stock => pickOf(market, stock, day, scores.get(stock.listing.stockCode)!))
  const odd = new Set([withoutFundamentals, withHugeEpsChange].map(at => market.stocks[at]?.listing.stockCode))
  const merit = (pick: Pick) =>
    pick.percivalScore +
    (pick.buyPoint === null ? 0 : 30) -
    (pick.isLowTurnover ? 14 : 0) +
    (odd.has(pick.stockCode) ? 40 : 0)
  const picks = candidates
    .toSorted((a, b) => merit(b) - merit(a) || (a.stockCode < b.stockCode ? -1 : 1))
    .slice(0, size)
    .toSorted((a, b) => b.percivalScore - a.percivalScore || (a.stockCode < b.stockCode ? -1 : 1))
  const free = picks.find(pick => pick.buyPoint !== null) ?? picks[0]
  if (free) free.freePick = true
  buyWithoutBase(market, day, picks)
  return { date, picks }
}

const highBack = 50

/** One pick is near its 50-day high without any base; its buy point is above that high. */
function buyWithoutBase({ exchange, stocks }: DemoMarket, day: number, picks: readonly Pick[]) {
  for (const pick of picks) {
    if (pick.buyPoint !== null) continue
    const { series } = stocks.find(({ listing }) => listing.stockCode === pick.stockCode)!
    const high = highest(series, day - highBack, day)
    if (pick.close < high * 0.95) continue
    pick.buyPoint = Math.round((high + priceStep(exchange, high)) * 1_000) / 1_000
    return
  }
}

function pickOf(market: DemoMarket, stock: DemoStock, day: number, percivalScore: number): Pick {
  const { exchange, days } = market
  const { series } = stock
  const bars = [...barsOf(days.slice(0, day + 1), series, days[Math.max(0, day - 90)])]
  const { close, volume } = bars.at(-1)!
  const base = stock.bases.find(
    ({ readyAt, until }) => readyAt !== undefined && readyAt <= day && (until === undefined || until >= day),
  )
  return {
    stockCode: stock.listing.stockCode,
    close,
    volume,
    ...pickFigures(exchange, bars),
    percivalScore,
    buyPoint: base?.buyPoint ?? null,
    patternType: base?.pattern ?? null,
    freePick: false,
    quarters: quartersKnownAt(market.seed, exchange, stock, days[day]!),
  }
}
