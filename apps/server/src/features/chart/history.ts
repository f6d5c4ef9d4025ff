import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { addDays, type Day, halfDays } from '@finlist/domain/calendar'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import { barsAhead, type PracticeStep } from '@finlist/domain/chart/practice'
import { type DayBar, inSpans, type Resolution, startOfSpan } from '@finlist/domain/chart/spans'
import { type ChartSymbol } from '@finlist/domain/chart/symbol'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { Cache } from '../../db/cache.ts'
import type { Database, Db } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import {
  readUnconfirmedDays,
  type UnconfirmedDay,
  type UnconfirmedDays,
} from '../../market-data/quality/unconfirmed-days.ts'
import { readSteps, type StepsByStock } from '../../market-data/store/adjustments.ts'
import { type Bar, type BarColumns, readBarColumns, readBars } from '../../market-data/store/bars.ts'
import { readClosings } from '../../market-data/store/closings.ts'
import { barsText } from './bars-text.ts'
import { hasActed, readNextDays } from './store.ts'
import { firstDay, timeOf } from './times.ts'

/** Days are YYYY-MM-DD, `to` exclusive. `last`, the number of newest bars, takes precedence over `from`. */
export type HistoryRequest = ChartSymbol & {
  resolution: Resolution
  from: string
  to: string
  last?: number | undefined
  format?: 'udf' | 'bars' | undefined
  adjustment?: Adjustment | undefined
  asOf?: string | undefined
}

/** Cache of serialised chart histories. Invalidated when prices, lists or closed days of their market are published. */
export function histories({ db, changes }: Database) {
  const splits = new Cache<ChartExchange, StepsByStock>({
    changes,
    maxEntries: 10,
    dependsOn: { prices: (exchange, key) => exchange === key },
    load: exchange => readSteps(db, exchange, { ofBars: true }),
  })
  const unconfirmed = new Cache<ExchangeId, UnconfirmedDays>({
    changes,
    maxEntries: exchangeIds.length,
    dependsOn: { prices: (exchange, key) => exchange === key },
    load: exchange => readUnconfirmedDays(db, exchange),
  })
  const halves = new Cache<ExchangeId, readonly string[]>({
    changes,
    maxEntries: exchangeIds.length,
    dependsOn: { closings: (exchange, key) => exchange === key },
    load: async exchange => halfDays(exchange, firstHalfDay, lastHalfDay, await readClosings(db)),
  })
  const kept = new Cache<string, EncodedResponse>({
    changes,
    maxEntries: 200,
    dependsOn: { prices: isOfMarket, finlist: isOfMarket, closings: isOfMarket },
    load: async key => {
      const request = JSON.parse(key) as HistoryRequest
      const { exchange, stockCode } = request
      const known = { ...request, splits: await splits.get(exchange) }
      if (isPractice(exchange)) return await readHistory(db, known)
      return await readHistory(db, {
        ...known,
        unconfirmed: (await unconfirmed.get(exchange)).get(stockCode),
        halfDays: request.resolution === '1D' ? await halves.get(exchange) : undefined,
      })
    },
  })
  return {
    /** The days of a stock's unexplained price moves, oldest first. */
    unconfirmed: async ({ exchange, stockCode }: ChartSymbol<ExchangeId>) =>
      (await unconfirmed.get(exchange)).get(stockCode) ?? [],
    today: (asked: HistoryRequest) => kept.get(JSON.stringify(asked)),
    /** Not cached, because each step of a replay requests another day. */
    async asOf(asked: HistoryRequest & { asOf: Day }) {
      const { exchange, stockCode, asOf } = asked
      const to = addDays(asOf, 1)
      const known = { ...asked, to: asked.to < to ? asked.to : to }
      if (isPractice(exchange)) return await readHistory(db, known)
      return await readHistory(db, {
        ...known,
        unconfirmed: (await unconfirmed.get(exchange)).get(stockCode)?.filter(({ date }) => date <= asOf),
        halfDays: asked.resolution === '1D' ? (await halves.get(exchange)).filter(day => day <= asOf) : undefined,
      })
    },
  }
}

/** Whether a cache key, which is JSON, belongs to the market. */
export const isOfMarket = (exchange: string, key: string) => key.includes(`"${exchange}"`)

/** The range in which half days are looked up; it includes the earliest known ones, Hong Kong's. */
const [firstHalfDay, lastHalfDay] = ['1990-01-01', '2040-12-31']
const longestSpan = 31 * 86_400_000

/** Maximum number of trading days that a bar of each resolution covers. */
const daysInSpan: Record<Resolution, number> = { '1D': 1, '1W': 6, '1M': 24 }

type Read = HistoryRequest & {
  splits?: StepsByStock
  unconfirmed?: readonly UnconfirmedDay[] | undefined
  halfDays?: readonly string[] | undefined
}

async function readHistory(db: Db, { resolution, format, unconfirmed, halfDays: halves, ...asked }: Read) {
  const spans = resolution === '1D' ? undefined : await readSpans(db, { resolution, ...asked })
  const columns = spans ? columnsOf(spans) : await readBarColumns(db, asked, asked)
  const nextTime = columns.t === '' ? await newestBefore(db, asked) : undefined
  const days = { unconfirmed: unconfirmedAmong(columns, unconfirmed), halfDays: daysAmong(columns, halves) }
  const acted = asked.asOf !== undefined && (await hasActed(db, asked, { from: asked.from, to: asked.to }))
  return await answerOf(columns, { nextTime, asAt: asAtOf(spans), ...(acted && { acted }), ...days }, format)
}

/**
 * Those of the given days, in ms, that are between the first bar and 31 days after the last one, because a bar can
 * cover a month.
 */
function daysAmong(columns: BarColumns, days: readonly string[] = []): number[] {
  const { first, end } = spanOf(columns)
  return days.map(timeOf).filter(time => time >= first && time <= end)
}

/** Like `daysAmong`, plus earlier days whose doubt still holds the stock back from lists (`isHeld`). */
function unconfirmedAmong(columns: BarColumns, days: readonly UnconfirmedDay[] = []): number[] {
  const { first, end } = spanOf(columns)
  return days.flatMap(({ date, isHeld }) => {
    const time = timeOf(date)
    return (isHeld || time >= first) && time <= end ? [time] : []
  })
}

function spanOf({ t }: BarColumns) {
  if (t === '') return { first: 0, end: -1 }
  return {
    first: Number.parseInt(t, 10) * 1_000,
    end: Number(t.slice(t.lastIndexOf(',') + 1)) * 1_000 + longestSpan,
  }
}

/** Builds the response from the given daily bars alone. */
export async function historyOf(
  all: readonly Bar[],
  { resolution, from, to, last, format }: Omit<HistoryRequest, 'exchange' | 'stockCode'>,
) {
  const until = all.filter(({ date }) => date < to)
  const spans = inSpans(until, resolution)
  const start = startOfSpan(from, resolution)
  const bars = last === undefined ? spans.filter(({ date }) => date >= start) : spans.slice(-last)
  const before = bars.length === 0 ? until.findLast(({ date }) => date < from) : undefined
  return await answerOf(columnsOf(bars), { nextTime: before && timeOf(before.date), asAt: asAtOf(bars) }, format)
}

const asAtOf = (spans: readonly DayBar[] = []) => {
  const { until } = spans.at(-1) ?? {}
  return until === undefined ? undefined : timeOf(until)
}

function columnsOf(bars: readonly Bar[]): BarColumns {
  const column = (valueOf: (bar: Bar) => number) => bars.map(valueOf).join()
  return {
    t: column(({ date }) => timeOf(date) / 1_000),
    o: column(({ open }) => open),
    h: column(({ high }) => high),
    l: column(({ low }) => low),
    c: column(({ close }) => close),
    v: column(({ volume }) => volume),
  }
}

/** The contract's `ChartHistory`, except that times are in ms. */
function answerOf(
  columns: BarColumns,
  about: {
    nextTime?: number | undefined
    asAt?: number | undefined
    atEnd?: boolean
    acted?: boolean
    unconfirmed?: readonly number[]
    halfDays?: readonly number[]
  },
  format: HistoryRequest['format'],
): Promise<EncodedResponse> {
  const isEmpty = columns.t === ''
  let text = `{"s":"${isEmpty ? 'no_data' : 'ok'}","noData":${isEmpty}`
  for (const [name, value] of Object.entries(about))
    if (typeof value === 'boolean') text += `,"${name}":${value}`
    else if (typeof value === 'number') text += `,"${name}":${value / 1_000}`
    else if (value && value.length > 0) text += `,"${name}":[${value.map(time => time / 1_000).join()}]`
  if (format !== 'bars' && !isEmpty)
    for (const [name, values] of Object.entries(columns)) text += `,"${name}":[${values}]`
  if (format === 'udf') return EncodedResponse.quick(Buffer.from(`${text}}`))
  return EncodedResponse.quick(barsText(columns, `${text},"bars":[`, ']}'))
}

/**
 * Reads daily bars and combines them into weekly or monthly ones. A week or month is complete even if the requested
 * range begins or ends within it. For practice symbols, and as of a past day, nothing from `to` on is included, so the
 * newest bar may be incomplete.
 */
export async function readSpans(db: Db, { resolution, last, ...asked }: Omit<HistoryRequest, 'format'>) {
  const from = startOfSpan(asked.from, resolution)
  const isCut = isPractice(asked.exchange) || resolution === '1D' || asked.asOf !== undefined
  const to = isCut ? asked.to : endOfSpan(asked.to, resolution)
  const days = await readBars(db, asked, {
    from,
    to,
    adjustment: asked.adjustment,
    asOf: asked.asOf,
    ...(last !== undefined && { last: (last + 1) * daysInSpan[resolution] }),
  })
  const spans = inSpans(days, resolution).filter(({ date }) => date < asked.to)
  if (last !== undefined) return last === 0 ? [] : spans.slice(-last)
  return spans.filter(({ date }) => date >= asked.from || resolution !== '1D')
}

/** The day after the end of the week or month that contains the day before `to`. */
function endOfSpan(to: string, resolution: Resolution): string {
  const start = startOfSpan(addDays(to, -1), resolution)
  return startOfSpan(addDays(start, resolution === '1W' ? 7 : 31), resolution)
}

/** Builds the response for the days of one practice step, each with its own bar. */
export async function stepAhead(
  db: Db,
  { step, format, from, to, ...symbol }: Omit<HistoryRequest, 'resolution' | 'last'> & { step: PracticeStep },
) {
  const days = await readBars(db, symbol, { from, to })
  const count = barsAhead(
    days.map(({ date }) => date),
    step,
  )
  return await answerOf(columnsOf(days.slice(0, count)), { atEnd: count === days.length }, format)
}

/** Builds the response for the days of one step after `asOf`, as known at the end of the step's last day. */
export async function stepAfter(
  db: Db,
  { asOf, step, format, ...asked }: Omit<HistoryRequest, 'resolution' | 'last'> & { asOf: Day; step: PracticeStep },
) {
  const from = addDays(asOf, 1)
  const next = await readNextDays(db, asked, { from, count: daysInSpan['1W'] })
  const end = next[barsAhead(next, step) - 1]
  if (end === undefined) return await answerOf(columnsOf([]), { atEnd: true }, format)
  const days = { from, to: addDays(end, 1) }
  const columns = await readBarColumns(db, asked, { ...days, adjustment: asked.adjustment, asOf: end })
  return await answerOf(columns, { acted: await hasActed(db, asked, days) }, format)
}

async function newestBefore(db: Db, asked: Omit<HistoryRequest, 'resolution' | 'last' | 'format'>) {
  const [bar] = await readBars(db, asked, { from: firstDay, to: asked.from, last: 1 })
  return bar && timeOf(bar.date)
}
