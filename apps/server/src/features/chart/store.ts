import type { Delisted } from '@finlist/contract/chart'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { type ChartSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import { readDelisted } from '../../market-data/delisted.ts'

type Days = { from: string; to: string }

export type ListedSymbol = {
  exchange: ChartExchange
  stockCode: string
  stockName: string
  stockNameZh: string
  type: 'stock' | 'index'
  delisted?: Delisted
}

export async function readStocks(db: Db): Promise<ListedSymbol[]> {
  const [rows, gone] = await Promise.all([
    db.selectFrom('stock').select(['exchange', 'stock_code', 'stock_name', 'stock_name_zh', 'is_index']).execute(),
    readDelisted(db),
  ])
  return rows.map(row => ({
    exchange: row.exchange,
    stockCode: row.stock_code,
    stockName: row.stock_name,
    stockNameZh: row.stock_name_zh,
    type: row.is_index ? 'index' : 'stock',
    ...delistedIn(gone, row),
  }))
}

const delistedIn = (gone: ReadonlyMap<string, Delisted>, row: { exchange: ExchangeId; stock_code: string }) => {
  const delisted = gone.get(symbolOf({ exchange: row.exchange, stockCode: row.stock_code }))
  return delisted && { delisted }
}

/** The simulator's stocks. The game's are not listed: their names are secret until the level is finished. */
export async function readPracticeStocks(db: Db): Promise<ListedSymbol[]> {
  const rows = await db
    .selectFrom('practice_stock')
    .select(['space', 'stock_code', 'stock_name', 'stock_name_zh'])
    .where('space', '=', 'PRAC')
    .execute()
  return rows.map(row => ({
    exchange: row.space,
    stockCode: row.stock_code,
    stockName: row.stock_name,
    stockNameZh: row.stock_name_zh,
    type: 'stock',
  }))
}

export async function readStart(db: Db, stockCode: string) {
  return await db
    .selectFrom('practice_stock')
    .select(['stock_code', 'stock_name', 'stock_name_zh', 'start_date', 'resolution'])
    .where('space', '=', 'PRAC')
    .where('stock_code', '=', stockCode)
    .executeTakeFirst()
}

/** States by the day they began, from `from` until before `to` (YYYY-MM-DD). */
export async function readStates(db: Db, exchange: ExchangeId, { from, to }: Days) {
  return await db
    .selectFrom('market_state')
    .select(['short_term', 'start_date', 'trend'])
    .where('exchange', '=', exchange)
    .where('start_date', '>=', from)
    .where('start_date', '<', to)
    .orderBy('start_date')
    .orderBy('short_term', 'desc')
    .limit(2_000)
    .execute()
}

/** A stock's corporate actions, oldest first. */
export async function readActions(db: Db, { exchange, stockCode }: ChartSymbol) {
  if (isPractice(exchange)) return []
  return await db
    .selectFrom('corporate_action')
    .select(['ex_date as exDate', 'kind', 'numerator', 'denominator', 'amount', 'currency'])
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stockCode)
    .where('cancelled', '=', false)
    .orderBy('ex_date')
    .orderBy('kind')
    .limit(2_000)
    .execute()
}

export async function readPatterns(db: Db, symbol: ChartSymbol, { from, to }: Days) {
  return await db
    .selectFrom('chart_pattern')
    .select(['pattern_type', 'points', 'options', 'to_date'])
    .where('exchange', '=', symbol.exchange)
    .where('stock_code', '=', symbol.stockCode)
    .where('from_date', '<', to)
    .where('to_date', '>=', from)
    .orderBy('from_date')
    .limit(500)
    .execute()
}
