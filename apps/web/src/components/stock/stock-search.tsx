import { chartSearch, type FoundSymbol } from '@finlist/contract/charts/chart'
import type { SelectableStock } from '@finlist/contract/watchlist'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { CallFailed } from '../notices/call-failed.tsx'
import { PickerField } from './stock-picker.tsx'

type Props = {
  exchange: ExchangeId
  picked: SelectableStock | undefined
  onPick: (stock: SelectableStock | undefined) => void
  wrong: string | undefined
}

const searchOf = (query: string, exchange: ExchangeId) => ({
  ...callQuery(chartSearch, { query: { query, exchange, type: 'stock', isSimulator: 'false' } }),
  staleTime: 10 * 60_000,
})

/** Picks one of a market's stocks through the chart's search, which every user may use. */
export function StockSearch({ exchange, picked, onPick, wrong }: Props) {
  const [typed, setTyped] = useState('')
  const sought = useDeferredValue(typed).trim().slice(0, longest)
  const search = useQuery({
    ...searchOf(sought, exchange),
    enabled: sought !== '' && !picked,
    placeholderData: keepPreviousData,
  })
  if (search.error) return <CallFailed error={search.error} onRetry={() => void search.refetch()} />
  const firstOf = async () => {
    const wanted = typed.trim().slice(0, longest)
    if (wanted === '') return undefined
    const found = await queryClient.fetchQuery(searchOf(wanted, exchange)).catch(() => [])
    return stocksOf(found)[0]
  }
  return (
    <PickerField
      picked={picked}
      onPick={onPick}
      wrong={wrong}
      sought={typed}
      onSought={setTyped}
      found={search.data && stocksOf(search.data)}
      firstOf={firstOf}
    />
  )
}

/** Maximum length of the text that the call accepts. */
const longest = 60

const stocksOf = (found: readonly FoundSymbol[]): SelectableStock[] =>
  found.flatMap(({ full_name, type, description, description_zh, delisted_on }) => {
    const known = parseSymbol(full_name)
    if (type !== 'stock' || !known) return []
    const { exchange, stockCode } = known as { exchange: ExchangeId; stockCode: string }
    return [
      {
        exchange,
        stockCode,
        stockName: description,
        stockNameZh: description_zh,
        ...(delisted_on && { delistedOn: delisted_on }),
      },
    ]
  })
