import { chartHistory } from '@finlist/contract/charts/chart'
import { addDays, type Day } from '@finlist/domain/calendar'
import { mostPracticeBars, type PracticeStep, practiceBars } from '@finlist/domain/chart/practice'
import type { DayBar } from '@finlist/domain/chart/spans'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { madeFrom } from '../../../api/query-client.ts'
import { request } from '../../../api/request.ts'
import { barsOfColumns } from '../../../components/price-chart/picture.ts'
import { startOf } from './queries.ts'

/** Maximum number of days that a step looks ahead. A stock without trades for that long counts as ended. */
const longestStopDays = 120
const seconds = (day: Day) => Date.parse(`${day}T00:00:00Z`) / 1_000

const asSimulator = {
  resolution: '1D',
  format: 'udf',
  isSimulator: 'true',
  isStreaming: 'false',
  isGame: 'false',
} as const

/** Query for the bars before the day on which practice starts. */
const pastOf = (symbol: string, start: Day | undefined) =>
  queryOptions({
    queryKey: [chartHistory.path, 'practice', symbol, start],
    meta: madeFrom(chartHistory),
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
      return barsOfColumns(await request(chartHistory, { query, signal }))
    },
  })

type Course = { played: readonly DayBar[]; waiting: readonly PracticeStep[]; atEnd: boolean }
const begun: Course = { played: [], waiting: [], atEnd: false }

/** Query for the days of the next step. Requests no later day. */
const stepAfter = (symbol: string, after: Day | undefined, step: PracticeStep | undefined) =>
  queryOptions({
    queryKey: [chartHistory.path, 'step', symbol, after, step],
    meta: madeFrom(chartHistory),
    enabled: after !== undefined && step !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = {
        ...asSimulator,
        symbol,
        from: seconds(addDays(after!, 1)),
        to: seconds(addDays(after!, longestStopDays)),
        step,
        firstDataRequest: 'false',
      }
      const answer = await request(chartHistory, { query, signal })
      return { bars: barsOfColumns(answer), atEnd: answer.atEnd === true }
    },
  })

/**
 * Maximum number of steps that may wait for their data. Further steps, for example from a key held down, are dropped.
 */
const mostWaiting = 5

/** The past of a practice stock. Each call of `step` adds the days of one more step once they are loaded. */
export function usePractice(symbol: string) {
  const info = useQuery(startOf(symbol))
  const start = info.data?.startDate
  const past = useQuery(pastOf(symbol, start))
  const [{ played, waiting, atEnd }, setPractice] = useState(begun)
  const today = played.at(-1)?.date ?? (past.isSuccess ? addDays(start!, -1) : undefined)
  const ahead = useQuery(stepAfter(symbol, today, waiting[0]))
  if (ahead.data) {
    const { bars, atEnd } = ahead.data
    setPractice({ played: [...played, ...bars], waiting: atEnd ? [] : waiting.slice(1), atEnd })
  }
  return {
    info,
    past,
    ahead,
    bars: practiceBars([...(past.data ?? []), ...played]),
    played: played.length,
    today,
    step: (step: PracticeStep) => {
      if (ahead.isError) void ahead.refetch()
      else setPractice(course => ({ ...course, waiting: [...course.waiting, step].slice(0, mostWaiting) }))
    },
    mayStep: today !== undefined && !atEnd,
    atEnd,
    restart: () => setPractice(begun),
  }
}
