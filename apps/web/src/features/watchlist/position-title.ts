import type { SelectableStock, WatchlistStock } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import { nameOf } from '../../components/stock-name.ts'

export const titleOf = (stock: SelectableStock | WatchlistStock) =>
  `${padded(stock.exchange, stock.stockCode)} ${nameOf(stock)}`
