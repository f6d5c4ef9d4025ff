import { padded } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import { nameOf } from '../../components/stock-name.ts'

type Stock = { stockCode: string; stockName: string; stockNameZh: string }

/** A stock's code and name. */
export const titleOf = (exchange: ExchangeId, stock: Stock) => `${padded(exchange, stock.stockCode)} ${nameOf(stock)}`
