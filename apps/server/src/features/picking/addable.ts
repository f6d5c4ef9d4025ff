import type { Database } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { type AddedStock, unseen } from './engine-work.ts'
import { ownMethod } from './own-engine.ts'
import { runEngine } from './run-engine.ts'
import { type IssueKey, readProposal } from './store.ts'

/**
 * The figures of a stock that staff want to add, and the hash of the bars that the figures are computed from (null if
 * only the close is known). Throws BadRequest if the stock did not trade on the day.
 */
export async function addable(
  database: Database,
  { stockCode, ...key }: IssueKey & { stockCode: string },
): Promise<{ stock: AddedStock; inputsHash: string | null }> {
  const { exchange, issueDate } = key
  const found = await readProposal(database.db, key)
  if (!found) throw new NotFound()
  const noBar = () =>
    new BadRequest('picking.no-bar', { field: 'stockCode', values: { stockCode, market: exchange, date: issueDate } })
  const close = await closeOf(database, { stockCode, ...key })
  if (close === undefined) throw noBar()
  if (found.proposal.method_id === ownMethod) return { stock: unseen(stockCode, close), inputsHash: null }
  const { added, inputsHash } = await runEngine(database, { exchange, day: issueDate, added: [stockCode] })
  const stock = added[stockCode]
  if (!stock) throw noBar()
  return { stock, inputsHash }
}

async function closeOf({ db }: Database, { exchange, issueDate, stockCode }: IssueKey & { stockCode: string }) {
  const bar = await db
    .selectFrom('bar')
    .innerJoin('stock', join =>
      join.onRef('stock.exchange', '=', 'bar.exchange').onRef('stock.stock_code', '=', 'bar.stock_code'),
    )
    .select('close')
    .where('bar.exchange', '=', exchange)
    .where('bar.stock_code', '=', stockCode)
    .where('date', '=', issueDate)
    .where('volume', '>', 0)
    .where('is_index', '=', false)
    .executeTakeFirst()
  return bar?.close
}
