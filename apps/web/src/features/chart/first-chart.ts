import type { Resolution } from '@finlist/domain/chart/spans'
import { isMarketIndex, parseSymbol } from '@finlist/domain/chart/symbol'
import { productNow } from '../../api/product-now.ts'
import { queryClient } from '../../api/query-client.ts'
import { read } from '../../api/storage.ts'
import { actionsOf, historyOf, infoOf, marksOf, patternsOf } from './queries.ts'

export const loadCandleChart = () => import('../../components/price-chart/candle-chart.tsx')

/** Prefetches the data that `useChartData` requests when a chart is first drawn. */
export function fetchFirstChart(symbol: string, resolution: Resolution): Promise<unknown> {
  const known = parseSymbol(symbol)
  const adjustment = read('adjustment')
  const isIndex = known !== undefined && isMarketIndex(known)
  return Promise.all([
    queryClient.prefetchInfiniteQuery(historyOf({ symbol, resolution, adjustment, now: productNow() })),
    queryClient.prefetchQuery(infoOf(symbol)),
    ...(isIndex
      ? [queryClient.prefetchQuery(marksOf(symbol, resolution))]
      : [
          queryClient.prefetchQuery(patternsOf(symbol, resolution, adjustment)),
          queryClient.prefetchQuery(actionsOf(symbol)),
        ]),
  ])
}
