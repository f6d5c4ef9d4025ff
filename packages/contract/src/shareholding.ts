import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'
import { imported, reading } from './staff/admin.ts'

export const mostChanges = 20
/** The number of settlement dates for which changes are kept. */
export const changeDates = 30
/** The number of settlement dates in a history. */
export const historyDates = 60
/** The most rows in a history: those with the largest holdings and those with the largest changes. */
export const mostHoldings = 50

const names = { stockCode: z.string(), stockName: z.string(), stockNameZh: z.string() }
/**
 * `shareholdingPercentChange` in percentage points of the shares in issue. `sharesChange` in today's share terms; null
 * if a holding is not disclosed, or if the shares were split around that time. `valueChange` in Hong Kong dollars, by
 * the last close up to the settlement date; null without one. `participantId` opens the history.
 */
const change = z.object({
  ...names,
  participantId: z.string(),
  participantName: z.string(),
  shareholdingPercentChange: z.number(),
  sharesChange: z.nullable(z.number()),
  valueChange: z.nullable(z.number()),
})
export type ShareholdingChange = z.output<typeof change>
const changes = z.array(change).check(z.maxLength(mostChanges))

/** The settlement date of the response, and the earlier dates it is compared with; null if not known. */
const asAt = { shareholdingDate: isoDate, dayBefore: z.nullable(isoDate), weekBefore: z.nullable(isoDate) }
const onDate = z.object({ shareholdingDate: z.optional(isoDate) })

/**
 * The largest changes on a settlement date (by default the newest), largest first. Our additions to the specified
 * fields: the dates compared, the available `dates` (newest first), `participantId`, and the query.
 */
export const shareholdingChanges = call({
  method: 'GET',
  path: '/ccass',
  topics: ['shareholding', 'finlist', 'prices'],
  needs: { right: 'shareholding-change', fresh: 'never' },
  query: onDate,
  data: z.object({
    updatedAt: z.nullable(z.iso.datetime()),
    ...asAt,
    shareholdingDate: z.nullable(isoDate),
    dates: z.array(isoDate).check(z.maxLength(changeDates)),
    dayIncreaseList: changes,
    dayDecreaseList: changes,
    weekIncreaseList: changes,
    weekDecreaseList: changes,
  }),
})
export type ShareholdingChanges = z.output<(typeof shareholdingChanges)['data']>

/**
 * Shares, percent of the shares in issue, and changes in percentage points; null if not comparable. `percents` has one
 * value per date of the history, null if the source has none.
 */
const holding = {
  shareholding: z.number(),
  shareholdingPercent: z.number(),
  dayChange: z.nullable(z.number()),
  weekChange: z.nullable(z.number()),
  percents: z.array(z.nullable(z.number())).check(z.maxLength(historyDates)),
}
/**
 * `dates`: oldest first, ending with the date of the response. `total`: the number of known holdings, of which
 * `holdings` has the most relevant.
 */
const history = {
  ...asAt,
  dates: z.array(isoDate).check(z.maxLength(historyDates)),
  total: z.number(),
}
const code = z.string().check(z.minLength(1), z.maxLength(60))

/** Our addition: a stock's holders in CCASS, largest first. 404 if nothing is known about the stock on the date. */
export const stockShareholdings = call({
  method: 'GET',
  path: '/ccass/stock/:stockCode',
  topics: ['shareholding', 'finlist'],
  needs: { right: 'shareholding', fresh: 'never' },
  params: z.object({ stockCode: code }),
  query: onDate,
  data: z.object({
    ...names,
    ...history,
    holdings: z
      .array(z.object({ participantId: z.string(), participantName: z.string(), ...holding }))
      .check(z.maxLength(mostHoldings)),
  }),
})
export type StockShareholdings = z.output<(typeof stockShareholdings)['data']>

/**
 * Our addition: a participant's holdings, the largest share of an issue first. 404 if nothing is known about the
 * participant on the date.
 */
export const participantShareholdings = call({
  method: 'GET',
  path: '/ccass/participant/:participantId',
  topics: ['shareholding', 'finlist'],
  needs: { right: 'shareholding', fresh: 'never' },
  params: z.object({ participantId: code }),
  query: onDate,
  data: z.object({
    participantId: z.string(),
    participantName: z.string(),
    ...history,
    holdings: z.array(z.object({ ...names, ...holding })).check(z.maxLength(mostHoldings)),
  }),
})

/**
 * Our addition: uploads holdings by stock, settlement date and participant. Replaces all holdings of each stock and
 * date in the file.
 */
export const uploadShareholdings = call({
  method: 'POST',
  path: '/admin/data/shareholding/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['shareholdingCsv'],
  data: imported,
})
