import type { DemoMarket, DemoStock } from '@finlist/demo-market/market'
import { type DemoSnapshot, snapshotsOf } from '@finlist/demo-market/snapshots'
import { addDays, type Day, dayAt } from '@finlist/domain/calendar'
import { type Answer, notFound, ok } from '../answer.ts'
import { barsIn, codeOf } from '../facts.ts'

const minuteMs = 60_000
const delayMs = 15 * minuteMs
const halfHourMs = 30 * minuteMs
/** A stock's last trade is less than this number of minutes before the time of the quotes. */
const minutesAgo = 4
/** A stock that has not traded today has a quote only if it traded within this number of days. */
const daysBack = 30
const closesAt = 'T16:08:00+08:00'

/**
 * EODHD's delayed quotes of Hong Kong: an object for one symbol, a list for several. A stock that has not traded on the
 * day has the quote of its last day; an unknown stock, or one that has not traded for a month, has 'NA' instead of each
 * value.
 */
export function delayedQuotes(marketOf: () => DemoMarket, now: () => number) {
  let drawn: { market: DemoMarket; day: Day; snapshots: DemoSnapshot[] } | undefined
  function snapshotsUntil(market: DemoMarket, day: Day, at: number) {
    if (drawn?.market !== market || drawn.day !== day) drawn = { market, day, snapshots: snapshotsOf(market, day) }
    return drawn.snapshots.filter(({ takenAt }) => takenAt <= at)
  }

  return (symbol: string, others: string | null): Answer => {
    const symbols = [symbol, ...(others?.split(',') ?? [])]
    if (symbols.some(asked => !asked.endsWith('.HK'))) return notFound
    const market = marketOf()
    const at = now() - delayMs
    const day = dayAt('HKEX', at)
    const soFar = snapshotsUntil(market, day, at)
    const quotes = symbols.map(code => {
      const stock = market.stocks.find(known => `${codeOf(known)}.HK` === code)
      return stock ? (todays(stock, soFar, at) ?? earlier(market, stock, day) ?? none(code)) : none(code)
    })
    return ok(others === null ? quotes[0] : quotes)
  }
}

function todays(stock: DemoStock, soFar: DemoSnapshot[], at: number) {
  const code = codeOf(stock)
  const path = soFar.flatMap(({ stocks }) => stocks.filter(({ stockCode }) => stockCode === code))
  const last = path.at(-1)
  if (!last || last.volume === 0) return undefined
  const { takenAt } = soFar.at(-1)!
  const isTrading = at - takenAt < halfHourMs
  const tradedAt = (isTrading ? at : takenAt) - (Number(code) % minutesAgo) * minuteMs
  const prices = path.map(({ price }) => price)
  return quote(code, tradedAt, { prices, close: last.price, volume: last.volume })
}

function earlier(market: DemoMarket, stock: DemoStock, day: Day) {
  const bar = barsIn(market, stock, addDays(day, -daysBack), addDays(day, -1)).findLast(({ volume }) => volume > 0)
  if (!bar) return undefined
  const { date, open, high, low, close, volume } = bar
  return quote(codeOf(stock), Date.parse(`${date}${closesAt}`), { prices: [open, high, low], close, volume })
}

type Traded = { prices: number[]; close: number; volume: number }
const quote = (code: string, at: number, { prices, close, volume }: Traded) => ({
  code: `${code}.HK`,
  timestamp: Math.floor(at / 1_000),
  gmtoffset: 0,
  open: prices[0],
  high: Math.max(...prices),
  low: Math.min(...prices),
  close,
  volume,
  previousClose: prices[0],
  change: Number((close - prices[0]!).toFixed(3)),
  change_p: Number(((close / prices[0]! - 1) * 100).toFixed(4)),
})

const none = (code: string) => ({
  code,
  timestamp: 'NA',
  gmtoffset: 0,
  open: 'NA',
  high: 'NA',
  low: 'NA',
  close: 'NA',
  volume: 'NA',
  previousClose: 'NA',
  change: 'NA',
  change_p: 'NA',
})
