import type { WatchlistStock } from '@finlist/contract/watchlist'
import { useMemo } from 'react'
import { ChartList } from '../../components/small-charts/lazy.tsx'
import { nameOf } from '../../components/stock-name.ts'

/** Lazy-loaded. The stocks of a watchlist as small charts. */
export default function Charts({ title, stocks }: { title: string; stocks: readonly WatchlistStock[] }) {
  const charted = useMemo(
    () => stocks.map(stock => ({ exchange: stock.exchange, stockCode: stock.stockCode, name: nameOf(stock) })),
    [stocks],
  )
  return <ChartList title={title} stocks={charted} asAt={undefined} />
}
