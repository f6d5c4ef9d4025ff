import * as z from 'zod/mini'
import { imported, reading } from './admin.ts'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'

export const mostChanges = 20
/** The number of settlement dates whose changes are kept. */
export const changeDates = 30
/** The number of settlement dates in a history. */
export const historyDates = 60
/** The most lines in a history: the largest holdings and the largest changes. */
export const mostHoldings = 50

const names = { stockCode: z.string(), stockName: z.string(), stockNameZh: z.string() }
/**
 * `shareholdingPercentChange` in percentage points of the shares in issue. `sharesChange` in shares of today; null
 * where a holding is not disclosed, or the shares were split at about that time. `valueChange` in Hong Kong dollars, by
 * the last close up to the settlement date; null without one. `participantId` leads to the history.
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

/** The settlement date of every answer, and the dates it was compared with; null: none is known. */
const asAt = { shareholdingDate: isoDate, dayBefore: z.nullable(isoDate), weekBefore: z.nullable(isoDate) }
const onDate = z.object({ shareholdingDate: z.optional(isoDate) })

/**
 * The largest changes of a settlement date, largest first; of the newest date where none is given. Additions to the
 * specified fields: the dates compared, `dates` that can be requested (newest first), `participantId`, and the query.
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
 * Shares, percent of the shares in issue and changes in percentage points; null: not comparable. `percents` by the
 * dates of the history, null where the source has no value.
 */
const holding = {
  shareholding: z.number(),
  shareholdingPercent: z.number(),
  dayChange: z.nullable(z.number()),
  weekChange: z.nullable(z.number()),
  percents: z.array(z.nullable(z.number())).check(z.maxLength(historyDates)),
}
/**
 * `dates` oldest first, the last one being the date of the answer. `total` holdings are known, `holdings` has some of
 * them.
 */
const history = {
  ...asAt,
  dates: z.array(isoDate).check(z.maxLength(historyDates)),
  total: z.number(),
}
const code = z.string().check(z.minLength(1), z.maxLength(60))

/** Added: holders of a stock through CCASS, largest first. 404 when nothing is known about the stock on the date. */
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

/** Added: a participant's holdings, the largest parts of an issue first. 404 as above. */
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
 * Added: holdings by stock, settlement date and participant. For each stock and date in the file all holdings are
 * replaced.
 */
export const uploadShareholdings = call({
  method: 'POST',
  path: '/admin/data/shareholding/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['shareholdingCsv'],
  data: imported,
})
