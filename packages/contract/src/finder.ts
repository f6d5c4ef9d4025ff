import { type ScreenColumnName, screenColumnNames } from '@finlist/domain/finder/columns'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, finListStock, isoDate } from './finlist.ts'

export const finderColumns = screenColumnNames
export type FinderColumn = ScreenColumnName
export const operations = ['gt', 'gte', 'lt', 'lte', 'between'] as const
export type Operation = (typeof operations)[number]

/**
 * `between` includes both ends; `to` is -1 with the other operations. Sub-sectors and stock codes are compared as text,
 * without regard to case, but codes of digits alone as numbers; a sub-sector is chosen as `between` with its name at both
 * ends. At most one filter a column may be saved.
 */
export const finderFilter = z.object({
  column: z.enum(finderColumns),
  operation: z.enum(operations),
  from: z.union([z.number(), z.string().check(z.trim(), z.minLength(1), z.maxLength(100))]),
  to: z._default(z.union([z.number(), z.string().check(z.trim(), z.minLength(1), z.maxLength(100))]), -1),
})
export type FinderFilter = z.output<typeof finderFilter>
const filters = z.array(finderFilter).check(z.maxLength(20))

export const finderStock = z.object({
  stockCode: finListStock.shape.stockCode,
  stockName: finListStock.shape.stockName,
  stockNameZh: finListStock.shape.stockNameZh,
  watchlistData: finListStock.shape.watchlistData,
  issueDate: isoDate,
  close: finListStock.shape.close,
  closeChange: finListStock.shape.closeChange,
  volume: finListStock.shape.volume,
  volumeChange: finListStock.shape.volumeChange,
  percivalScore: finListStock.shape.percivalScore,
  subSector: finListStock.shape.subSector,
  subSectorZh: finListStock.shape.subSectorZh,
})
export type FinderStock = z.output<typeof finderStock>

/** The rows of the market's newest issue that match every filter, by stock code. Each market needs a plan of its own. */
export const finderStocks = call({
  method: 'POST',
  path: '/finder/:exchange',
  topics: ['finlist', 'prices', 'positions'],
  needs: ({ exchange }) => (exchange === 'HKEX' ? ('finder' as const) : (`finlist:${exchange}` as const)),
  params: exchangeParams,
  body: filters,
  data: z.array(finderStock),
})

export const maxFilterSets = 5
const setName = z.string().check(z.trim(), z.minLength(1), z.maxLength(60))
const numericId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const filterSet = z.object({
  finderFilterSetId: z.number(),
  finderFilterSetName: z.string(),
  filters: z.array(finderFilter),
})
export type FilterSet = z.output<typeof filterSet>

export const filterSets = call({
  method: 'GET',
  path: '/finder/filter-set/user',
  needs: 'finder',
  data: z.array(filterSet),
})

const filterSetBody = z.object({ finderFilterSetName: setName, filters })
export const createFilterSet = call({
  method: 'POST',
  path: '/finder/filter-set/create',
  needs: 'finder',
  body: filterSetBody,
  data: z.object({ finderFilterSetId: z.number() }),
})
export const updateFilterSet = call({
  method: 'POST',
  path: '/finder/filter-set/:id',
  needs: 'finder',
  params: z.object({ id: numericId }),
  body: filterSetBody,
})
export const deleteFilterSet = call({
  method: 'GET',
  path: '/finder/filter-set/:id/delete',
  needs: 'finder',
  changes: true,
  params: z.object({ id: numericId }),
})
