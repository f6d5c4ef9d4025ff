import * as z from 'zod/mini'
import { imported, reading } from './admin.ts'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'

export const mostChanges = 20
/** Settlement dates whose changes are kept. */
export const changeDates = 30
/** Settlement dates a history goes back. */
export const historyDates = 60
/** Lines of a history: the largest holdings and the largest changes. */
export const mostHoldings = 50

const names = { stockCode: z.string(), stockName: z.string(), stockNameZh: z.string() }
/**
 * `shareholdingPercentChange` in percentage points of the shares in issue. `sharesChange` in shares of today; null where a
 * holding is not disclosed, or the shares were split about then. `valueChange` in Hong Kong dollars, by the last close up
 * to the settlement date; null without one. `participantId` leads to the history.
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
 * The largest changes of a settlement date, the largest first; of the newest date where none is named. Additions to the
 * specified fields: the dates compared, `dates` that can be asked for (newest first), `participantId`, and the query.
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
/** `dates` oldest first, the last one being what the answer is as at. `total` holdings are known, `holdings` has some of them. */
const history = {
  ...asAt,
  dates: z.array(isoDate).check(z.maxLength(historyDates)),
  total: z.number(),
}
const code = z.string().check(z.minLength(1), z.maxLength(60))

/** Added: who holds a stock through CCASS, the largest first. 404 when nothing is known of the stock on the date. */
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

/** Added: what a participant holds, the largest parts of an issue first. 404 as above. */
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

/** Added: holdings by stock, settlement date and participant. Of each stock and date in the file all holdings are replaced. */
export const uploadShareholdings = call({
  method: 'POST',
  path: '/admin/data/shareholding/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['shareholdingCsv'],
  data: imported,
})
