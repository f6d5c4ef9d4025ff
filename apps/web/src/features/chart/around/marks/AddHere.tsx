import { watchlistStocks } from '@finlist/contract/watchlist'
import { useQuery } from '@tanstack/react-query'
import { useOperator } from '../../../../api/operator.ts'
import { callQuery, madeFrom, queryClient } from '../../../../api/query-client.ts'
import AddToWatchlist from '../../../../components/watchlist/add-to-watchlist.tsx'
import { watchlistsOfPerson } from '../../../../components/watchlists.ts'
import type { Marked } from './stock-marks.ts'

const none: never[] = []

/** Lazy-loaded, with the texts of 'watchlist'. Adds the stock of the chart to a watchlist. */
export default function AddHere({ stock, close, onClose }: { stock: Marked; close: number; onClose: () => void }) {
  const { exchange, stockCode } = stock
  const { buyPriceStep } = useOperator()
  const lists = useQuery(watchlistsOfPerson()).data ?? none
  const ids = lists.map(({ watchlistId }) => watchlistId)
  const positions = useQuery(listsWith(ids)).data
  const watchlistData = lists.flatMap(({ watchlistId, watchlistName }, at) =>
    (positions?.[at]?.stockList ?? none)
      .filter(it => it.exchange === exchange && it.stockCode === stockCode)
      .map(({ watchlistStockId, buyPrice }) => ({ watchlistId, watchlistName, watchlistStockId, buyPrice })),
  )
  return (
    <AddToWatchlist
      exchange={exchange}
      stock={{ ...stock, close, watchlistData }}
      step={buyPriceStep.finder}
      onClose={onClose}
    />
  )
}

/** The positions of each list, in the order of the ids. */
const listsWith = (ids: readonly number[]) => ({
  queryKey: [watchlistStocks.path, 'by list', ids],
  meta: madeFrom(watchlistStocks),
  enabled: ids.length > 0,
  queryFn: () => Promise.all(ids.map(id => queryClient.fetchQuery(callQuery(watchlistStocks, { params: { id } })))),
})
