import { recordEntry } from '@finlist/contract/record'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { Forbidden, NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { readEntry } from './store.ts'

export function recordRoutes(app: FastifyInstance, { database }: { database: Database }) {
  serve(app, recordEntry, async ({ params, caller }) => {
    const entry = await readEntry(database.db, params.seq)
    if (!entry) throw new NotFound()
    if (entry.market && !caller.rights.has(`finlist:${entry.market}`)) throw new Forbidden()
    return entry
  })
}
