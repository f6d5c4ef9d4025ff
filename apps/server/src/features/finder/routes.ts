import {
  createFilterSet,
  deleteFilterSet,
  type FinderFilter,
  filterSets,
  finderStocks,
  maxFilterSets,
  updateFilterSet,
} from '@finlist/contract/finder'
import { isOfList } from '@finlist/domain/finder/columns'
import { runScreener } from '@finlist/domain/finder/screener'
import { baseVariants } from '@finlist/domain/finlist/pattern-kind'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Cache } from '../../db/cache.ts'
import type { Database, Tx } from '../../db/database.ts'
import { BadRequest, Forbidden, NotFound } from '../../http/client-errors.ts'
import { ResponseCache } from '../../http/response-cache.ts'
import { serve } from '../../http/serve.ts'
import type { OwnPositionsByMarket } from '../../market-data/store/own-positions.ts'
import { assertShown } from '../../market-data/vendors/source-use.ts'
import { screenables } from './issue.ts'
import { ownFilterSets } from './own-filter-sets.ts'
import {
  changeFilterSet,
  countFilterSets,
  dropFilterSet,
  type FilterSetFacts,
  insertFilterSet,
  isNameTaken,
} from './store.ts'

/** Maximum total size, in bytes, of cached screener results. */
const keptBytes = 32_000_000

export function finderRoutes(
  app: FastifyInstance,
  {
    database,
    config,
    positions,
  }: { database: Database; config: Config; positions: Cache<number, OwnPositionsByMarket> },
) {
  const kept = screenables(database)
  const answers = new ResponseCache(keptBytes)

  serve(app, finderStocks, async ({ caller, params: { exchange }, query: { scope }, body }) => {
    assertFilters(body)
    const isOfCaller = caller.rights.has(`finlist:${exchange}`)
    if (!isOfCaller && (scope === 'board' || body.some(({ column }) => isOfList(column)))) throw new Forbidden()
    if (scope === 'board') assertShown(config, exchange, caller)
    const issue = await kept.get(`${exchange} ${isOfCaller ? scope : 'issue-alone'}`)
    const own = caller.rights.has('watchlist') ? (await positions.get(caller.userId))[exchange] : undefined
    const key = JSON.stringify([issue.version, own?.version, body])
    return await answers.get(key, () =>
      issue.rows.answer(runScreener(issue.columns, issue.rows.length, body.map(withKindsOfBase)), own?.byStock),
    )
  })

  /** Allows only columns that the operator offers, and one filter per column, because filters are removed by column. */
  function assertFilters(filters: readonly FinderFilter[]) {
    const twice = filters.find(({ column }, at) => filters.findIndex(other => other.column === column) !== at)
    if (twice) throw new BadRequest('filter-twice', { field: 'column', values: { column: twice.column } })
    const closed =
      config.FINDER_COLUMNS === 'percival-only' && filters.find(({ column }) => column !== 'percival_score')
    if (closed) throw new BadRequest('filter-not-offered', { field: 'column', values: { column: closed.column } })
  }

  const setsOf = ownFilterSets(database)
  serve(app, filterSets, ({ caller }) => setsOf.get(caller.userId))
  serve(app, createFilterSet, async ({ caller: { userId }, body }) => {
    assertFilters(body.filters)
    const finderFilterSetId = await database.write(async tx => {
      if ((await countFilterSets(tx, userId)) >= maxFilterSets)
        throw new BadRequest('filter-sets-full', { code: 'limit', values: { most: maxFilterSets } })
      await assertNewName(tx, { userId }, body)
      return await insertFilterSet(tx, userId, body)
    })
    return { finderFilterSetId }
  })
  serve(app, updateFilterSet, async ({ caller: { userId }, params, body }) => {
    assertFilters(body.filters)
    const isThere = await database.write(async tx => {
      await countFilterSets(tx, userId)
      await assertNewName(tx, { userId, ...params }, body)
      return await changeFilterSet(tx, { userId, ...params }, body)
    })
    if (!isThere) throw new NotFound()
  })
  serve(app, deleteFilterSet, async ({ caller: { userId }, params }) => {
    if (!(await database.write(tx => dropFilterSet(tx, { userId, ...params })))) throw new NotFound()
  })
}

/** The value BASE in a filter matches every kind of base. */
const withKindsOfBase = (filter: FinderFilter): FinderFilter =>
  filter.operation === 'in' && filter.values.includes('BASE')
    ? { ...filter, values: [...new Set([...filter.values, ...baseVariants])] }
    : filter

async function assertNewName(tx: Tx, own: { userId: number; id?: number }, { finderFilterSetName }: FilterSetFacts) {
  if (await isNameTaken(tx, own, finderFilterSetName))
    throw new BadRequest('filter-set-name-taken', {
      field: 'finderFilterSetName',
      values: { name: finderFilterSetName },
    })
}
