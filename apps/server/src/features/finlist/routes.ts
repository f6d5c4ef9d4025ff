import {
  finListIssueDates,
  finListLastUpdated,
  finListShareholdings,
  finListStocks,
  freeFinList,
} from '@finlist/contract/finlist'
import type { FastifyInstance } from 'fastify'
import type { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { ResponseCache } from '../../http/response-cache.ts'
import { serve } from '../../http/serve.ts'
import type { OwnPositionsByMarket } from '../../market-data/own-positions.ts'
import { finListIssues } from './issues.ts'

/** Answers with a person's own positions are kept up to this many bytes. */
const personalBytes = 64_000_000

export function finListRoutes(
  app: FastifyInstance,
  { database, positions }: { database: Database; positions: Cache<number, OwnPositionsByMarket> },
) {
  const issues = finListIssues(database)
  const personal = new ResponseCache(personalBytes)

  serve(app, finListIssueDates, ({ params }) => issues.dates.get(params.exchange))

  serve(app, finListStocks, async ({ params, query, caller }) => {
    const issue = await issues.stocks.get(`${params.exchange} ${query.issueDate}`)
    if (!issue) throw new NotFound()
    if (!caller.rights.has('watchlist')) return issue.ready
    const own = (await positions.get(caller.userId))[params.exchange]
    if (!own) return issue.ready
    return await personal.get(`${issue.ready.etag} ${own.version}`, () => issue.rows.answer(undefined, own.byStock))
  })

  serve(app, freeFinList, ({ params }) => issues.free.get(params.exchange))

  serve(app, finListLastUpdated, ({ params }) => issues.lastUpdated.get(params.exchange))

  serve(app, finListShareholdings, ({ query }) => issues.shareholdings.get(query.issueDate))
}
