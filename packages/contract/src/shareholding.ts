import * as z from 'zod/mini'
import { call } from './call.ts'
import { isoDate } from './finlist.ts'
import { imported, reading } from './staff/admin.ts'

export const mostChanges = 20
/** The number of settlement dates for which changes can be requested. */
export const changeDates = 30
/** The number of settlement dates in a history. */
export const historyDates = 60
/** The maximum number of rows in a history: those with the largest changes, then those with the largest holdings. */
export const mostHoldings = 50

const names = { stockCode: z.string(), stockName: z.string(), stockNameZh: z.string() }
/**
 * `shareholdingPercentChange`: in percentage points of the shares in issue. `sharesChange`: in today's share terms;
 * null if a holding is not disclosed, or if the shares were split around that time. `valueChange`: in Hong Kong
 * dollars, by the last close up to the settlement date; null if there is no close or no `sharesChange`.
 * `participantId`: identifies the participant in the calls for histories.
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

/** The settlement date of the response, and the earlier dates that it is compared with; null if those are not known. */
const asAt = { shareholdingDate: isoDate, dayBefore: z.nullable(isoDate), weekBefore: z.nullable(isoDate) }
const onDate = z.object({ shareholdingDate: z.optional(isoDate) })

/**
 * The largest changes on a settlement date (by default the newest), largest first. Percentages are percentage points of
 * the shares in issue; `sharesChange` is in today's share terms, `valueChange` in Hong Kong dollars; both are null if
 * unknown. Not part of the specification: the dates compared, the available `dates` (newest first), `participantId`,
 * and the query.
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
 * The number of shares, the percentage of the shares in issue, and the changes of that percentage in percentage points;
 * null if not comparable. `percents` has a value per date of the history; null if the source has none.
 */
const holding = {
  shareholding: z.number(),
  shareholdingPercent: z.number(),
  dayChange: z.nullable(z.number()),
  weekChange: z.nullable(z.number()),
  percents: z.array(z.nullable(z.number())).check(z.maxLength(historyDates)),
}
/**
 * `dates`: the dates of the history, oldest first, up to the date of the response. `total`: the number of holdings
 * above zero; `holdings` has at most `mostHoldings` of them.
 */
const history = {
  ...asAt,
  dates: z.array(isoDate).check(z.maxLength(historyDates)),
  total: z.number(),
}
const code = z.string().check(z.minLength(1), z.maxLength(60))

/**
 * A stock's holders in CCASS, largest first: those with the largest changes and the largest holdings, 50 in all.
 * Without a date, on the newest date that discloses the stock's holdings. 404 if nothing is known about the stock on
 * the date. Not part of the specification.
 */
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
 * A participant's holdings, by their percentage of the shares in issue, largest first: those with the largest changes
 * and the largest holdings, 50 in all. 404 if nothing is known about the participant on the date. Not part of the
 * specification.
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
 * Uploads holdings by stock, settlement date and participant. Replaces all holdings of each stock and date in the file.
 * Not part of the specification.
 */
export const uploadShareholdings = call({
  method: 'POST',
  path: '/admin/data/shareholding/upload',
  needs: { right: 'staff', fresh: 'never' },
  query: z.object(reading),
  files: ['shareholdingCsv'],
  data: imported,
})
