import { selectableStocks, watchlistStocks } from '@finlist/contract/watchlist'
import { callQuery } from '../../api/query-client.ts'

export const positionsOf = (id: number) => callQuery(watchlistStocks, { params: { id } })

export const stocksToChoose = () => ({ ...callQuery(selectableStocks), staleTime: 60 * 60_000 })
