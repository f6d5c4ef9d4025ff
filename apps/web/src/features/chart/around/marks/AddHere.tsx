import { watchlistStocks } from '@finlist/contract/watchlist'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useOperator } from '../../../../api/operator.ts'
import { callQuery } from '../../../../api/query-client.ts'
import AddToWatchlist from '../../../../components/watchlist/add-to-watchlist.tsx'
import { watchlistsOfPerson } from '../../../../components/watchlists.ts'
import type { Marked } from './stock-marks.ts'

const none: never[] = []

/** Lazy-loaded, with the texts of 'watchlist'. Adds the stock of the chart to a watchlist. */
export default function AddHere({ stock, close, onClose }: { stock: Marked; close: number; onClose: () => void }) {
  const { exchange, stockCode } = stock
  const { buyPriceStep } = useOperator()
  const lists = useQuery(watchlistsOfPerson()).data ?? none
  const positions = useQueries({
    queries: lists.map(({ watchlistId: id }) => callQuery(watchlistStocks, { params: { id } })),
  })
  const watchlistData = lists.flatMap(({ watchlistId, watchlistName }, at) =>
    (positions[at]?.data?.stockList ?? none)
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
