import { listViews, saveListView } from '@finlist/contract/list-views'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { readViews, writeView } from './store.ts'

/** Routes for a user's display settings of lists, shared across their devices. */
export function listViewRoutes(app: FastifyInstance, { database }: { database: Database }) {
  serve(app, listViews, async ({ caller }) => {
    const rows = await readViews(database.db, caller.userId)
    return Object.fromEntries(rows.map(({ list, view }) => [list, view]))
  })
  serve(app, saveListView, async ({ caller, params, body }) => {
    await database.write(tx => writeView(tx, caller.userId, params.list, body))
  })
}
