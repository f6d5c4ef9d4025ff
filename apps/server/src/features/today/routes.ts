import { freshDays, mostTold, type Today, today } from '@finlist/contract/today'
import { addDays, dayAt, previousTradingDay } from '@finlist/domain/calendar'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { touchedLine } from '@finlist/domain/watchlist/touched-line'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { type Caller, serve } from '../../http/serve.ts'
import { readStates } from '../../market-data/breadth/market-states.ts'
import { readIssueDates, readPicks, stockOf } from '../../market-data/lists/picks.ts'
import { enteredOn, nowOf, readStepsOf } from '../../market-data/store/positions-now.ts'
import { sourceUse } from '../../market-data/vendors/source-use.ts'
import { type LastDays, readFreshAlerts, readHolderChanges, readLastDays, readPositions } from './store.ts'

type Parts = { database: Database; config: Config; now: () => number }
type Position = Awaited<ReturnType<typeof readPositions>>[number]
type Moved = NonNullable<Today['positions']>['moved'][number]

/** Routes for the Today page; each part requires the right to the page it comes from. */
export function todayRoutes(app: FastifyInstance, { database, config, now }: Parts) {
  const { db, changes } = database
  const markets = new Cache<ExchangeId, Awaited<ReturnType<typeof readMarket>>>({
    changes,
    maxEntries: exchangeIds.length,
    dependsOn: { finlist: isOfMarket, markettrend: isOfMarket, prices: isOfMarket },
    load: exchange => readMarket(db, exchange),
  })

  serve(app, today, async ({ caller }) => {
    const { rights, userId } = caller
    const seen = exchangeIds.filter(id => rights.has(`market-trend:${id}`) || rights.has(`finlist:${id}`))
    const known = new Map(await Promise.all(seen.map(async id => [id, await markets.get(id)] as const)))
    const positions = rights.has('watchlist') ? await readPositions(db, userId) : []
    const hongKong = positions.filter(({ exchange }) => exchange === 'HKEX').map(({ stock_code }) => stock_code)
    const [moved, alerts, holders] = await Promise.all([
      rights.has('watchlist') ? movedOf(positions, caller, known) : null,
      rights.has('watchlist') && rights.has('profit-alerts') ? readFreshAlerts(db, hongKong, new Date(now())) : null,
      rights.has('watchlist') && rights.has('shareholding-change') ? readHolderChanges(db, hongKong) : null,
    ])
    return {
      markets: seen.map(exchange => ({
        exchange,
        states: rights.has(`market-trend:${exchange}`) ? known.get(exchange)!.states : null,
        list: rights.has(`finlist:${exchange}`) ? known.get(exchange)!.list : null,
      })),
      positions: moved && { watched: positions.length, moved },
      profitAlerts:
        alerts && alerts.map(({ releasedAt, ...alert }) => ({ ...alert, releaseTime: releasedAt.toISOString() })),
      shareholding: holders,
    }
  })

  /**
   * Moves of the user's stocks. A stock in several watchlists is reported once, with the position that has reached a
   * limit.
   */
  async function movedOf(
    positions: readonly Position[],
    { rights }: Caller,
    known: ReadonlyMap<ExchangeId, Awaited<ReturnType<typeof readMarket>>>,
  ): Promise<Moved[]> {
    const shown = positions.filter(({ exchange }) => sourceUse(config, exchange) !== 'internal' || rights.has('staff'))
    if (shown.length === 0) return []
    const steps = await readStepsOf(db, shown)
    const since = addDays(dayAt('HKEX', now()), -freshDays)
    const days = new Map((await readLastDays(db, shown, { steps, since })).map(day => [keyOf(day), day]))
    const told = shown.flatMap(position => {
      const day = days.get(keyOf({ ...position, stockCode: position.stock_code }))
      if (!day) return []
      const buyPoint = rights.has(`finlist:${position.exchange}`)
        ? known.get(position.exchange)?.buyPoints.get(position.stock_code)
        : undefined
      return [movedSince(position, day, nowOf(position, steps).buyPrice, buyPoint ?? null)]
    })
    const byWeight = told
      .filter(({ line, change }) => line !== null || (change !== null && change !== 0))
      .toSorted(
        (one, other) =>
          Number(other.line !== null) - Number(one.line !== null) ||
          Math.abs(other.change ?? 0) - Math.abs(one.change ?? 0) ||
          keyOf(one).localeCompare(keyOf(other)),
      )
    return [...Map.groupBy(byWeight, keyOf).values()].map(([first]) => first!).slice(0, mostTold)
  }
}

const isOfMarket = (published: string, exchange: ExchangeId) => published === exchange

const keyOf = ({ exchange, stockCode }: { exchange: ExchangeId; stockCode: string }) => `${exchange}:${stockCode}`

function movedSince(position: Position, day: LastDays, buyPrice: number, buyPoint: number | null): Moved {
  const { exchange, stockCode, stockName, stockNameZh, date, close, high, dateBefore, closeBefore } = day
  const entered = enteredOn(position)
  // A position entered on a non-trading day counts as entered on the previous trading day.
  const isOlder = dateBefore !== null && dateBefore >= previousTradingDay(exchange, addDays(entered, 1))
  return {
    exchange,
    stockCode,
    stockName,
    stockNameZh,
    watchlistId: position.watchlist_id,
    watchlistName: position.watchlist_name,
    price: close,
    priceDate: date,
    change: closeBefore ? (close / closeBefore - 1) * 100 : null,
    line:
      date >= entered
        ? touchedLine({ buyPrice, close, high, closeBefore: isOlder ? closeBefore : null, buyPoint })
        : null,
    unconfirmed: day.isHeld,
  }
}

/** The market's states, the changes of its newest list, and that list's buy points. */
async function readMarket(db: Db, exchange: ExchangeId) {
  const [states, [issueDate, previousDate = null]] = await Promise.all([
    readStates(db, exchange),
    readIssueDates(db, exchange),
  ])
  const picks = issueDate ? await readPicks(db, exchange, issueDate) : []
  const before = previousDate ? await readPicks(db, exchange, previousDate) : []
  const codes = new Set(picks.map(pick => pick.stock_code))
  const stayed = before.filter(pick => codes.has(pick.stock_code)).length
  return {
    states,
    list: issueDate
      ? {
          issueDate,
          previousDate,
          added: previousDate ? picks.length - stayed : 0,
          stayed,
          left: before.length - stayed,
        }
      : null,
    buyPoints: new Map(
      picks
        .map(stockOf)
        .filter(({ buyPoint }) => buyPoint > 0)
        .map(({ stockCode, buyPoint }) => [stockCode, buyPoint]),
    ),
  }
}
