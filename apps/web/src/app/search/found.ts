import { user } from '@finlist/contract/account/account'
import { chartSearch, type FoundSymbol } from '@finlist/contract/charts/chart'
import { filterSets } from '@finlist/contract/finder'
import { inLanguage } from '@finlist/i18n/languages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { formatDay } from '../../components/market-dates.ts'
import { watchlistsOfPerson } from '../../components/watchlists.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { routeAt } from '../paths.ts'
import { useScreenTitle } from '../screen-title.ts'
import { filterSetPlace, isNamed, type Place, pagesOf, watchlistPlace } from './places.ts'

/** Maximum number of results other than stocks while the user types, so that the stocks below stay visible. */
const mostNamed = 6

const accountTabs = ['receipts', 'preferences'] as const
const myAccount = routeAt('/dashboard')!

const searchOf = (query: string) => ({
  ...callQuery(chartSearch, { query: { query, limit: 50 } }),
  staleTime: 10 * 60_000,
})

type Found = {
  places: readonly Place[]
  /** Whether the stocks match the current input. */
  isCurrent: boolean
  state: 'waiting' | 'found' | 'none' | 'failed'
}

/**
 * Search results for the input: the user's own lists and pages, matched in the browser, and below them the stocks,
 * matched by the server. Without input, everything except stocks.
 */
export function useFound(typed: string): Found {
  const t = useTranslation('search')
  const titleOf = useScreenTitle()
  const wanted = typed.trim()
  const sought = useDeferredValue(wanted)
  const { data: me } = useQuery(callQuery(user))
  const may = (right: string) => me?.rights.includes(right) === true
  const lists = useQuery({ ...watchlistsOfPerson(), enabled: may('watchlist') })
  const sets = useQuery({ ...callQuery(filterSets), enabled: may('finder') })
  const stocks = useQuery({ ...searchOf(sought), enabled: sought !== '', placeholderData: keepPreviousData })

  const known: Place[] = [
    ...(lists.data ?? []).map(list => watchlistPlace(list, t('watchlist'))),
    ...(sets.data ?? []).map(set => filterSetPlace(set, t('filter-set'))),
    ...pagesOf({ roles: me?.roles ?? [] }).map(route => ({
      key: route.path,
      name: titleOf(route),
      beside: t(route.path.startsWith('/admin/') ? 'staff-page' : 'page'),
      to: () => route.path,
    })),
    ...accountTabs.map(tab => ({
      key: tab,
      name: t(tab),
      beside: titleOf(myAccount),
      to: () => `/dashboard?tab=${tab}`,
    })),
  ]
  if (wanted === '') return { places: known, isCurrent: true, state: 'found' }

  const isCurrent = sought === wanted && !stocks.isFetching
  const places = [
    ...known.filter(place => isNamed(place, wanted)).slice(0, mostNamed),
    ...(stocks.data ?? []).map(symbol => ({
      ...stockPlace(symbol, wanted),
      ...(symbol.delisted_on && {
        beside: `${t('delisted', { date: formatDay(symbol.delisted_on, 'short') })} · ${symbol.exchange}`,
      }),
    })),
  ]
  const state = stocks.isError ? 'failed' : !isCurrent ? 'waiting' : places.length === 0 ? 'none' : 'found'
  return { places, isCurrent, state }
}

/** Resolves to the first stock that matches the text, once the server has responded; undefined if there is none. */
export async function firstStock(typed: string): Promise<Place | undefined> {
  const wanted = typed.trim()
  const [first] = wanted === '' ? [] : await queryClient.fetchQuery(searchOf(wanted)).catch(() => [])
  return first && stockPlace(first, wanted)
}

/** Shows the Chinese name when the user types Chinese. */
function stockPlace({ full_name, symbol, exchange, description, description_zh }: FoundSymbol, wanted: string): Place {
  const spoken = /\p{Script=Han}/u.test(wanted) ? 'zh' : currentLanguage()
  return {
    key: full_name,
    code: symbol,
    name: inLanguage(spoken, { en: description, zh: description_zh }),
    beside: exchange,
    stock: { exchange, stockCode: symbol },
  }
}
