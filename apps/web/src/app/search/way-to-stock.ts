import { markets } from '@finlist/domain/markets'
import type { Location, NavigateOptions } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { read } from '../../api/storage.ts'
import { stocksOf } from '../../features/finlist/queries.ts'
import { marketPageAt } from '../paths.ts'

/**
 * The address at which a stock opens: its panel if the user is on a list that contains it, otherwise its chart.
 * Considers a list only if this browser has already loaded it.
 */
export function wayToStock(
  { exchange, stockCode }: { exchange: string; stockCode: string },
  { pathname, search, state }: Location<{ listBehind?: boolean } | null>,
): [to: string, how?: NavigateOptions] {
  const page = marketPageAt(pathname)
  const market = markets.find(({ id, linkSuffix }) => id === exchange && linkSuffix === page?.of)
  if (page?.screen === 'finlist' && market) {
    const named = new URLSearchParams(search)
    const issueDate = named.get('issueDate') ?? read('newestIssues')[market.id]
    const list = issueDate && queryClient.getQueryData(stocksOf(market.id, issueDate).queryKey)
    if (list && list.some(stock => stock.stockCode === stockCode)) {
      const isOpen = named.has('stock')
      named.set('stock', stockCode)
      return [`${pathname}?${named}`, { replace: isOpen, state: isOpen ? state : { listBehind: true } }]
    }
  }
  return [`/interactive-chart?${new URLSearchParams({ symbol: `${exchange}:${stockCode}` })}`]
}
