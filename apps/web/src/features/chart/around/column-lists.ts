import { finderStocks } from '@finlist/contract/finder'
import { finListNewest } from '@finlist/contract/finlist'
import { watchlistStocks } from '@finlist/contract/watchlist'
import { padded } from '@finlist/domain/chart/padded'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../../api/query-client.ts'
import { useShownList } from '../../../components/small-charts/shown-list.ts'
import { nameOf } from '../../../components/stock-name.ts'
import { watchlistsOfPerson } from '../../../components/watchlists.ts'
import type { StockMarks } from './marks/stock-marks.ts'

/**
 * The name of a list next to the chart: the list from which the chart was opened, the newest FinList of a market, a
 * watchlist, the last Finder results of this visit, or the stocks that the user has flagged or noted.
 */
export type ListName = 'shown' | `finlist:${ExchangeId}` | `watchlist:${number}` | 'finder' | 'marked'

export type ColumnRow = {
  symbol: string
  code: string
  name: string
  price: number | null
  change: number | null
  /** The day of the price. */
  date: string | null
}

type Listed = { stockCode: string; stockName: string; stockNameZh: string }
type Priced = Pick<ColumnRow, 'price' | 'change' | 'date'>
const rowOf = (exchange: ExchangeId, stock: Listed, priced: Priced): ColumnRow => ({
  symbol: symbolOf({ exchange, stockCode: stock.stockCode }),
  code: padded(exchange, stock.stockCode),
  name: nameOf(stock),
  ...priced,
})

/** The most common date of the prices. It is shown above the list; a row shows its own date only if that differs. */
export function dateOf(rows: readonly ColumnRow[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { date } of rows) if (date !== null) counts.set(date, (counts.get(date) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** Finder's last query, while its response is cached. */
const lastFound = () =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: [finderStocks.path] })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0]?.queryKey[1] as Asking | undefined

type Asking = Parameters<typeof callQuery<typeof finderStocks>>[1] & object

/**
 * The lists available to the user. `of`: the market of a FinList, or the name of a watchlist or of the list from which
 * the chart was opened; empty for the other lists.
 */
export function useListNames(
  rights: readonly string[],
  marks: StockMarks | undefined,
): { name: ListName; of: string }[] {
  const mayWatch = rights.includes('watchlist')
  const watchlists = useQuery({ ...watchlistsOfPerson(), enabled: mayWatch })
  const shown = useShownList().data
  return [
    ...(shown ? [{ name: 'shown' as const, of: shown.title }] : []),
    ...exchangeIds
      .filter(exchange => rights.includes(`finlist:${exchange}`))
      .map(exchange => ({ name: `finlist:${exchange}` as const, of: exchange })),
    ...(watchlists.data ?? []).map(({ watchlistId, watchlistName }) => ({
      name: `watchlist:${watchlistId}` as const,
      of: watchlistName,
    })),
    ...(lastFound() ? [{ name: 'finder' as const, of: '' }] : []),
    ...(marks?.size ? [{ name: 'marked' as const, of: '' }] : []),
  ]
}

/** The rows of a list, and the query that fetches them. */
export function useColumnRows(name: ListName | undefined, marks: StockMarks | undefined) {
  const [kind, of = ''] = name?.split(':') ?? []
  const shown = useShownList()
  const exchange = of as ExchangeId
  const issue = useQuery({ ...callQuery(finListNewest, { params: { exchange } }), enabled: kind === 'finlist' })
  const watched = useQuery({
    ...callQuery(watchlistStocks, { params: { id: Number(of) } }),
    enabled: kind === 'watchlist',
  })
  const asking = kind === 'finder' ? lastFound() : undefined
  const found = useQuery({ ...callQuery(finderStocks, asking as Asking), enabled: asking !== undefined })
  if (kind === 'finlist')
    return {
      query: issue,
      rows: (issue.data?.stockList ?? [])
        .filter(({ mask }) => !mask)
        .map(stock =>
          rowOf(exchange, stock, {
            price: stock.close,
            change: stock.closeChange,
            date: issue.data?.issueDate ?? null,
          }),
        ),
    }
  if (kind === 'watchlist')
    return {
      query: watched,
      rows: (watched.data?.stockList ?? []).map(stock =>
        rowOf(stock.exchange, stock, { price: stock.currentPrice, change: null, date: stock.priceDate }),
      ),
    }
  if (kind === 'marked')
    return {
      query: shown,
      rows: [...(marks?.values() ?? [])].map(stock =>
        rowOf(stock.exchange, stock, { price: null, change: null, date: null }),
      ),
    }
  if (kind === 'shown')
    return {
      query: shown,
      rows: (shown.data?.stocks ?? []).map(stock => ({ ...stock, price: null, change: null, date: null })),
    }
  return {
    query: found,
    rows: (found.data ?? []).map(stock =>
      rowOf(asking?.params.exchange ?? 'HKEX', stock, {
        price: stock.close,
        change: stock.closeChange,
        date: stock.priceDate,
      }),
    ),
  }
}
