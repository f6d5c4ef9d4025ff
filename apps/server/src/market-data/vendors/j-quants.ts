import { addDays, type Day, tradingDays, weekday } from '@finlist/domain/calendar'
import { type ActionRow, actionsBatch, splitOf } from './actions.ts'
import { closingsBatch, stocksBatch } from './listed.ts'
import { type Row, rowsOf } from './read-answer.ts'
import { type Given, type HistoryPart, type LeftOut, type Source, SourceError } from './source.ts'
import type { SourceClient } from './source-client.ts'
import { Bars, barsOfDay, dayOf, numberOf, text, type VendorBar } from './vendor-rows.ts'

const name = 'J-Quants'
/** Maximum number of pages per response; a day has only a few. */
const mostPages = 200
const mostRows = 500_000
const daysAPart = 5
/** Number of days ahead for which closings are requested; half a year is usually available. */
const daysAhead = 400

/**
 * The vendor's codes for days without trading, with trading only in the morning, and with trading only in derivatives.
 */
const division = { closed: '0', half: '2', derivatives: '3' } as const

/**
 * J-Quants API v2, according to its documentation: "Stock Prices (OHLC)" (jpx-jquants.com/en/spec/eq-bars-daily),
 * "Listed Issue Master" (.../eq-master) and "Trading Calendar" (.../mkt-cal). O, H, L, C and Vo are unadjusted, and
 * null without a trade; AdjFactor differs from 1 on the ex-date of a split or consolidation. A paged response has a
 * pagination_key, which the next request repeats. The API key is a header.
 */
export function jQuants(client: SourceClient): Source {
  async function pages(path: string, query: Record<string, string>): Promise<Row[]> {
    const rows: Row[] = []
    let next = ''
    for (let page = 0; page < mostPages; page++) {
      const answer = (await client.json(path, { ...query, ...(next && { pagination_key: next }) })) as Row | null
      for (const row of rowsOf(answer?.['data'], name)) rows.push(row)
      if (rows.length > mostRows) break
      next = text(answer?.['pagination_key'], 2_000)
      if (!next) return rows
    }
    throw new SourceError('source.too-many-rows', { source: name, count: rows.length })
  }

  async function barsOn(day: Day): Promise<{ bars: Bars; actions: ActionRow[]; refused: LeftOut[] }> {
    const rows = await pages('equities/bars/daily', { date: day })
    const refused: LeftOut[] = []
    const traded = rows.filter(row => !isWithoutTrade(row))
    if (rows.length > 0 && traded.length === 0)
      throw new SourceError('source.none-good', { source: name, date: day, count: rows.length })
    const bars = barsOfDay(traded.map(barOf), day, name)
    return { bars, actions: rows.flatMap(row => splitIn(row, refused)), refused }
  }

  return {
    name,
    async probe(day) {
      await pages('markets/calendar', { from: day, to: day })
    },

    async day(day) {
      const { bars, actions, refused } = await barsOn(day)
      return { batches: [bars.batch(), ...actionsBatch(actions)], refused: [...refused, ...bars.refused] }
    },

    async lists(today) {
      const listed = await pages('equities/master', {})
      if (listed.length === 0) throw new SourceError('source.empty-list', { source: name })
      const stocks = listed.map(row => ({
        stockCode: codeOf(row['Code']),
        stockName: text(row['CoNameEn']) || text(row['CoName']),
        sector: text(row['S33Nm']),
      }))
      const calendar = await pages('markets/calendar', { from: today, to: addDays(today, daysAhead) })
      const closings = calendar.map(row => ({ date: dayOf(row['Date']), division: text(row['HolDiv'], 2) }))
      return {
        batches: [
          stocksBatch(stocks.filter(({ stockCode, stockName }) => stockCode && stockName)),
          ...closingsBatch(
            closings
              .filter(({ date, division: of }) => date && weekday(date) % 6 !== 0 && of !== '1')
              .filter(({ division: of }) => Object.values<string>(division).includes(of))
              .map(({ date, division: of }) => ({ date, kind: of === division.half ? 'half' : 'full', name: '' })),
          ),
        ],
        refused: [],
      }
    },

    // Requests history by day, because a whole market's day takes one request, or a few pages.
    async history(from, to) {
      const days = tradingDays('JP', from, to)
      const parts: HistoryPart[] = []
      for (let at = 0; at < days.length; at += daysAPart) {
        const some = days.slice(at, at + daysAPart)
        parts.push({ key: `days ${some[0]} to ${some.at(-1)}`, take: () => daysOf(some) })
      }
      return parts
    },
  }

  async function daysOf(days: Day[]): Promise<Given> {
    const all = new Bars()
    const actions: ActionRow[] = []
    const refused: LeftOut[] = []
    for (const day of days) {
      const rows = await pages('equities/bars/daily', { date: day })
      if (rows.length === 0)
        refused.push({ reason: { text: 'source.empty', values: { source: name, date: day } }, date: day })
      for (const row of rows) {
        if (!isWithoutTrade(row)) all.add(barOf(row))
        actions.push(...splitIn(row, refused))
      }
    }
    return {
      batches: [...(all.count > 0 ? [all.batch()] : []), ...actionsBatch(actions)],
      refused: [...refused, ...all.refused],
    }
  }
}

/** Codes have five characters. For an ordinary share, the last is a 0 that is not part of the exchange's code. */
const codeOf = (written: unknown) => text(written, 10).replace(/^(\w{4})0$/, '$1')

const isWithoutTrade = (row: Row) => ['O', 'H', 'L', 'C'].every(column => (row[column] ?? null) === null)

const barOf = (row: Row): VendorBar => ({
  stockCode: codeOf(row['Code']),
  date: row['Date'],
  open: row['O'],
  high: row['H'],
  low: row['L'],
  close: row['C'],
  volume: row['Vo'],
})

/** Parses a split: 0.5 means two new shares for one old share. */
function splitIn(row: Row, refused: LeftOut[]): ActionRow[] {
  const factor = numberOf(row['AdjFactor']) ?? 1
  const exDate = dayOf(row['Date'])
  if (factor === 1 || !exDate) return []
  const split = splitOf(codeOf(row['Code']), exDate, 1, factor)
  if (split) return [split]
  refused.push({
    reason: { text: 'source.no-split', values: { cell: factor } },
    stockCode: codeOf(row['Code']),
    date: exDate,
  })
  return []
}
