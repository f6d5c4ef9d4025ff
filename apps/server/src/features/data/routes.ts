import {
  deletePrices,
  marketData,
  movesListed,
  recordMove,
  releaseDay,
  releaseMove,
  restorePrices,
  undoMove,
} from '@finlist/contract/staff/data'
import type { ExchangeId } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { breadthIsDue } from '../../market-data/breadth/breadth-worker.ts'
import { CellError } from '../../market-data/import/import-errors.ts'
import { readStockCode } from '../../market-data/import/stock-code.ts'
import { knownPriceKind } from '../../market-data/quality/confirmation.ts'
import { settleGate } from '../../market-data/quality/gate.ts'
import { readSearch } from '../../market-data/quality/search-doubts.ts'
import { restoreBars } from '../../market-data/store/restore-bars.ts'
import { changePrices, confirmMove, type Deciding, recordAsAction, releaseDays, undoMoveDecision } from './decide.ts'
import { deleteBars, readDeletions, takeBackDeletion } from './deletions.ts'
import { readDoubts } from './doubts.ts'
import { readDays, readDecisions } from './store.ts'

/** Routes for staff to view, release, explain and delete a market's prices. */
export function dataRoutes(app: FastifyInstance, { database, now }: { database: Database; now: () => number }) {
  const { db, pool } = database

  const decidingBy = (by: number): Deciding => ({ database, by, now: now() })

  serve(app, marketData, async ({ query: { exchange, page = 1 } }) => {
    const [prices, days, { doubts, inAll }, decisions, search, deletions] = await Promise.all([
      knownPriceKind(pool, exchange),
      readDays(db, exchange),
      readDoubts(db, exchange, { page, perPage: movesListed }),
      readDecisions(db, exchange),
      readSearch(db, exchange),
      readDeletions(db, exchange),
    ])
    return { prices: prices ?? 'as-traded', days, moves: doubts, movesInAll: inAll, decisions, search, deletions }
  })

  serve(app, releaseDay, ({ body, caller }) => releaseDays(decidingBy(caller.userId), body))
  serve(app, releaseMove, ({ body, caller }) => confirmMove(decidingBy(caller.userId), body))
  serve(app, recordMove, ({ body: { numerator, denominator, ...move }, caller }) =>
    recordAsAction(decidingBy(caller.userId), move, ratioOf(numerator, denominator)),
  )
  serve(app, undoMove, ({ body, caller }) => undoMoveDecision(decidingBy(caller.userId), body))

  serve(app, deletePrices, async ({ body: { reason, ...what }, caller: { userId: byUserId } }) => {
    const { exchange, date } = what
    if (what.stockCode === undefined && date === undefined) throw new BadRequest('data.delete-what', { field: 'date' })
    const stockCode = what.stockCode === undefined ? undefined : codeIn(exchange, what.stockCode)
    const facts = { exchange, stockCode: stockCode ?? null, date: date ?? null }
    const change = { exchange, action: 'prices-deleted', facts, reason } as const
    return await changePrices(decidingBy(byUserId), change, async tx => {
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
    return await changePrices(decidingBy(byUserId), { exchange, action: 'prices-restored', facts }, async tx => {
      const deletion = await takeBackDeletion(tx, byUserId, { exchange, deletionId })
      if (!deletion) throw new BadRequest('data.not-deleted', { field: 'deletionId', httpStatus: 404 })
      facts.stockCode = deletion.stock_code
      facts.date = deletion.date
      return { restored: await restoreBars(tx, exchange, deletionId) }
    })
  })
}

/** Undefined if both parts are omitted; throws BadRequest if only one is. */
function ratioOf(numerator: number | undefined, denominator: number | undefined) {
  if (numerator !== undefined && denominator !== undefined) return { numerator, denominator }
  if (numerator === undefined && denominator === undefined) return undefined
  throw new BadRequest('data.no-ratio', { field: numerator === undefined ? 'numerator' : 'denominator' })
}

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
