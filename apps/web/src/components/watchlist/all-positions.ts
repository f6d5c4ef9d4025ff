import { type WatchlistStock, watchlistStocks } from '@finlist/contract/watchlist'
import { callQuery, madeFrom, queryClient } from '../../api/query-client.ts'

/** The positions of several watchlists in one query. Each list's own response is also cached under its own key. */
export const positionsIn = (listIds: readonly number[]) => ({
  queryKey: [watchlistStocks.path, 'of lists', listIds],
  meta: madeFrom(watchlistStocks),
  queryFn: async (): Promise<WatchlistStock[]> => {
    const lists = await Promise.all(
      listIds.map(id => queryClient.fetchQuery(callQuery(watchlistStocks, { params: { id } }))),
    )
    return lists.flatMap(({ stockList }) => stockList)
  },
})
