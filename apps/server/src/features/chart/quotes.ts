import { parseSymbol } from '@finlist/domain/chart/symbol'
import { difference } from '@finlist/domain/decimals'
import type { Db } from '../../db/database.ts'
import { readBars } from '../../market-data/bars.ts'
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

/** The newest day of each symbol against the day before; an unknown symbol is marked as such among the others. */
export async function quotesOf(db: Db, symbols: Symbols, names: readonly string[], to: string) {
  return await Promise.all(names.map(name => quoteOf(db, symbols, name, to)))
}

async function quoteOf(db: Db, symbols: Symbols, name: string, to: string) {
  const symbol = parseSymbol(name)
  const listed = symbol && (await symbols.find(symbol))
  const [before, newest] = symbol && listed ? await readBars(db, symbol, { from: firstDay, to, last: 2 }) : []
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
