import { selectableStocks, watchlistStocks } from '@finlist/contract/watchlist'
import { asked } from '../../api/query-client.ts'

export const positionsOf = (id: number) => asked(watchlistStocks, { params: { id } })

export const stocksToChoose = () => ({ ...asked(selectableStocks), staleTime: 60 * 60_000 })
