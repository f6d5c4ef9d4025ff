import { chartMemory, mostDrawnOn, rememberChart } from '@finlist/contract/charts/chart-memory'
import { isPractice } from '@finlist/domain/chart/padded'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import { storedBytes } from '@finlist/domain/plans/storage'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database, Db, Tx } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { saveWithin } from './storage-rows.ts'

/** What a stored chart state belongs to: all of the user's charts, or one stock. */
type Place = { exchange: string; stockCode: string }
const board: Place = { exchange: '', stockCode: '' }

/** Routes that store the state of a user's charts and drawings, for use on other devices. */
export function chartMemoryRoutes(app: FastifyInstance, { database }: { database: Database }) {
  serve(app, chartMemory, async ({ caller: { userId }, query: { symbol } }) => ({
    board: await readAt(database.db, userId, board),
    drawings: symbol === undefined ? null : await readAt(database.db, userId, placeOf(symbol)),
  }))
  serve(app, rememberChart, async ({ caller, body: { symbol, content, since } }) => {
    const place = symbol === undefined ? board : placeOf(symbol)
    const owner = { userId: caller.userId, mostBytes: storedBytes(caller.rights) }
    return await saveWithin(database, owner, async tx => {
      const before = await readAt(tx, owner.userId, place)
      const version = (before?.version ?? 0) + 1
      await putAt(tx, owner.userId, place, { content, version })
      if (symbol !== undefined) await forgetOldest(tx, owner.userId)
      return { version, replaced: before && before.version !== since ? before.at : null }
    })
  })
}

/** Throws NotFound for practice stocks, because drawings on them stay in the browser. */
function placeOf(symbol: string): Place {
  const known = parseSymbol(symbol)
  if (!known || isPractice(known.exchange)) throw new NotFound()
  return known
}

async function readAt(db: Db, userId: number, { exchange, stockCode }: Place) {
  const row = await db
    .selectFrom('chart_memory')
    .select(['content', 'version', 'kept_at'])
    .where('user_id', '=', userId)
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stockCode)
    .orderBy('kept_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { content: row.content, version: row.version, at: row.kept_at.toISOString() } : null
}

type Kept = { content: string; version: number }

async function putAt(tx: Tx, userId: number, { exchange, stockCode }: Place, kept: Kept) {
  await tx
    .deleteFrom('chart_memory')
    .where('user_id', '=', userId)
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stockCode)
    .execute()
  await tx
    .insertInto('chart_memory')
    .values({ user_id: userId, exchange, stock_code: stockCode, ...kept })
    .execute()
}

const forgetOldest = (tx: Tx, userId: number) =>
  sql`delete from chart_memory where chart_memory_id in (
    select chart_memory_id from chart_memory where user_id = ${userId} and exchange <> ''
    order by kept_at desc, chart_memory_id desc offset ${mostDrawnOn})`.execute(tx)
