import { chartHistory } from '@finlist/contract/chart'
import { addDays, type Day } from '@finlist/domain/calendar'
import { barsAhead, mostPracticeBars, type PracticeStep, practiceBars } from '@finlist/domain/chart/practice'
import type { DayBar } from '@finlist/domain/chart/spans'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../../api/ask.ts'
import { barsOfColumns } from '../../../parts/price-chart/picture.ts'
import { startOf } from '../queries.ts'

/** Days asked for ahead of the step that is next, and again where nothing was traded for so long. */
const aheadDays = 15
const aheadAfterStop = 120
const seconds = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 1_000

const asSimulator = {
  resolution: '1D',
  format: 'udf',
  isSimulator: 'true',
  isStreaming: 'false',
  isGame: 'false',
} as const

/** The bars before the day on which practice starts. */
const pastOf = (symbol: string, start: Day | undefined) =>
  queryOptions({
    queryKey: [chartHistory.path, 'practice', symbol, start],
    enabled: start !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = {
        ...asSimulator,
        symbol,
        from: 0,
        to: seconds(start!),
        countback: mostPracticeBars,
        firstDataRequest: 'true',
      }
      return barsOfColumns(await ask(chartHistory, { query, signal }))
    },
  })

type Course = { played: readonly DayBar[]; waiting: readonly PracticeStep[] }
const begun: Course = { played: [], waiting: [] }

type Ahead = { after: Day; bars: DayBar[] }

/** What comes after a day: enough for a step, nothing at the end. */
const aheadOf = (symbol: string, after: Day | undefined) =>
  queryOptions({
    queryKey: [chartHistory.path, 'ahead', symbol, after],
    enabled: after !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Ahead> => {
      for (const days of [aheadDays, aheadAfterStop]) {
        const query = {
          ...asSimulator,
          symbol,
          from: seconds(addDays(after!, 1)),
          to: seconds(addDays(after!, days + 1)),
          firstDataRequest: 'false',
        }
        const bars = barsOfColumns(await ask(chartHistory, { query, signal }))
        if (bars.length > 0) return { after: after!, bars }
      }
      return { after: after!, bars: [] }
    },
  })

/** Steps asked for that wait for their days; what is asked for beyond them, as by a key held down, is dropped. */
const mostWaiting = 5

/** A practice stock from its first day on: the past, and a step further each time one asks, once its days have come. */
export function usePractice(symbol: string) {
  const info = useQuery(startOf(symbol))
  const start = info.data?.startDate
  const past = useQuery(pastOf(symbol, start))
  const [{ played, waiting }, setPractice] = useState(begun)
  const today = played.at(-1)?.date ?? (past.isSuccess ? addDays(start!, -1) : undefined)
  const ahead = useQuery(aheadOf(symbol, today))
  const next = (ahead.data?.bars ?? []).filter(({ date }) => today !== undefined && date > today)
  const isFresh = ahead.data?.after === today
  const [by] = waiting
  if (by) {
    const count = barsAhead(
      next.map(({ date }) => date),
      by,
    )
    // What came for an earlier day may end before the week does.
    const isWhole = isFresh || (count > 0 && (by === 'day' || count < next.length))
    if (isWhole) setPractice({ played: [...played, ...next.slice(0, count)], waiting: waiting.slice(1) })
  }
  const atEnd = isFresh && next.length === 0
  return {
    info,
    past,
    ahead,
    bars: practiceBars([...(past.data ?? []), ...played]),
    played: played.length,
    today,
    step: (step: PracticeStep) => {
      setPractice(({ played, waiting }) => ({ played, waiting: [...waiting, step].slice(0, mostWaiting) }))
      if (ahead.isError) void ahead.refetch()
    },
    mayStep: today !== undefined && !atEnd,
    atEnd,
    restart: () => setPractice(begun),
  }
}
