import { setStockMark, stockMarks } from '@finlist/contract/charts/stock-marks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { marksOf, setMark } from './store.ts'

export function stockMarkRoutes(app: FastifyInstance, { database }: { database: Database }) {
  serve(app, stockMarks, ({ caller }) => marksOf(database.db, caller.userId))
  serve(app, setStockMark, ({ caller, params, body }) =>
    database.write(tx => setMark(tx, caller.userId, { ...params, ...body })),
  )
}
