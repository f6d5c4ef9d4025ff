import { type MarketMap, marketMap, mostMapped } from '@finlist/contract/screener'
import { adjustedPrice, stepAt } from '@finlist/domain/adjust/adjustment'
import type { ExchangeId } from '@finlist/domain/markets'
import { periodChanges } from '@finlist/domain/screener/period-changes'
import type { Db } from '../../db/database.ts'
import { EncodedResponse } from '../../http/encoded-response.ts'
import { readBoard } from '../../market-data/screen/store.ts'
import { readSteps } from '../../market-data/store/adjustments.ts'
import { readBases } from './store.ts'

type Sector = MarketMap['sectors'][number]
type BoardStock = Awaited<ReturnType<typeof readBoard>>[number]

/** The response with the market's map on its newest day. Reads the board and prices, and nothing of any list. */
export const encodeMap = async (db: Db, exchange: ExchangeId) =>
  await EncodedResponse.make(marketMap, await readMap(db, exchange))

async function readMap(db: Db, exchange: ExchangeId): Promise<MarketMap> {
  const [board, steps] = await Promise.all([readBoard(db, exchange), readSteps(db, exchange, { ofBars: true })])
  const [first, ...rest] = board.map(({ date }) => date)
  if (first === undefined) return { date: null, total: 0, sectors: [], stocks: [] }
  const day = rest.reduce((newest, date) => (date > newest ? date : newest), first)
  const bases = await readBases(db, exchange, day)
  const turnoverOf = ({ date, close, volume }: BoardStock) => (date === day ? close * volume : 0)
  const largest = board.toSorted((one, other) => turnoverOf(other) - turnoverOf(one)).slice(0, mostMapped)
  const sectors = [...new Map(largest.map(stock => [sectorOf(stock).name, sectorOf(stock)])).values()].toSorted(
    (one, other) => Number(one.name === '') - Number(other.name === '') || one.name.localeCompare(other.name, 'en'),
  )
  const placeOf = new Map(sectors.map(({ name }, at) => [name, at]))
  return {
    date: day,
    total: board.length,
    sectors,
    stocks: largest.map(stock => {
      const closes = (bases.get(stock.stock_code) ?? []).map(({ date, close }) => ({
        date,
        close: adjustedPrice(close, stepAt(steps.get(stock.stock_code) ?? [], date)),
      }))
      return {
        stockCode: stock.stock_code,
        stockName: stock.stock_name ?? '',
        stockNameZh: stock.stock_name_zh ?? '',
        sector: placeOf.get(sectorOf(stock).name)!,
        price: closes.at(-1)?.close ?? stock.close,
        turnover: Math.round(turnoverOf(stock)),
        ...(stock.date !== day && { tradedOn: stock.date }),
        changes: periodChanges(day, closes),
      }
    }),
  }
}

/** The stock's sector or, where a source has none, its sub-sector; without either, an empty name. */
const sectorOf = (stock: BoardStock): Sector =>
  stock.sector
    ? { name: stock.sector, nameZh: stock.sector_zh ?? '' }
    : { name: stock.sub_sector ?? '', nameZh: stock.sub_sector_zh ?? '' }
