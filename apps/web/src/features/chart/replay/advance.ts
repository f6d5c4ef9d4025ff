import { chartHistory } from '@finlist/contract/charts/chart'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { addDays, type Day } from '@finlist/domain/calendar'
import { isPractice } from '@finlist/domain/chart/padded'
import type { PracticeStep } from '@finlist/domain/chart/practice'
import { inSpans, type Resolution } from '@finlist/domain/chart/spans'
import { isMarketIndex, parseSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import { marketIndex } from '@finlist/domain/markets'
import { queryClient } from '../../../api/query-client.ts'
import { request } from '../../../api/request.ts'
import { barsOfColumns, daysIn } from '../../../components/price-chart/picture.ts'
import { actionsOf, historyOf, secondsOf } from '../queries.ts'

export type Course = { symbol: string; resolution: Resolution; adjustment: Adjustment; now: number }
/**
 * The day that a step reached. `factor`: the multiplier that this step applied to earlier bars, for example because of
 * a split.
 */
export type Stepped = { asOf: Day; factor: number } | 'end'

type Bars = ReturnType<typeof barsAnswered>

/**
 * Advances by one step: requests only the days of the step, and appends them to the loaded bars. After a corporate
 * action, refetches all bars instead. Treats the index of the relative-strength line in the same way.
 */
export async function advance(course: Course, asOf: Day, step: PracticeStep): Promise<Stepped> {
  const { symbol, resolution, adjustment } = course
  const query = { symbol, resolution: '1D' as const, adjustment, asOf, step, format: 'udf' as const }
  const answer = await request(chartHistory, { query })
  const came = barsAnswered(answer)
  const next = came.bars.at(-1)?.date
  if (next === undefined) return 'end'
  const [from, to] = [asOf, next].map(day => historyOf({ ...course, asOf: day }))
  let factor = 1
  if (answer.acted) {
    const before = queryClient.getQueryData(from!.queryKey)
    const pages = before?.pages.length ?? 1
    const after = await queryClient.fetchInfiniteQuery({ ...to!, pages })
    factor = factorOf(before?.pages, after.pages)
  } else {
    grow(from!.queryKey, to!.queryKey, came, resolution)
    const actions = [asOf, next].map(day => actionsOf(symbol, day).queryKey)
    queryClient.setQueryData(actions[1]!, queryClient.getQueryData(actions[0]!))
  }
  await keepPace(course, asOf, next)
  return { asOf: next, factor }
}

async function keepPace({ symbol, resolution, now }: Course, asOf: Day, next: Day) {
  const known = parseSymbol(symbol)
  if (!known || isPractice(known.exchange) || isMarketIndex(known)) return
  const index = symbolOf({ exchange: known.exchange, stockCode: marketIndex[known.exchange] })
  const [from, to] = [asOf, next].map(day => historyOf({ symbol: index, resolution, now, asOf: day }).queryKey)
  if (!queryClient.getQueryData(from!)) return
  const query = {
    symbol: index,
    resolution: '1D' as const,
    from: secondsOf(addDays(asOf, 1)),
    asOf: next,
    format: 'udf' as const,
  }
  grow(from!, to!, barsAnswered(await request(chartHistory, { query })), resolution)
}

const barsAnswered = (answer: Parameters<typeof barsOfColumns>[0]) => ({
  bars: barsOfColumns(answer),
  unconfirmed: daysIn(answer, 'unconfirmed'),
  halfDays: daysIn(answer, 'halfDays'),
})

type Key = ReturnType<typeof historyOf>['queryKey']

/** Caches the data as of the new day: that of the previous day, plus the new bars. */
function grow(from: Key, to: Key, came: Bars, resolution: Resolution) {
  const before = queryClient.getQueryData(from)
  if (!before) return
  const [newest, ...older] = before.pages
  if (!newest) return
  const page = {
    ...newest,
    bars: inSpans([...newest.bars, ...came.bars], resolution),
    unconfirmed: [...newest.unconfirmed, ...came.unconfirmed],
    halfDays: [...newest.halfDays, ...came.halfDays],
  }
  queryClient.setQueryData(to, { ...before, pages: [page, ...older] })
}

type Pages = readonly { bars: Bars['bars'] }[]

/**
 * Returns the multiplier that the step applied to earlier bars, measured on the newest complete bar that is in both
 * lists.
 */
function factorOf(before: Pages = [], after: Pages): number {
  const closes = new Map(after.flatMap(({ bars }) => bars.map(({ date, close }) => [date, close] as const)))
  // Ignores the newest bar. If it is a week or a month, its close may have changed.
  const old = before[0]?.bars.slice(0, -1).findLast(({ date }) => closes.has(date))
  return old && old.close > 0 ? closes.get(old.date)! / old.close : 1
}

/** Removes the live chart's data from this page's cache, except for the queries in use. */
export function forgetLater() {
  const isChart = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === 'string' && path.startsWith('/tvchart/')
  queryClient.removeQueries({ predicate: isChart, type: 'inactive' })
}
