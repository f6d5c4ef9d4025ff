import type { Delisted } from '@finlist/contract/charts/chart'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { type ChartSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import { readDelisted } from '../../market-data/store/delisted.ts'

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

/**
 * The simulator's stocks. Those of the game are omitted, because their names are secret until the level is finished.
 */
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

/** Market states that begin from `from` (inclusive) to `to` (exclusive), both YYYY-MM-DD, by start date. */
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

/** The first days with bars, from the given day on. */
export async function readNextDays(
  db: Db,
  { exchange, stockCode }: ChartSymbol,
  { from, count }: { from: string; count: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('bar')
    .select('date')
    .where('exchange', '=', exchange as ExchangeId)
    .where('stock_code', '=', stockCode)
    .where('date', '>=', from)
    .orderBy('date')
    .limit(count)
    .execute()
  return rows.map(({ date }) => date)
}

/** Whether the stock has a corporate action with an ex-date from `from` (inclusive) to `to` (exclusive). */
export async function hasActed(db: Db, { exchange, stockCode }: ChartSymbol, { from, to }: Days): Promise<boolean> {
  if (isPractice(exchange)) return false
  const found = await db
    .selectFrom('corporate_action')
    .select('ex_date')
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stockCode)
    .where('cancelled', '=', false)
    .where('ex_date', '>=', from)
    .where('ex_date', '<', to)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The stock's corporate actions, oldest first; as of a day, only those whose ex-date had come. */
export async function readActions(db: Db, { exchange, stockCode }: ChartSymbol, asOf = '9999-12-31') {
  if (isPractice(exchange)) return []
  return await db
    .selectFrom('corporate_action')
    .select(['ex_date as exDate', 'kind', 'numerator', 'denominator', 'amount', 'currency'])
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stockCode)
    .where('cancelled', '=', false)
    .where('ex_date', '<=', asOf)
    .orderBy('ex_date')
    .orderBy('kind')
    .limit(2_000)
    .execute()
}

export async function readPatterns(db: Db, symbol: ChartSymbol, { from, to }: Days, asOf = '9999-12-31') {
  return await db
    .selectFrom('chart_pattern')
    .select(['pattern_type', 'points', 'options', 'to_date'])
    .where('exchange', '=', symbol.exchange)
    .where('stock_code', '=', symbol.stockCode)
    .where('from_date', '<', to)
    .where('to_date', '>=', from)
    .where('to_date', '<=', asOf)
    .orderBy('from_date')
    .limit(500)
    .execute()
}
