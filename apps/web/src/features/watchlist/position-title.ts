import type { WatchlistStock } from '@finlist/contract/watchlist'
import { codeShown, nameOf } from '../../parts/stock-name.ts'

export const titleOf = (stock: WatchlistStock) => `${codeShown(stock.exchange, stock.stockCode)} ${nameOf(stock)}`
