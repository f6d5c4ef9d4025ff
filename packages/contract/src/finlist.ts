import { baseVariants } from '@finlist/domain/finlist/pattern-kind'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import * as z from 'zod/mini'
import { call } from './call.ts'

export const exchangeId = z.enum(exchangeIds)
export const exchangeParams = z.object({ exchange: exchangeId })
/** The right to the list of the call's market. */
export const forMarket = ({ exchange }: { exchange: ExchangeId }) => `finlist:${exchange}` as const

/** A trading or issue date, YYYY-MM-DD. */
export const isoDate = z.iso.date()

export const patternTypes = ['CUP', 'CWH', 'FB', 'DB', 'BASE'] as const
export type PatternType = (typeof patternTypes)[number]
/** The pattern types, and the kinds of BASE as separate values. BASE includes all of its kinds. */
export const patternKinds = [...patternTypes, ...baseVariants] as const
export type PatternKind = (typeof patternKinds)[number]

const figure = z.nullable(z.number())
/**
 * Report dates are 8-digit numbers (20240331). Changes and net profit margins (npm) are in percent. `source` names where
 * the figures come from, such as the SEC, if it is known.
 */
const quarter = z.object({
  thisReportDate: z.number(),
  lastReportDate: figure,
  thisEps: figure,
  lastEps: figure,
  epsChange: figure,
  thisSales: figure,
  lastSales: figure,
  salesChange: figure,
  thisNpm: figure,
  lastNpm: figure,
  npmChange: figure,
  source: z.optional(z.string()),
})
export type Quarter = z.output<typeof quarter>

/** q1 is the newest quarter. Unknown quarters are omitted. */
const fundamentalData = z.partial(
  z.object({ q1: quarter, q2: quarter, q3: quarter, q4: quarter, q5: quarter, q6: quarter, q7: quarter, q8: quarter }),
)
export type FundamentalData = z.output<typeof fundamentalData>

/** The caller's position in a stock, as shown in a row of FinList or Finder. */
export const watchlistEntry = z.object({
  watchlistId: z.number(),
  watchlistStockId: z.number(),
  watchlistName: z.string(),
  buyPrice: z.number(),
})

/**
 * Changes are in percent (3.25 = 3.25%), volume is in shares. buyPoint -1 and patternType NIL mean that there is none.
 * Close, volume and buy point are in today's share terms.
 */
export const finListStock = z.object({
  stockCode: z.string(),
  stockName: z.string(),
  stockNameZh: z.string(),
  close: z.number(),
  closeChange: figure,
  volume: figure,
  volumeChange: figure,
  percivalScore: z.number(),
  buyPoint: z.number(),
  patternType: z.enum([...patternTypes, 'NIL']),
  /** The kind of the pattern, such as `high-tight-flag` for a BASE; omitted if there is none. */
  variant: z.optional(z.string()),
  isLowTurnover: z.boolean(),
  mask: z.boolean(),
  watchlistData: z.array(watchlistEntry),
  sector: z.string(),
  sectorZh: z.string(),
  subSector: z.string(),
  subSectorZh: z.string(),
  profileInfo: z.string(),
  profileInfoZh: z.string(),
  fundamentalData,
  /** The values as published, if a later split has changed them. */
  asIssued: z.optional(z.object({ close: z.number(), volume: figure, buyPoint: z.number() })),
})
export type FinListStock = z.output<typeof finListStock>

/** The dates of a market's issues, newest first. */
export const finListIssueDates = call({
  method: 'GET',
  path: '/finlist/:exchange/issue-dates',
  topics: ['finlist'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  data: z.array(isoDate),
})

/**
 * The picks of an issue. Changes are in percent (3.25 = 3.25%), volume is in shares. buyPoint -1 and patternType NIL
 * mean that there is none. Close, volume and buy point are in today's share terms; `asIssued` has the published values
 * if a later split has changed them. 404 if there is no such issue.
 */
export const finListStocks = call({
  method: 'GET',
  path: '/finlist/:exchange',
  topics: ['finlist', 'prices', 'positions'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  query: z.object({ issueDate: isoDate }),
  data: z.array(finListStock),
})

/**
 * The newest issue: its date and its picks, as `finListStocks` returns them. `issueDate` is null, and the list empty,
 * if the market has no issue yet.
 */
export const finListNewest = call({
  method: 'GET',
  path: '/finlist/:exchange/newest',
  topics: ['finlist', 'positions'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  data: z.object({ issueDate: z.nullable(isoDate), stockList: z.array(finListStock) }),
})

/** The time when the market's list was last published, ISO 8601; null if never. */
export const finListLastUpdated = call({
  method: 'GET',
  protocol: true,
  path: '/finlist/:exchange/last-updated',
  topics: ['finlist'],
  needs: { right: 'signed-in', fresh: 'never' },
  params: exchangeParams,
  data: z.nullable(z.iso.datetime()),
})
