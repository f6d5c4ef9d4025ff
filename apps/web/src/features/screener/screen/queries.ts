import { type Screened, type ScreenScope, savedScreens, screenStocks, screenTexts } from '@finlist/contract/screener'
import type { ExchangeId } from '@finlist/domain/markets'
import type { FigureName, NumberName, TextName } from '@finlist/domain/screener/figures'
import type { QueryKey } from '@tanstack/react-query'
import { callQuery, queryClient } from '../../../api/query-client.ts'
import type { Sort } from '../../../ui/sort.ts'
import type { SortKey } from './address.ts'

/** Which stocks are screened. */
export type Among = {
  markets: ExchangeId[]
  scope: ScreenScope
  watchlistId: number | undefined
  on: string | undefined
}

const amongOf = ({ markets, scope, watchlistId, on }: Among) => ({
  markets,
  scope,
  ...(scope === 'watchlist' && watchlistId && { watchlistId }),
  ...(on && { on }),
})

// The calls only read data, although they are POSTs.
const staleTime = 60_000

/** What is screened, and the order of the rows. */
export type Asked = Among & { query: string; sort: Sort<SortKey> }

export const bodyOf = (asked: Asked, columns: readonly FigureName[]) => ({
  ...amongOf(asked),
  query: asked.query,
  columns: [...columns],
  sort: asked.sort,
})

export const rowsOf = (asked: Asked, columns: readonly FigureName[], from = 0) => ({
  ...callQuery(screenStocks, { body: { ...bodyOf(asked, columns), from } }),
  staleTime,
})

/** The answer to an earlier request, with its values in the order of other columns. Values that it lacks are null. */
export function inColumns(before: Screened, queryKey: QueryKey, columns: readonly FigureName[]): Screened {
  const { body } = queryKey[1] as { body: { columns: FigureName[] } }
  const places = columns.map(name => body.columns.indexOf(name))
  return {
    ...before,
    rows: before.rows.map(row => ({ ...row, values: places.map(place => row.values[place] ?? null) })),
  }
}

/** The number of matches, without their rows. */
export const countOf = (among: Among, query: string) => ({
  ...callQuery(screenStocks, { body: { ...amongOf(among), query, most: 0 } }),
  staleTime,
})

/** How the figure is distributed among the stocks in scope. */
export const distributionOf = (among: Among, figure: NumberName) => ({
  ...callQuery(screenStocks, { body: { ...amongOf(among), most: 0, distribution: figure } }),
  staleTime,
})

export const textsOf = (markets: ExchangeId[], figure: TextName) => ({
  ...callQuery(screenTexts, { body: { markets, figure } }),
  staleTime: 10 * 60_000,
})

export const screensOfPerson = () => callQuery(savedScreens)

export const refreshScreens = () => queryClient.invalidateQueries({ queryKey: screensOfPerson().queryKey })
