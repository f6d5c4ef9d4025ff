import { finListIssueDates, finListLastUpdated, finListNewest, finListStocks } from '@finlist/contract/finlist'
import { finListEarlier } from '@finlist/contract/finlist-earlier'
import { finListFigures } from '@finlist/contract/finlist-figures'
import { finListShareholdings } from '@finlist/contract/finlist-holders'
import { finListResults } from '@finlist/contract/finlist-results'
import { freeFinList } from '@finlist/contract/free-finlist'
import { finListChanges, finListWhy } from '@finlist/contract/reasons'
import type { ExchangeId } from '@finlist/domain/markets'
import type { FastifyInstance } from 'fastify'
import type { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { ResponseCache } from '../../http/response-cache.ts'
import { type Caller, serve } from '../../http/serve.ts'
import type { OwnPositionsByMarket } from '../../market-data/store/own-positions.ts'
import { finListIssues, type List } from './issues.ts'
import { readResults } from './results.ts'

/** Maximum total bytes of cached responses that include a user's own positions. */
const personalBytes = 64_000_000

export function finListRoutes(
  app: FastifyInstance,
  { database, positions }: { database: Database; positions: Cache<number, OwnPositionsByMarket> },
) {
  const issues = finListIssues(database)
  const personal = new ResponseCache(personalBytes)

  serve(app, finListIssueDates, ({ params }) => issues.dates.get(params.exchange))

  serve(app, finListStocks, async ({ params, query, caller }) => {
    const list = await issues.stocks.get(`${params.exchange} ${query.issueDate}`)
    if (!list) throw new NotFound()
    return await withOwnPositions(list, params.exchange, caller)
  })

  serve(app, finListChanges, async ({ params, query }) => {
    const changes = await issues.changes.get(`${params.exchange} ${query.issueDate}`)
    if (!changes) throw new NotFound()
    return changes
  })

  serve(app, finListWhy, async ({ params, query }) => {
    const why = (await issues.whys.get(`${params.exchange} ${query.issueDate}`))?.get(query.stockCode)
    if (!why) throw new NotFound()
    return why
  })

  serve(app, finListFigures, ({ params, query }) => issues.figures.get(`${params.exchange} ${query.issueDate}`))

  serve(app, finListEarlier, ({ params, query }) => issues.earlier.get(`${params.exchange} ${query.stockCode}`))

  serve(app, finListResults, ({ params, query }) => readResults(database.db, params.exchange, query.stockCode))

  serve(app, finListNewest, async ({ params, caller }) =>
    withOwnPositions(await issues.newest.get(params.exchange), params.exchange, caller),
  )

  async function withOwnPositions({ ready, rows }: List, exchange: ExchangeId, { userId, rights }: Caller) {
    if (!rights.has('watchlist')) return ready
    const own = (await positions.get(userId))[exchange]
    if (!own) return ready
    return await personal.get(`${ready.etag} ${own.version}`, () => rows.answer(undefined, own.byStock))
  }

  serve(app, freeFinList, ({ params }) => issues.free.get(params.exchange))

  serve(app, finListLastUpdated, ({ params }) => issues.lastUpdated.get(params.exchange))

  serve(app, finListShareholdings, ({ query }) => issues.shareholdings.get(query.issueDate))
}
