import {
  editProposal,
  handInProposal,
  makeProposal,
  proposalOfWeek,
  publishProposal,
  reconstruct,
  reconstruction,
  takeEditBack,
} from '@finlist/contract/picking'
import type { ExchangeId } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { newestWeek, weekUntil } from '../../market-data/store/week.ts'
import { lastBarDay } from '../../market-data/vendors/store.ts'
import { CannotMake } from './cannot-make.ts'
import { editProposalOf, takeEditBackOf } from './edit.ts'
import { makeProposalOf } from './make.ts'
import { handInProposalOf, publishProposalOf } from './publish.ts'
import { readWeek } from './read-week.ts'
import { askForReconstruction, readReconstruction } from './reconstruction/ask.ts'
import { isPublished, namesOf } from './store.ts'

export function pickingRoutes(
  app: FastifyInstance,
  { database, config, now }: { database: Database; config: Config; now: () => number },
) {
  const parts = { database, config }

  serve(app, proposalOfWeek, ({ query, language }) => readWeek(parts, query.exchange, { now: now(), language }))

  serve(app, makeProposal, async ({ body: { exchange } }) => {
    const key = { exchange, issueDate: await weekToMake(exchange) }
    if (await isPublished(database.db, key)) throw new BadRequest('picking.published-already', { httpStatus: 409 })
    const missing = await makeProposalOf(parts, key, { now: now(), byStaff: true })
    if (missing) throw new CannotMake(missing)
  })

  /** The newest week or, if its prices have not arrived, the newest one that has prices. */
  async function weekToMake(exchange: ExchangeId) {
    const told = await readClosings(database.db)
    const newest = newestWeek(exchange, now(), told)
    const last = await lastBarDay(database.db, exchange)
    return last === undefined || last >= newest ? newest : weekUntil(exchange, last, told)
  }

  serve(app, editProposal, ({ body, caller: { userId } }) => editProposalOf(database, body, { userId, now: now() }))

  serve(app, takeEditBack, ({ params: { editId }, caller: { userId } }) =>
    takeEditBackOf(database, editId, { userId, now: now() }),
  )

  serve(app, handInProposal, ({ body: { version, ...key }, caller: { userId } }) =>
    handInProposalOf(database, key, { version, userId, now: now() }),
  )

  serve(app, publishProposal, async ({ body: { version, ...key }, caller: { userId } }) => {
    const name = (await namesOf(database.db, [userId])).get(userId) ?? ''
    await publishProposalOf(parts, key, { version, userId, name, now: now() })
  })

  serve(app, reconstruction, ({ query: { exchange } }) => readReconstruction(database.db, exchange))

  serve(app, reconstruct, ({ body, caller: { userId } }) =>
    askForReconstruction(database, body, { userId, now: now() }),
  )
}
