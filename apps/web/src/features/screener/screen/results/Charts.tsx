import { mostScreened, type Screened, type ScreenedRow, screenStocks } from '@finlist/contract/screener'
import type { FigureName } from '@finlist/domain/screener/figures'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { madeFrom, queryClient } from '../../../../api/query-client.ts'
import { CallFailed } from '../../../../components/notices/call-failed.tsx'
import { ChartList } from '../../../../components/small-charts/lazy.tsx'
import { nameOf } from '../../../../components/stock-name.ts'
import { type Asked, rowsOf } from '../queries.ts'
import { usePages } from './use-pages.ts'

type Props = {
  asked: Asked
  figures: readonly FigureName[]
  data: Screened
  busy: boolean
  title: string
}

/** The matches as small charts, in the order of the table. */
export function Charts({ asked, figures, data, busy, title }: Props) {
  const { pages, hasMore, end } = usePages(JSON.stringify(asked), data.rows.length, data.matched, mostScreened)
  const further = useQuery(furtherOf(asked, figures, pages))
  const stocks = useMemo(() => [...data.rows, ...(further.data ?? [])].map(chartedOf), [data.rows, further.data])
  const days = data.markets.flatMap(({ date }) => date ?? []).toSorted()
  return (
    <ChartList
      title={title}
      stocks={stocks}
      asAt={days.length === data.markets.length ? days[0] : undefined}
      busy={busy}
    >
      {further.isError && (
        <li className="col-span-full">
          <CallFailed error={further.error} onRetry={() => void further.refetch()} />
        </li>
      )}
      {hasMore && <li ref={end} aria-hidden className="col-span-full h-px" />}
    </ChartList>
  )
}

/** The rows of the pages after the first. While one more page loads, the pages before it stay. */
const furtherOf = (asked: Asked, figures: readonly FigureName[], pages: number) => {
  const list = JSON.stringify([asked, figures])
  return queryOptions({
    queryKey: [screenStocks.path, 'further pages', list, pages],
    meta: madeFrom(screenStocks),
    enabled: pages > 1,
    placeholderData: (before, query) => (query?.queryKey[2] === list ? before : undefined),
    queryFn: async (): Promise<ScreenedRow[]> => {
      const starts = Array.from({ length: pages - 1 }, (_, at) => (at + 1) * mostScreened)
      const found = await Promise.all(starts.map(from => queryClient.fetchQuery(rowsOf(asked, figures, from))))
      return found.flatMap(({ rows }) => rows)
    },
  })
}

const chartedOf = (row: ScreenedRow) => ({ exchange: row.exchange, stockCode: row.stockCode, name: nameOf(row) })
