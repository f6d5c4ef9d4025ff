import {
  finListIssueDates,
  finListLastUpdated,
  finListShareholdings,
  finListStocks,
  freeFinList,
} from '@finlist/contract/finlist'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/refusals.ts'
import { serve } from '../../http/serve.ts'
import { finListIssues } from './issues.ts'

export function finListRoutes(app: FastifyInstance, database: Database) {
  const issues = finListIssues(database)

  serve(app, finListIssueDates, ({ params }) => issues.dates.get(params.exchange))

  serve(app, finListStocks, async ({ params, query }) => {
    const stocks = await issues.stocks.get(`${params.exchange} ${query.issueDate}`)
    if (!stocks) throw new NotFound()
    return stocks
  })

  serve(app, freeFinList, ({ params }) => issues.free.get(params.exchange))

  serve(app, finListLastUpdated, ({ params }) => issues.lastUpdated.get(params.exchange))

  serve(app, finListShareholdings, ({ query }) => issues.shareholdings.get(query.issueDate))
}
