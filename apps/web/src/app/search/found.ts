import { user } from '@finlist/contract/account/account'
import { chartSearch, type FoundSymbol } from '@finlist/contract/charts/chart'
import { filterSets } from '@finlist/contract/finder'
import type { ExchangeId } from '@finlist/domain/markets'
import { inLanguage } from '@finlist/i18n/languages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { formatDay } from '../../components/market-dates.ts'
import { watchlistsOfPerson } from '../../components/watchlists.ts'
import { type Translate, useTranslation } from '../../i18n/texts.ts'
import { routeAt } from '../paths.ts'
import { useScreenTitle } from '../screen-title.ts'
import { useActions } from './actions.ts'
import { type AlertCommand, alertAsked } from './alert-command.ts'
import { useGuidePlaces } from './guide-places.ts'
import { filterSetPlace, isNamed, type Place, pagesOf, watchlistPlace } from './places.ts'
import { type Recent, recentPlaces } from './recent.ts'

/** Maximum number of results other than stocks while the user types, so that the stocks below stay visible. */
const mostNamed = 6
/** Maximum number of stocks that an alert is offered for. */
const mostAlerts = 5

/** A code, or a letter or two, is rarely meant for the help. */
const isWord = /\p{Script=Han}|\p{L}{3}/u

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
  /** Resolves to the first result for the input that depends on the server, once it has responded. */
  first: () => Promise<Place | undefined>
}

/**
 * Search results for the input: the user's own lists, pages, settings, actions, questions and terms, matched in the
 * browser, those opened recently first; and below them the stocks, matched by the server. If the input asks for a price
 * alert, only the stocks that it may mean. Without input, what was opened recently, lists, pages and actions.
 */
export function useFound(typed: string): Found {
  const t = useTranslation('search')
  const wanted = typed.trim()
  const command = alertAsked(wanted)
  const sought = useDeferredValue(command?.stock ?? wanted)
  const known = useKnown(isWord.test(wanted))
  const [recents] = useState(recentPlaces)
  const stocks = useQuery({ ...searchOf(sought), enabled: sought !== '', placeholderData: keepPreviousData })
  const placesOf = (found: readonly FoundSymbol[]) =>
    command ? alertPlaces(found, command, t) : found.map(symbol => stockPlace(symbol, wanted, t))
  const first = async () => {
    const found = wanted === '' ? [] : await queryClient.fetchQuery(searchOf(command?.stock ?? wanted)).catch(() => [])
    return placesOf(found)[0]
  }
  const place = ({ key, stock }: Recent) =>
    stock ? stockPlace({ ...stock, ticker: key, type: 'stock' }, wanted, t) : known.find(one => one.key === key)
  const opened = recents.flatMap(recent => place(recent) ?? [])
  const isRecent = new Set(opened.map(({ key }) => key))
  if (wanted === '') {
    const others = known.filter(({ key, isAsked }) => !isAsked && !isRecent.has(key))
    return { places: [...opened, ...others], isCurrent: true, state: 'found', first }
  }

  const isCurrent = sought === (command?.stock ?? wanted) && !stocks.isFetching
  const named = [...opened.filter(one => !('stock' in one)), ...known.filter(({ key }) => !isRecent.has(key))]
  const places = [
    ...(command ? [] : named.filter(one => isNamed(one, wanted)).slice(0, mostNamed)),
    ...placesOf(stocks.data ?? []),
  ]
  const state = stocks.isError ? 'failed' : !isCurrent ? 'waiting' : places.length === 0 ? 'none' : 'found'
  return { places, isCurrent, state, first }
}

/** Everything that is found in the browser; the help (`isAsked`) only if a word is typed. */
function useKnown(isWordTyped: boolean): (Place & { isAsked?: boolean })[] {
  const t = useTranslation('search')
  const titleOf = useScreenTitle()
  const { data: me } = useQuery(callQuery(user))
  const may = (right: string) => me?.rights.includes(right) === true
  const lists = useQuery({ ...watchlistsOfPerson(), enabled: may('watchlist') })
  const sets = useQuery({ ...callQuery(filterSets), enabled: may('finder') })
  const actions = useActions(me)
  const guide = useGuidePlaces(isWordTyped)
  return [
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
    ...actions,
    ...guide.map(place => ({ ...place, isAsked: true })),
  ]
}

/** Shows the Chinese name when the user types Chinese. */
function stockPlace(found: FoundSymbol, wanted: string, t: Translate<'search'>): Place {
  const { full_name, symbol, exchange, description, description_zh, delisted_on, formerly, formerly_zh } = found
  const spoken = /\p{Script=Han}/u.test(wanted) ? 'zh' : currentLanguage()
  const facts = [
    formerly && t('formerly', { name: inLanguage(spoken, { en: formerly, zh: formerly_zh ?? formerly }) }),
    delisted_on && t('delisted', { date: formatDay(delisted_on, 'short') }),
    exchange,
  ]
  return {
    key: full_name,
    code: symbol,
    name: inLanguage(spoken, { en: description, zh: description_zh }),
    beside: facts.filter(Boolean).join(' · '),
    stock: found,
  }
}

/** Price alerts on the stocks that are still listed. Each opens the alert's dialog, filled in. */
const alertPlaces = (found: readonly FoundSymbol[], { kind, value }: AlertCommand, t: Translate<'search'>): Place[] =>
  found
    .filter(({ type, delisted_on }) => type === 'stock' && !delisted_on)
    .slice(0, mostAlerts)
    .map(({ full_name, symbol, exchange, description, description_zh }) => ({
      key: `alert ${full_name}`,
      code: symbol,
      name: t(kind, { stock: inLanguage(currentLanguage(), { en: description, zh: description_zh }), price: value }),
      beside: exchange,
      opens: {
        exchange: exchange as ExchangeId,
        stock: { stockCode: symbol, stockName: description, stockNameZh: description_zh },
        kind,
        value,
      },
    }))
