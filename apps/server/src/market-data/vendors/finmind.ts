import { addDays, type Day } from '@finlist/domain/calendar'
import { currencyOf, marketIndex } from '@finlist/domain/markets'
import { type ActionRow, actionsBatch, dividendOf, splitOf } from './actions.ts'
import { stocksBatch } from './listed.ts'
import { type Row, rowsOf } from './read-answer.ts'
import { type Given, type HistoryPart, type LeftOut, type Source, SourceError } from './source.ts'
import type { SourceClient } from './source-client.ts'
import { Bars, barsOfDay, dayOf, numberOf, text, type VendorBar } from './vendor-rows.ts'

const name = 'FinMind'
const stocksAPart = 10
/** A stock that has long been listed. */
const probed = '2330'
/** Four digits, or up to six for ETFs; excludes warrants and notes. */
const wantedCode = /^\d{4}$|^00\d{2,4}[A-Z]?$/

/**
 * FinMind v4, according to its documentation: "技術面" (finmind.github.io/tutor/TaiwanMarket/Technical: TaiwanStockInfo,
 * TaiwanStockPrice) and "基本面" (.../Fundamental: TaiwanStockDividend, TaiwanStockSplitPrice, TaiwanStockDelisting).
 * Every response is {msg, status, data}. Prices are unadjusted, volumes in shares; `max` and `min` are high and low. A
 * request for a whole market's day has no data_id. An exhausted quota is a 402; the API key is a header.
 */
export function finMind(client: SourceClient): Source {
  async function dataset(of: string, query: Record<string, string> = {}): Promise<Row[]> {
    const answer = (await client.json('data', { dataset: of, ...query })) as Row | null
    const status = numberOf(answer?.['status'])
    if (status === 402) throw new SourceError('source.used-up', { source: name, path: of, status, said: '' })
    if (status !== undefined && status !== 200)
      throw new SourceError('source.status', { source: name, path: of, status, said: '' })
    return rowsOf(answer?.['data'], name)
  }

  const listed = async () =>
    (await dataset('TaiwanStockInfo')).filter(row => wantedCode.test(text(row['stock_id'], 10)))

  return {
    name,
    async probe(day) {
      await dataset('TaiwanStockPrice', { data_id: probed, start_date: day, end_date: day })
    },

    async day(day) {
      const rows = await dataset('TaiwanStockPrice', { start_date: day, end_date: day })
      const bars = barsOfDay(rows.filter(isWanted).map(barOf), day, name)
      const refused: LeftOut[] = []
      const actions = [
        ...(await dataset('TaiwanStockSplitPrice', { start_date: day, end_date: day })).flatMap(row =>
          splitIn(row, refused),
        ),
        ...(await dataset('TaiwanStockDividend', { start_date: addDays(day, -120), end_date: day })).flatMap(
          dividendsIn,
        ),
      ]
      // Dividends are listed by announcement date, but apply from their ex-date on.
      const due = actions.filter(([, exDate]) => exDate === day)
      return { batches: [bars.batch(), ...actionsBatch(due)], refused: [...refused, ...bars.refused] }
    },

    async lists() {
      const rows = await listed()
      if (rows.length === 0) throw new SourceError('source.empty-list', { source: name })
      const stocks = new Map(
        rows.map(row => {
          const stockCode = text(row['stock_id'], 10)
          const stockNameZh = text(row['stock_name'])
          return [
            stockCode,
            { stockCode, stockName: stockNameZh, stockNameZh, sectorZh: text(row['industry_category']) },
          ]
        }),
      )
      const gone = (await dataset('TaiwanStockDelisting')).flatMap(row => {
        const stockCode = text(row['stock_id'], 10)
        const on = dayOf(row['date'])
        return wantedCode.test(stockCode) && on && !stocks.has(stockCode) ? [{ stockCode, on }] : []
      })
      return { batches: [stocksBatch([...stocks.values()])], refused: [], gone }
    },

    // Requests history by stock, because every plan of the vendor includes such requests.
    async history(from, to) {
      const codes = [...new Set((await listed()).map(row => text(row['stock_id'], 10)))].toSorted()
      const all = [marketIndex.TW, ...codes]
      const parts: HistoryPart[] = []
      for (let at = 0; at < all.length; at += stocksAPart) {
        const some = all.slice(at, at + stocksAPart)
        parts.push({ key: `stocks ${some[0]} to ${some.at(-1)}`, take: () => stocksHistory(some, from, to) })
      }
      return parts
    },
  }

  async function stocksHistory(codes: string[], from: Day, to: Day): Promise<Given> {
    const bars = new Bars()
    const actions: ActionRow[] = []
    const refused: LeftOut[] = []
    for (const data_id of codes) {
      const query = { data_id, start_date: from, end_date: to }
      for (const row of await dataset('TaiwanStockPrice', query)) if (!isWithoutTrade(row)) bars.add(barOf(row))
      if (data_id === marketIndex.TW) continue
      for (const row of await dataset('TaiwanStockSplitPrice', query)) actions.push(...splitIn(row, refused))
      for (const row of await dataset('TaiwanStockDividend', query)) actions.push(...dividendsIn(row))
    }
    return {
      batches: [...(bars.count > 0 ? [bars.batch()] : []), ...actionsBatch(actions)],
      refused: [...refused, ...bars.refused],
    }
  }
}

const isWanted = (row: Row) => {
  const code = text(row['stock_id'], 10)
  return (wantedCode.test(code) || code === marketIndex.TW) && !isWithoutTrade(row)
}

/** Prices are 0 on a day without a trade. */
const isWithoutTrade = (row: Row) =>
  numberOf(row['Trading_Volume']) === 0 && ['open', 'max', 'min'].every(column => numberOf(row[column]) === 0)

const barOf = (row: Row): VendorBar => ({
  stockCode: text(row['stock_id'], 10),
  date: row['date'],
  open: row['open'],
  high: row['max'],
  low: row['min'],
  close: row['close'],
  volume: row['Trading_Volume'],
})

const priceStep = 0.01

/** Derives the ratio from the reference prices before and after, each rounded to a price step. */
function splitIn(row: Row, refused: LeftOut[]): ActionRow[] {
  const stockCode = text(row['stock_id'], 10)
  const exDate = dayOf(row['date'])
  const [before, after] = [numberOf(row['before_price']), numberOf(row['after_price'])]
  const split = exDate && before && after ? splitOf(stockCode, exDate, before, after, priceStep / after) : undefined
  if (split) return [split]
  refused.push({
    reason: { text: 'source.no-split', values: { cell: `${before} / ${after}` } },
    stockCode,
    ...(exDate && { date: exDate }),
  })
  return []
}

/** Cash dividends, paid from earnings and from reserves. */
function dividendsIn(row: Row): ActionRow[] {
  const exDate = dayOf(row['CashExDividendTradingDate'])
  const amount = (numberOf(row['CashEarningsDistribution']) ?? 0) + (numberOf(row['CashStatutorySurplus']) ?? 0)
  return exDate && amount > 0 ? [dividendOf(text(row['stock_id'], 10), exDate, amount, currencyOf.TW)] : []
}
