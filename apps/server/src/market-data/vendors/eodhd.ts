import type { Day } from '@finlist/domain/calendar'
import { currencyOf, type ExchangeId, marketIndex } from '@finlist/domain/markets'
import { trading } from '@finlist/domain/trading'
import { type ActionRow, actionsBatch } from './actions.ts'
import { barOf, dividendIn, splitIn } from './eodhd-rows.ts'
import { closingsBatch, stocksBatch } from './listed.ts'
import { type Row, rowsOf } from './read-answer.ts'
import { type Batch, type Given, type HistoryPart, type LeftOut, type Source, SourceError } from './source.ts'
import type { SourceClient } from './source-client.ts'
import { Bars, barsOfDay, dayOf, text, type VendorBar } from './vendor-rows.ts'

/**
 * The types of securities to import: the vendor also lists funds, bonds, warrants and, for the United States,
 * over-the-counter stocks.
 */
const wantedTypes = new Set(['Common Stock', 'Preferred Stock', 'ETF'])
const unwantedPlaces = new Set(['PINK', 'OTC', 'OTCQB', 'OTCQX', 'OTCMKTS', 'OTCGREY', 'OTCBB', 'OTCCE', 'NMFQS'])
const stocksAPart = 40

type Listed = { code: string; place: string; name: string; isWanted: boolean }

/**
 * EODHD, according to its documentation: "Bulk API for EOD, Splits and Dividends"
 * (eodhd.com/financial-apis/bulk-api-eod-splits-dividends), "End-of-Day Historical Data API"
 * (eodhd.com/financial-apis/api-for-historical-data-and-volumes), "Splits and Dividends" (.../api-splits-dividends) and
 * "Exchanges API: Get List of Tickers" (.../exchanges-api-list-of-tickers-and-trading-hours). Prices are unadjusted,
 * except `adjusted_close`, which is not used. A bulk day counts as a hundred requests, a stock's history as one, so
 * nightly data are requested in bulk and history by stock. The API key is in the query of every request.
 */
export function eodhd(exchange: ExchangeId, client: SourceClient): Source {
  const { codes, index } = trading[exchange].eodhd!
  const name = 'EODHD'
  const ask = async (path: string, query: Record<string, string> = {}) =>
    await client.json(path, { fmt: 'json', ...query })

  let known: Promise<Map<string, Listed>> | undefined
  /** Requested once per run. */
  const listed = () => (known ??= readListed())

  async function readListed(): Promise<Map<string, Listed>> {
    const found = new Map<string, Listed>()
    for (const place of codes)
      for (const row of rowsOf(await ask(`exchange-symbol-list/${place}`), name)) {
        const code = text(row['Code'], 20)
        const isWanted = wantedTypes.has(text(row['Type'])) && !unwantedPlaces.has(text(row['Exchange']))
        if (code) found.set(code, { code, place, name: text(row['Name']), isWanted })
      }
    if (found.size === 0) throw new SourceError('source.empty-list', { source: name })
    return found
  }

  /** The delisted stocks by code, with their exchange. */
  async function delisted(): Promise<Map<string, string>> {
    const list = await listed()
    const gone = new Map<string, string>()
    for (const place of codes)
      for (const row of rowsOf(await ask(`exchange-symbol-list/${place}`, { delisted: '1' }), name)) {
        const code = text(row['Code'], 20)
        if (code && !list.has(code) && wantedTypes.has(text(row['Type']))) gone.set(code, place)
      }
    return gone
  }

  /**
   * Skips rows of stocks that are not listed in the market. Rejects the response if they are the majority, because it
   * is then of another market.
   */
  async function ofTheMarket(rows: Row[], day: Day, refused: LeftOut[]): Promise<Row[]> {
    const list = await listed()
    const isForeign = (row: Row) => {
      const place = text(row['exchange_short_name'] ?? row['exchange'], 20)
      return (place !== '' && !codes.includes(place)) || !list.has(text(row['code'], 20))
    }
    const foreign = rows.filter(isForeign)
    if (foreign.length * 2 > rows.length)
      throw new SourceError('source.other-market', { source: name, date: day, code: text(foreign[0]!['code'], 20) })
    for (const row of foreign)
      refused.push({ reason: { text: 'source.not-listed', values: {} }, stockCode: text(row['code'], 20), date: day })
    const left = new Set(foreign)
    return rows.filter(row => !left.has(row) && list.get(text(row['code'], 20))!.isWanted)
  }

  const bulk = async (day: Day, type?: 'splits' | 'dividends') => {
    const rows: Row[] = []
    for (const place of codes) {
      const query = { date: day, ...(type && { type }) }
      for (const row of rowsOf(await ask(`eod-bulk-last-day/${place}`, query), name)) rows.push(row)
    }
    return rows
  }

  async function ofIndex(from: Day, to: Day, refused: LeftOut[]): Promise<VendorBar[]> {
    try {
      const rows = rowsOf(await ask(`eod/${index}`, { from, to, period: 'd' }), name)
      return rows.map(row => barOf(marketIndex[exchange], row))
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      refused.push({ reason: error.reason, stockCode: marketIndex[exchange], date: to })
      return []
    }
  }

  return {
    name,
    async probe(day) {
      rowsOf(await ask(`eod/${index}`, { from: day, to: day, period: 'd' }), name)
    },

    async day(day) {
      const refused: LeftOut[] = []
      const rows = await ofTheMarket(await bulk(day), day, refused)
      const bars = barsOfDay(
        rows.map(row => barOf(text(row['code'], 20), row)),
        day,
        name,
      )
      for (const bar of await ofIndex(day, day, refused)) bars.add(bar)
      const splits = await ofTheMarketOrNone(await bulk(day, 'splits'), day, refused)
      const dividends = await ofTheMarketOrNone(await bulk(day, 'dividends'), day, refused)
      const actions = [
        ...splits.flatMap(row => splitIn(text(row['code'], 20), row, refused)),
        ...dividends.flatMap(row => dividendIn(text(row['code'], 20), row, row['dividend'], currencyOf[exchange])),
      ]
      return { batches: [bars.batch(), ...actionsBatch(actions)], refused: [...refused, ...bars.refused] }
    },

    async lists(today) {
      const list = await listed()
      const gone = [...(await delisted()).keys()].map(stockCode => ({ stockCode }))
      const refused: LeftOut[] = []
      const stocks = [...list.values()].filter(({ isWanted }) => isWanted)
      return {
        batches: [
          stocksBatch(stocks.map(({ code, name: stockName }) => ({ stockCode: code, stockName: stockName || code }))),
          ...(await closings(today, refused)),
        ],
        refused,
        gone,
      }
    },

    async history(from, to) {
      const list = await listed()
      const gone = await delisted()
      const wanted = [...list.values()].filter(({ isWanted }) => isWanted).map(({ code, place }) => `${code}.${place}`)
      const past = [...gone].map(([code, place]) => `${code}.${place}`)
      const parts: HistoryPart[] = [{ key: `index ${index}`, take: () => indexHistory(from, to) }]
      const all = [...wanted, ...past].toSorted()
      for (let at = 0; at < all.length; at += stocksAPart) {
        const some = all.slice(at, at + stocksAPart)
        parts.push({ key: `stocks ${some[0]} to ${some.at(-1)}`, take: () => stocksHistory(some, gone, from, to) })
      }
      return parts
    },
  }

  /**
   * Skips corporate actions of stocks that are not listed, even if that is all of them: a day has too few actions to
   * show that they are of another market.
   */
  async function ofTheMarketOrNone(rows: Row[], day: Day, refused: LeftOut[]): Promise<Row[]> {
    const list = await listed()
    return rows.filter(row => {
      const isOurs = list.get(text(row['code'], 20))?.isWanted === true
      if (isOurs && dayOf(row['date']) !== day) {
        const found = text(row['date'], 40)
        refused.push({
          reason: { text: 'source.of-other-day', values: { found } },
          stockCode: text(row['code'], 20),
          date: day,
        })
        return false
      }
      return isOurs
    })
  }

  async function indexHistory(from: Day, to: Day): Promise<Given> {
    const refused: LeftOut[] = []
    const bars = new Bars()
    for (const bar of await ofIndex(from, to, refused)) bars.add(bar)
    return { batches: bars.count > 0 ? [bars.batch()] : [], refused: [...refused, ...bars.refused] }
  }

  async function stocksHistory(
    symbols: string[],
    gone: ReadonlyMap<string, string>,
    from: Day,
    to: Day,
  ): Promise<Given> {
    const refused: LeftOut[] = []
    const bars = new Bars()
    const actions: ActionRow[] = []
    for (const symbol of symbols) {
      const stockCode = symbol.slice(0, symbol.lastIndexOf('.'))
      try {
        for (const row of rowsOf(await ask(`eod/${symbol}`, { from, to, period: 'd' }), name))
          bars.add(barOf(stockCode, row))
        const splits = rowsOf(await ask(`splits/${symbol}`, { from, to }), name)
        for (const row of splits) actions.push(...splitIn(stockCode, row, refused))
        const dividends = rowsOf(await ask(`div/${symbol}`, { from, to }), name)
        for (const row of dividends) actions.push(...dividendIn(stockCode, row, row['value'], currencyOf[exchange]))
      } catch (error) {
        // A stock that the vendor does not have must not stop the others.
        if (!(error instanceof SourceError) || error.reason.text !== 'source.unknown') throw error
        refused.push({ reason: error.reason, stockCode })
      }
    }
    return {
      batches: [...(bars.count > 0 ? [bars.batch()] : []), ...actionsBatch(actions)],
      refused: [...refused, ...bars.refused],
      gone: symbols
        .map(symbol => symbol.slice(0, symbol.lastIndexOf('.')))
        .filter(code => gone.has(code))
        .map(stockCode => ({ stockCode })),
    }
  }

  /** Reads closings. If the plan does not include them, as with cheaper ones, prices must still load. */
  async function closings(today: Day, refused: LeftOut[]): Promise<Batch[]> {
    try {
      return await announcedClosings(today)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      refused.push({ reason: error.reason })
      return []
    }
  }

  /** Both lists are objects with numeric keys. A bank holiday is not a closing of the exchange. */
  async function announcedClosings(today: Day): Promise<Batch[]> {
    const details = (await ask(`exchange-details/${codes[0]}`)) as Row | null
    const listOf = (key: string) => Object.values((details?.[key] ?? {}) as Record<string, Row>)
    const rows = [
      ...listOf('ExchangeHolidays')
        .filter(row => text(row['Type']).toLowerCase() === 'official')
        .map(row => ({ date: dayOf(row['Date']), kind: 'full' as const, name: text(row['Holiday'], 100) })),
      ...listOf('ExchangeEarlyCloseDays').map(row => ({
        date: dayOf(row['Date']),
        kind: 'half' as const,
        name: text(row['Holiday'], 100),
      })),
    ]
    return closingsBatch(rows.filter(({ date }) => date >= today))
  }
}
