import '../../i18n/list-texts.ts'
import { user } from '@finlist/contract/account/account'
import { mostSmall, smallCharts } from '@finlist/contract/charts/chart'
import { padded } from '@finlist/domain/chart/padded'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { useOwnPrices } from '../watchlist/own-prices.ts'
import { ChartCell, type Charted } from './chart-cell.tsx'
import { useInterval } from './interval.ts'
import { flipThrough } from './shown-list.ts'

const noRights: string[] = []

type Props = {
  /** The list's name, as screen readers and the list next to the chart have it. */
  title: string
  /** A stock that is listed several times has one chart. */
  stocks: readonly Charted[]
  /** The newest day of the list's prices. */
  asAt: string | undefined
  busy?: boolean
  /** Further items of the list. */
  children?: ReactNode
}

/** Lazy-loaded, with the texts of 'list-charts'. A list of stocks as small charts. A chart that is opened keeps the list. */
export default function ChartList({ title, stocks: listed, asAt, busy = false, children }: Props) {
  const stocks = useMemo(() => [...new Map(listed.map(stock => [symbolOf(stock), stock])).values()], [listed])
  const [interval] = useInterval()
  const rights = useQuery(callQuery(user)).data?.rights ?? noRights
  const ownPrices = useOwnPrices(rights, true)
  const onOpen = useCallback(
    () =>
      flipThrough({
        title,
        stocks: stocks.map(stock => ({
          symbol: symbolOf(stock),
          code: padded(stock.exchange, stock.stockCode),
          name: stock.name,
        })),
      }),
    [title, stocks],
  )
  return (
    <ul
      aria-label={title}
      aria-busy={busy}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-3 py-2"
    >
      {chunksOf(stocks).map(chunk => (
        <Chunk key={chunk.map(symbolOf).join()} {...{ stocks: chunk, interval, ownPrices, asAt, onOpen }} />
      ))}
      {children}
    </ul>
  )
}

const chunksOf = (stocks: readonly Charted[]) =>
  Array.from({ length: Math.ceil(stocks.length / mostSmall) }, (_, at) =>
    stocks.slice(at * mostSmall, (at + 1) * mostSmall),
  )

type ChunkProps = {
  stocks: readonly Charted[]
  interval: ReturnType<typeof useInterval>[0]
  ownPrices: ReturnType<typeof useOwnPrices>
  asAt: string | undefined
  onOpen: () => void
}

/** The stocks of one request, which is sent when the first of them comes near the visible area. */
function Chunk({ stocks, interval, ownPrices, asAt, onOpen }: ChunkProps) {
  const [isNear, setNear] = useState(false)
  const onNear = useCallback(() => setNear(true), [])
  const charts = useQuery({
    ...callQuery(smallCharts, { query: { symbols: stocks.map(symbolOf).join(), resolution: interval } }),
    enabled: isNear,
  })
  return stocks.map((stock, at) => (
    <ChartCell
      key={symbolOf(stock)}
      stock={stock}
      chart={charts.data?.[at]}
      hasFailed={charts.isError}
      interval={interval}
      own={ownPrices.get(symbolOf(stock))}
      asAt={asAt}
      onNear={onNear}
      onOpen={onOpen}
    />
  ))
}
