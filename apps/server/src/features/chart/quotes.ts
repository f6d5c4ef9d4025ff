import type { Day } from '@finlist/domain/calendar'
import { type ChartSymbol, parseSymbol } from '@finlist/domain/chart/symbol'
import { difference } from '@finlist/domain/decimals'
import { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { type Bar, readBars } from '../../market-data/store/bars.ts'
import { isOfMarket } from './history.ts'
import type { ListedSymbol } from './store.ts'
import type { Symbols } from './symbols.ts'
import { firstDay } from './times.ts'

export const mostQuotes = 50
const nothing = {
  ch: 0,
  chp: 0,
  lp: 0,
  ask: 0,
  bid: 0,
  open_price: 0,
  high_price: 0,
  low_price: 0,
  prev_close_price: 0,
  volume: 0,
}

/**
 * Compares each symbol's newest bar with the previous one; marks unknown symbols. Cached until prices or lists of their
 * market are published.
 */
export function quotes({ db, changes }: Database, symbols: Symbols) {
  const newestTwo = new Cache<string, Bar[]>({
    changes,
    maxEntries: 1_000,
    dependsOn: { prices: isOfMarket, finlist: isOfMarket },
    load: key => {
      const { exchange, stockCode, to } = JSON.parse(key) as ChartSymbol & { to: Day }
      return readBars(db, { exchange, stockCode }, { from: firstDay, to, last: 2 })
    },
  })
  return async (names: readonly string[], to: Day) =>
    await Promise.all(
      names.map(async name => {
        const symbol = parseSymbol(name)
        const listed = symbol && (await symbols.find(symbol))
        return quoteOf(name, listed, listed ? await newestTwo.get(JSON.stringify({ ...symbol, to })) : [])
      }),
    )
}

function quoteOf(name: string, listed: ListedSymbol | undefined, [before, newest]: readonly Bar[]) {
  const bar = newest ?? before
  const about = {
    short_name: listed?.stockCode ?? name,
    exchange: listed?.exchange ?? '',
    description: listed?.stockName ?? '',
  }
  if (!bar) return { s: 'error' as const, n: name, v: { ...about, ...nothing } }
  const previous = newest ? before!.close : bar.open
  const change = difference(bar.close, previous)
  return {
    s: 'ok' as const,
    n: name,
    v: {
      ...about,
      ch: change,
      chp: previous === 0 ? 0 : (change / previous) * 100,
      lp: bar.close,
      ask: bar.close,
      bid: bar.close,
      open_price: bar.open,
      high_price: bar.high,
      low_price: bar.low,
      prev_close_price: previous,
      volume: bar.volume,
    },
  }
}
