import { mostScreened, type Screened, type ScreenedRow } from '@finlist/contract/screener'
import type { FigureName } from '@finlist/domain/screener/figures'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
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
  const { rows, failed } = useQueries({
    queries: Array.from({ length: pages - 1 }, (_, at) => rowsOf(asked, figures, (at + 1) * mostScreened)),
    combine: further => ({
      rows: further.flatMap(page => page.data?.rows ?? []),
      failed: further.find(({ isError }) => isError),
    }),
  })
  const stocks = useMemo(() => [...data.rows, ...rows].map(chartedOf), [data.rows, rows])
  const days = data.markets.flatMap(({ date }) => date ?? []).toSorted()
  return (
    <ChartList
      title={title}
      stocks={stocks}
      asAt={days.length === data.markets.length ? days[0] : undefined}
      busy={busy}
    >
      {failed && (
        <li className="col-span-full">
          <CallFailed error={failed.error} onRetry={() => void failed.refetch()} />
        </li>
      )}
      {hasMore && <li ref={end} aria-hidden className="col-span-full h-px" />}
    </ChartList>
  )
}

const chartedOf = (row: ScreenedRow) => ({ exchange: row.exchange, stockCode: row.stockCode, name: nameOf(row) })
