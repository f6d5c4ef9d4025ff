import { type Day, tradingDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Config } from '../../config.ts'
import type { Row } from './read-answer.ts'
import { type Given, type HistoryPart, type LeftOut, type Source, SourceError } from './source.ts'
import type { SourceClient } from './source-client.ts'
import { Bars, barsOfDay, dayOf, text, type VendorBar } from './vendor-rows.ts'

const name = 'Address'
const daysAPart = 20
const stocksAPart = 40

type Columns = Config['SOURCE_COLUMNS_HKEX']
type BarColumn = keyof Columns

type Parts = {
  exchange: ExchangeId
  /** A URL with {date}, {code} or both. */
  url: string
  /** The response's names for our columns; default: our names, ignoring case. */
  columns: Columns
  /** Creates a client with the URL as its base. */
  clientOf: (url: string) => SourceClient
  /** The market's stock codes, substituted for {code} one after another. */
  codes: () => Promise<string[]>
}

/**
 * Source for any URL that returns daily bars as CSV with a header, as a JSON list of objects, or as an object
 * containing such a list. With {code} in the URL, rows need no code; with {date}, they need no date.
 */
export function address({ exchange, url, columns, clientOf, codes }: Parts): Source {
  const asksByStock = url.includes('{code}')
  const asksByDay = url.includes('{date}')
  const filled = (day: Day, code: string) =>
    url.replaceAll('{date}', encodeURIComponent(day)).replaceAll('{code}', encodeURIComponent(code))

  async function barsAt(day: Day, code: string): Promise<VendorBar[]> {
    return await clientOf(filled(day, code)).rows('', row => barOf(row, { day: asksByDay ? day : '', code }))
  }

  function barOf(row: Row, asked: { day: Day; code: string }): VendorBar {
    const lower = new Map(Object.entries(row).map(([key, value]) => [key.trim().toLowerCase(), value]))
    const of = (column: BarColumn) => lower.get((columns[column] ?? column).toLowerCase())
    return {
      stockCode: text(of('stockCode'), 20) || asked.code,
      date: of('date') ?? asked.day,
      open: of('open'),
      high: of('high'),
      low: of('low'),
      close: of('close'),
      volume: of('volume'),
    }
  }

  const within = (bars: Bars): Given => ({ batches: bars.count > 0 ? [bars.batch()] : [], refused: bars.refused })

  async function historyOf(pairs: [Day, string][], from: Day, to: Day): Promise<Given> {
    const bars = new Bars()
    const unread: LeftOut[] = []
    for (const [day, code] of pairs) {
      const found = await barsAt(day, code).catch((error: unknown) => {
        // Rethrows an error that every other request would also meet, or that may be temporary.
        if (!(error instanceof SourceError) || error.isLasting || error.passing) throw error
        unread.push({ reason: error.reason, ...(code && { stockCode: code }), ...(day && { date: day }) })
        return []
      })
      for (const bar of found) {
        const date = dayOf(bar.date)
        if (!date || (date >= from && date <= to)) bars.add(bar)
      }
    }
    const given = within(bars)
    return { ...given, refused: [...unread, ...given.refused] }
  }

  const inParts = (pairs: [Day, string][], size: number, from: Day, to: Day): HistoryPart[] =>
    Array.from({ length: Math.ceil(pairs.length / size) }, (_, part) => {
      const some = pairs.slice(part * size, (part + 1) * size)
      const key = `${some[0]!.join(' ')} to ${some.at(-1)!.join(' ')}`.trim()
      return { key, take: () => historyOf(some, from, to) }
    })

  return {
    name,
    async probe(day) {
      const [code = ''] = asksByStock ? await codes() : []
      if (code || !asksByStock) await barsAt(day, code)
    },

    async day(day) {
      const all: VendorBar[] = []
      // Pushed one by one, because spreading would pass up to 200,000 arguments.
      for (const code of asksByStock ? await codes() : ['']) for (const bar of await barsAt(day, code)) all.push(bar)
      // A URL without {date} returns more than the one day.
      const bars = barsOfDay(asksByDay ? all : all.filter(({ date }) => dayOf(date) === day), day, name)
      return within(bars)
    },
    lists: async () => ({ batches: [], refused: [] }),
    async history(from, to) {
      const stocks = asksByStock ? (await codes()).toSorted() : ['']
      if (!asksByDay)
        return inParts(
          stocks.map(code => ['', code]),
          stocksAPart,
          from,
          to,
        )
      const pairs = tradingDays(exchange, from, to).flatMap(day => stocks.map((code): [Day, string] => [day, code]))
      return inParts(pairs, daysAPart, from, to)
    },
  }
}
