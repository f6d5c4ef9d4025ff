import { type ScreenColumnName, screenColumnNames } from '@finlist/domain/finder/columns'
import { figuresIn } from '@finlist/domain/finlist/board-figures'
import type { ExchangeId } from '@finlist/domain/markets'
import { screeningRight } from '@finlist/domain/screener/screening-right'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, finListStock, isoDate, patternKinds } from './finlist.ts'
import { figureShape } from './finlist-figures.ts'
import { plainName } from './plain-name.ts'

export const finderColumns = screenColumnNames
export type FinderColumn = ScreenColumnName
export const operations = ['gt', 'gte', 'lt', 'lte', 'between'] as const
export type Operation = (typeof operations)[number]

const value = z.union([z.number(), z.string().check(z.trim(), z.minLength(1), z.maxLength(100))])
const comparison = z.object({
  column: z.enum(finderColumns),
  operation: z.enum(operations),
  from: value,
  to: z._default(value, -1),
})
const choice = z.object({
  column: z.literal('pattern'),
  operation: z.literal('in'),
  values: z.array(z.enum(patternKinds)).check(z.minLength(1), z.maxLength(patternKinds.length)),
})

/**
 * A filter on one column. `between` includes both ends; for other operations `to` is -1. Sub-sectors and stock codes
 * are compared as case-insensitive text, all-digit codes as numbers. To select a sub-sector, use `between` with its
 * name at both ends; to select patterns, use `in`, where BASE also matches its kinds. A column may have only one
 * filter.
 */
const finderFilter = z.discriminatedUnion('operation', [choice, comparison])
export type FinderFilter = z.output<typeof finderFilter>
const filters = z.array(finderFilter).check(z.maxLength(20))

const finderStock = z.object({
  stockCode: finListStock.shape.stockCode,
  stockName: finListStock.shape.stockName,
  stockNameZh: finListStock.shape.stockNameZh,
  watchlistData: finListStock.shape.watchlistData,
  /** The date of the newest issue if it lists the stock, otherwise null. */
  issueDate: z.nullable(isoDate),
  /** The day that price and volume refer to. */
  priceDate: isoDate,
  close: finListStock.shape.close,
  closeChange: finListStock.shape.closeChange,
  volume: finListStock.shape.volume,
  volumeChange: finListStock.shape.volumeChange,
  percivalScore: z.nullable(finListStock.shape.percivalScore),
  patternType: finListStock.shape.patternType,
  variant: finListStock.shape.variant,
  buyPoint: finListStock.shape.buyPoint,
  ...figureShape(figuresIn('finder')),
  subSector: finListStock.shape.subSector,
  subSectorZh: finListStock.shape.subSectorZh,
})
export type FinderStock = z.output<typeof finderStock>

export const scopes = ['issue', 'board'] as const
export type Scope = (typeof scopes)[number]

/** The right to screen a market: Finder's for Hong Kong, the right to its list for any other market. */
export const forScreening = ({ exchange }: { exchange: ExchangeId }) => screeningRight(exchange)

/**
 * The rows that match every filter, by stock code. `scope` selects the rows: `issue`, the market's newest issue, or
 * `board`, every traded stock of the market. `between` includes both ends; for other operations `to` is -1. The board,
 * and filters on columns that only lists have, need the right to the market's list. Without it, rows have no pattern
 * (`NIL`), no buy point (-1) and no computed figures (null).
 */
export const finderStocks = call({
  method: 'POST',
  path: '/finder/:exchange',
  topics: ['finlist', 'prices', 'board', 'positions'],
  needs: { right: forScreening, fresh: 'never' },
  params: exchangeParams,
  query: z.object({ scope: z._default(z.enum(scopes), 'issue') }),
  body: filters,
  data: z.array(finderStock),
})

export const maxFilterSets = 5
const setName = plainName(60)
const numericId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const filterSet = z.object({
  finderFilterSetId: z.number(),
  finderFilterSetName: z.string(),
  filters: z.array(finderFilter),
})
export type FilterSet = z.output<typeof filterSet>

/** The caller's saved sets of filters. */
export const filterSets = call({
  method: 'GET',
  path: '/finder/filter-set/user',
  needs: { right: 'finder', fresh: 'never' },
  data: z.array(filterSet),
})

/** A saved set has at least one filter. Its name is unique per user, ignoring case. */
const filterSetBody = z.object({ finderFilterSetName: setName, filters: filters.check(z.minLength(1)) })
/** Saves a set of filters; at most five per user (400, code `limit`). Names are unique per user, ignoring case. */
export const createFilterSet = call({
  method: 'POST',
  path: '/finder/filter-set/create',
  needs: { right: 'finder', fresh: 'never' },
  body: filterSetBody,
  data: z.object({ finderFilterSetId: z.number() }),
})
/** Replaces the name and the filters of a saved set. */
export const updateFilterSet = call({
  method: 'POST',
  path: '/finder/filter-set/:id',
  needs: { right: 'finder', fresh: 'never' },
  params: z.object({ id: numericId }),
  body: filterSetBody,
})
/** Deletes a saved set of filters. */
export const deleteFilterSet = call({
  method: 'GET',
  path: '/finder/filter-set/:id/delete',
  needs: { right: 'finder', fresh: 'never' },
  changes: true,
  params: z.object({ id: numericId }),
})
