import {
  createFilterSet,
  deleteFilterSet,
  type FinderFilter,
  filterSets,
  finderStocks,
  maxFilterSets,
  updateFilterSet,
} from '@finlist/contract/finder'
import { runScreener } from '@finlist/domain/finder/screener'
import type { FastifyInstance } from 'fastify'
import type { Cache } from '../../db/cache.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { ResponseCache } from '../../http/response-cache.ts'
import { serve } from '../../http/serve.ts'
import type { OwnPositionsByMarket } from '../../market-data/own-positions.ts'
import { screenableIssues } from './issue.ts'
import { ownFilterSets } from './own-filter-sets.ts'
import { changeFilterSet, countFilterSets, dropFilterSet, insertFilterSet } from './store.ts'

/** The newest screener results are kept up to this many bytes. */
const keptBytes = 32_000_000

export function finderRoutes(
  app: FastifyInstance,
  { database, positions }: { database: Database; positions: Cache<number, OwnPositionsByMarket> },
) {
  const issues = screenableIssues(database)
  const answers = new ResponseCache(keptBytes)

  serve(app, finderStocks, async ({ caller, params: { exchange }, body }) => {
    assertOneAColumn(body)
    const issue = await issues.get(exchange)
    const own = caller.rights.has('watchlist') ? (await positions.get(caller.userId))[exchange] : undefined
    const key = JSON.stringify([issue.version, own?.version, body])
    return await answers.get(key, () =>
      issue.rows.answer(runScreener(issue.columns, issue.rows.length, body), own?.byStock),
    )
  })

  const setsOf = ownFilterSets(database)
  serve(app, filterSets, ({ caller }) => setsOf.get(caller.userId))
  serve(app, createFilterSet, async ({ caller: { userId }, body }) => {
    assertOneAColumn(body.filters)
    const finderFilterSetId = await database.write(async tx => {
      if ((await countFilterSets(tx, userId)) >= maxFilterSets)
        throw new BadRequest('filter-sets-full', { code: 'limit', values: { most: maxFilterSets } })
      return await insertFilterSet(tx, userId, body)
    })
    return { finderFilterSetId }
  })
  serve(app, updateFilterSet, async ({ caller: { userId }, params, body }) => {
    assertOneAColumn(body.filters)
    if (!(await database.write(tx => changeFilterSet(tx, { userId, ...params }, body)))) throw new NotFound()
  })
  serve(app, deleteFilterSet, async ({ caller: { userId }, params }) => {
    if (!(await database.write(tx => dropFilterSet(tx, { userId, ...params })))) throw new NotFound()
  })
}

/** A filter is removed by its column, so there is one a column. */
function assertOneAColumn(filters: readonly FinderFilter[]) {
  const twice = filters.find(({ column }, at) => filters.findIndex(other => other.column === column) !== at)
  if (twice) throw new BadRequest('filter-twice', { field: 'column', values: { column: twice.column } })
}
