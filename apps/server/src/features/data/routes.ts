import type { AuditAction, AuditEntry } from '@finlist/contract/customers'
import {
  deletePrices,
  marketData,
  recordMove,
  releaseDay,
  releaseMove,
  restorePrices,
  undoMove,
} from '@finlist/contract/data'
import type { ExchangeId } from '@finlist/domain/markets'
import { likelyRatio } from '@finlist/domain/prices/likely-ratio'
import type { FastifyInstance } from 'fastify'
import { audit } from '../../db/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { breadthIsDue } from '../../market-data/breadth-worker.ts'
import { actionsChanged } from '../../market-data/corporate-actions.ts'
import { knownPriceKind } from '../../market-data/gate/confirmation.ts'
import { settleGate } from '../../market-data/gate/gate.ts'
import { readSearch } from '../../market-data/gate/search-doubts.ts'
import { CellError } from '../../market-data/import/import-errors.ts'
import { takeTurns } from '../../market-data/import/import-files.ts'
import { readStockCode } from '../../market-data/import/stock-code.ts'
import { restoreBars } from '../../market-data/restore-bars.ts'
import { deleteBars, readDeletions, takeBackDeletion } from './deletions.ts'
import {
  addAction,
  decideDoubt,
  type MoveRow,
  readDays,
  readDecisions,
  readMoves,
  releaseHeldDays,
  removeAction,
  undoDecision,
} from './store.ts'

/** Routes for staff to view, release, explain and delete a market's prices. */
export function dataRoutes(app: FastifyInstance, { database, now }: { database: Database; now: () => number }) {
  const { db, pool } = database

  serve(app, marketData, async ({ query: { exchange } }) => {
    const [prices, days, moves, decisions, search, deletions] = await Promise.all([
      knownPriceKind(pool, exchange),
      readDays(db, exchange),
      readMoves(db, exchange),
      readDecisions(db, exchange),
      readSearch(db, exchange),
      readDeletions(db, exchange),
    ])
    return {
      prices: prices ?? 'as-traded',
      days,
      moves: moves.map(moveDto),
      movesInAll: moves[0]?.in_all ?? 0,
      decisions,
      search,
      deletions,
    }
  })

  type Change = {
    exchange: ExchangeId
    byUserId: number
    action: AuditAction
    facts: AuditEntry['facts']
    reason?: string
  }
  /** Changes a market's prices while no import runs, and adds an audit entry. */
  const change = <T>({ exchange, byUserId, action, facts, reason = '' }: Change, work: (tx: Tx) => Promise<T>) =>
    database.load(async tx => {
      await takeTurns(tx, exchange)
      const result = await work(tx)
      await audit(tx, { byUserId, aboutUserId: null, action, facts, reason, at: new Date(now()) })
      await publish(tx, `prices:${exchange}`)
      return result
    })

  serve(app, releaseDay, async ({ body, caller: { userId: byUserId } }) => {
    const { exchange } = body
    await change({ exchange, byUserId, action: 'day-released', facts: body }, async tx => {
      const first = await releaseHeldDays(tx, byUserId, body)
      if (first === undefined) throw notHeld('date')
      await breadthIsDue(tx, exchange, first)
    })
  })

  serve(app, releaseMove, async ({ body, caller: { userId: byUserId } }) => {
    const { exchange, date } = body
    await change({ exchange, byUserId, action: 'move-released', facts: body }, async tx => {
      if (!(await decideDoubt(tx, byUserId, body, 'right'))) throw notHeld('stockCode')
      await breadthIsDue(tx, exchange, date)
    })
  })

  serve(app, recordMove, async ({ body: { numerator, denominator, ...move }, caller: { userId: byUserId } }) => {
    if (numerator === denominator) throw new BadRequest('data.no-ratio', { field: 'numerator' })
    const facts = { ...move, numerator, denominator }
    await change({ exchange: move.exchange, byUserId, action: 'action-recorded', facts }, async tx => {
      if (!(await decideDoubt(tx, byUserId, move, 'action'))) throw notHeld('stockCode')
      await addAction(tx, move, { numerator, denominator })
      await actionsChanged(tx, move.exchange, [move.stockCode], move.date)
    })
  })

  serve(app, undoMove, async ({ body, caller: { userId: byUserId } }) => {
    const { exchange, stockCode, date } = body
    await change({ exchange, byUserId, action: 'move-decision-undone', facts: body }, async tx => {
      const decision = await undoDecision(tx, byUserId, body)
      if (!decision) throw new BadRequest('data.not-decided', { field: 'stockCode', httpStatus: 404 })
      if (decision === 'action') {
        await removeAction(tx, body)
        await actionsChanged(tx, exchange, [stockCode], date)
      } else await breadthIsDue(tx, exchange, date)
    })
  })

  serve(app, deletePrices, async ({ body: { reason, ...what }, caller: { userId: byUserId } }) => {
    const { exchange, date } = what
    if (what.stockCode === undefined && date === undefined) throw new BadRequest('data.delete-what', { field: 'date' })
    const stockCode = what.stockCode === undefined ? undefined : codeIn(exchange, what.stockCode)
    const facts = { exchange, stockCode: stockCode ?? null, date: date ?? null }
    return await change({ exchange, byUserId, action: 'prices-deleted', facts, reason }, async tx => {
      const { deleted, first } = await deleteBars(tx, { exchange, stockCode, date, reason, by: byUserId })
      if (first === null)
        throw new BadRequest('data.no-prices', { field: date === undefined ? 'stockCode' : 'date', httpStatus: 404 })
      await breadthIsDue(tx, exchange, first)
      await settleGate(tx, exchange)
      return { deleted }
    })
  })

  serve(app, restorePrices, async ({ body: { exchange, deletionId }, caller: { userId: byUserId } }) => {
    const facts = { exchange, stockCode: null as string | null, date: null as string | null }
    return await change({ exchange, byUserId, action: 'prices-restored', facts }, async tx => {
      const deletion = await takeBackDeletion(tx, byUserId, { exchange, deletionId })
      if (!deletion) throw new BadRequest('data.not-deleted', { field: 'deletionId', httpStatus: 404 })
      facts.stockCode = deletion.stock_code
      facts.date = deletion.date
      return { restored: await restoreBars(tx, exchange, deletionId) }
    })
  })
}

const notHeld = (field: string) => new BadRequest('data.not-held', { field, httpStatus: 404 })

/** The code as the exchange writes it. Throws BadRequest. */
function codeIn(exchange: ExchangeId, written: string): string {
  try {
    return readStockCode(written, 'stockCode', exchange)
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const { text, values = {} } = error.reason
    throw new BadRequest(text, { field: 'stockCode', values })
  }
}

const moveDto = (row: MoveRow) => ({
  stockCode: row.stock_code,
  stockName: row.stock_name,
  stockNameZh: row.stock_name_zh,
  date: row.date,
  previousClose: row.previous_close,
  close: row.close,
  kind: row.kind,
  volumeBefore: row.volume_before,
  volumeAfter: row.volume_after,
  likely: (row.kind === 'spike' ? undefined : likelyRatio(row.previous_close, row.close)) ?? null,
})
