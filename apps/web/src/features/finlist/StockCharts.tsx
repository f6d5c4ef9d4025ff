import { useMemo } from 'react'
import { ChartList } from '../../components/small-charts/lazy.tsx'
import { nameOf } from '../../components/stock-name.ts'
import type { ListProps } from './StockTable.tsx'

/** Lazy-loaded. The list as small charts. Masked stocks have none. */
export default function StockCharts({ caption, exchange, stocks }: ListProps) {
  const charted = useMemo(
    () =>
      stocks.filter(({ mask }) => !mask).map(stock => ({ exchange, stockCode: stock.stockCode, name: nameOf(stock) })),
    [exchange, stocks],
  )
  return <ChartList title={caption} stocks={charted} asAt={undefined} />
}
