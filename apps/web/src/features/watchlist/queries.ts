import { watchlistStocks } from '@finlist/contract/watchlist'
import { callQuery } from '../../api/query-client.ts'

export const positionsOf = (id: number) => callQuery(watchlistStocks, { params: { id } })
