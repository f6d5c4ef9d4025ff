import {
  chartActions,
  chartHistory,
  chartMarks,
  chartPatterns,
  chartRsLine,
  chartSearch,
  chartSymbols,
} from '@finlist/contract/charts/chart'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callQuery, madeFrom } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { barsOfColumns, daysIn, timeOf } from '../../components/price-chart/picture.ts'

const yearSeconds = 365.25 * 86_400
/** Number of years in the first request and in each later one. */
const yearsAtOnce: Record<Resolution, number> = { '1D': 6, '1W': 15, '1M': 40 }
/** Earliest time that is requested, in seconds since the epoch. None of our markets has older prices. */
const earliest = -2_000_000_000

type Of = {
  symbol: string
  resolution: Resolution
  adjustment?: Adjustment
  isSimulator?: boolean
  now: number
  /** In a replay, the past day at whose end the data is to be seen. */
  asOf?: Day | undefined
}
/** Data as of a past day never changes, so it is never refetched. */
const asOfDay = (asOf: Day | undefined) =>
  asOf === undefined ? {} : { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData }

/**
 * The end of a request, in seconds since the epoch: midnight (UTC), two to three days after `now` (ms). A browser clock
 * that is a day slow therefore misses no bar, and the end stays the same all day.
 */
const endOf = (now: number) => (Math.ceil(now / 86_400_000) + 2) * 86_400

export const secondsOf = (day: Day) => Date.parse(day) / 1_000

/** Bars in ranges of several years, newest range first. */
export const historyOf = ({ symbol, resolution, adjustment = 'splits', isSimulator = false, now, asOf }: Of) =>
  infiniteQueryOptions({
    queryKey: [chartHistory.path, 'stretches', symbol, resolution, adjustment, isSimulator, asOf],
    meta: madeFrom(chartHistory),
    initialPageParam: endOf(now),
    queryFn: async ({ pageParam: to, signal }) => {
      const first = to === endOf(now)
      const end = first && asOf !== undefined ? secondsOf(asOf) : to
      const query = {
        symbol,
        resolution,
        from: Math.max(Math.round(end - yearsAtOnce[resolution] * yearSeconds), earliest),
        to,
        format: 'udf' as const,
        ...(adjustment !== 'splits' && { adjustment }),
        ...(asOf && { asOf }),
        firstDataRequest: String(first),
        isSimulator: String(isSimulator),
        isStreaming: 'false',
        isGame: 'false',
      }
      const history = await request(chartHistory, { query, signal })
      return {
        bars: barsOfColumns(history),
        unconfirmed: daysIn(history, 'unconfirmed'),
        halfDays: daysIn(history, 'halfDays'),
        from: query.from,
        nextTime: history.nextTime,
      }
    },
    getNextPageParam: ({ bars, from, nextTime }) => {
      if (bars.length > 0) return from > earliest ? Math.min(from, timeOf(bars[0]!)) : undefined
      return nextTime === undefined ? undefined : nextTime + 1
    },
    staleTime: asOf === undefined ? 5 * 60_000 : Number.POSITIVE_INFINITY,
  })

/** The bars with the given adjustment, from the day of `first` on. */
export async function barsSince(first: DayBar, { symbol, resolution, adjustment, now, asOf }: Omit<Of, 'isSimulator'>) {
  const about = { symbol, resolution, adjustment, ...(asOf && { asOf }) }
  const query = { ...about, from: timeOf(first), to: endOf(now), format: 'udf' as const }
  return barsOfColumns(await request(chartHistory, { query }))
}

/** Joins the pages into one list, oldest bar first. */
export const joined = (pages: readonly { bars: readonly DayBar[] }[]): DayBar[] =>
  pages.toReversed().flatMap(({ bars }) => bars)

export const infoOf = (symbol: string, isSimulator = false, asOf?: Day) => ({
  ...callQuery(chartSymbols, {
    query: { symbol, isSimulator: String(isSimulator), isGame: 'false', ...(asOf && { asOf }) },
  }),
  staleTime: 60 * 60_000,
})

export const searchOf = (query: string, exchange: string, isSimulator: boolean, asOf?: Day) => ({
  ...callQuery(chartSearch, { query: { query, exchange, isSimulator: String(isSimulator), ...(asOf && { asOf }) } }),
  staleTime: 10 * 60_000,
})

/** Whether the user has the right to the relative-strength line. They have it if the call succeeds. */
export const strengthRight = () =>
  queryOptions({
    queryKey: [chartRsLine.path],
    queryFn: ({ signal }) => request(chartRsLine, { query: {}, signal }).then(() => true),
    retry: false,
    staleTime: 10 * 60_000,
  })

export const patternsOf = (symbol: string, resolution: Resolution, adjustment: Adjustment, asOf?: Day) => ({
  ...callQuery(chartPatterns, {
    query: { symbol, resolution, from: 0, to: 4_000_000_000, adjustment, ...(asOf && { asOf }) },
  }),
  retry: false,
  staleTime: 5 * 60_000,
  ...asOfDay(asOf),
})

export const actionsOf = (symbol: string, asOf?: Day) => ({
  ...callQuery(chartActions, { query: { symbol, ...(asOf && { asOf }) } }),
  staleTime: 5 * 60_000,
  ...asOfDay(asOf),
})

export const marksOf = (symbol: string, resolution: Resolution, asOf?: Day) => ({
  ...callQuery(chartMarks, { query: { symbol, resolution, from: 0, to: 4_000_000_000, ...(asOf && { asOf }) } }),
  staleTime: 5 * 60_000,
  ...asOfDay(asOf),
})
