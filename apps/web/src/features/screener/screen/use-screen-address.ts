import { user } from '@finlist/contract/account/account'
import { forScreening } from '@finlist/contract/finder'
import type { SavedScreen } from '@finlist/contract/screener'
import { type ExchangeId, markets } from '@finlist/domain/markets'
import { isFigure } from '@finlist/domain/screener/figures'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { callQuery } from '../../../api/query-client.ts'
import { useStored } from '../../../api/storage.ts'
import type { Sort } from '../../../ui/sort.ts'
import { marketIn } from '../address.ts'
import { type Address, readAddress, type SortKey, usualSort, writeAddress } from './address.ts'

/** The screen's state, with the markets that are screened. */
export type Shown = Address & { markets: ExchangeId[]; sort: Sort<SortKey> }
export type Change = (changes: Partial<Address>, how?: { replace?: boolean }) => void

/** The markets that the address names or, without any, the one seen last, if the user may screen it. */
const marketsOf = (
  address: Pick<Address, 'markets'>,
  rights: readonly string[],
  current: Parameters<typeof marketIn>[2],
): ExchangeId[] => address.markets ?? [marketIn(new URLSearchParams(), rights, current).id]

/** The state of the address, completed by what the user may see and saw last. */
export function shownIn(address: Address, rights: readonly string[], current: Parameters<typeof marketIn>[2]): Shown {
  const shown = marketsOf(address, rights, current)
  return { ...address, markets: shown, sort: address.sort ?? usualSort(shown, rights) }
}

/** The screen's state as read from its address, and functions that change it. */
export function useScreenAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const me = useQuery(callQuery(user))
  const rights = me.data?.rights
  const { linkSuffix } = useStored('currentMarket')
  const address = useMemo(() => readAddress(search), [search])
  const shown = useMemo(() => shownIn(address, rights ?? [], linkSuffix), [address, rights, linkSuffix])
  const change: Change = (changes, { replace = false } = {}) =>
    void navigate(pathname + writeAddress({ ...address, ...changes }), { replace })
  return {
    shown,
    change,
    me,
    /** The markets that the user may screen. */
    allowed: markets.flatMap(({ id }) => (rights?.includes(forScreening({ exchange: id })) ? id : [])),
    /** The address with the markets and everything else that another person's defaults might change. */
    link: pathname + writeAddress({ ...shown, savedId: undefined }),
    open: (saved: SavedScreen, how?: { replace?: boolean }) => change(addressOfSaved(saved), how),
  }
}

/** Figures that this version of the app lacks are left out. */
const addressOfSaved = (saved: SavedScreen): Partial<Address> => ({
  query: saved.query,
  markets: saved.markets,
  scope: saved.scope,
  watchlistId: saved.watchlistId,
  columns: saved.columns.filter(isFigure),
  sort: saved.sort,
  savedId: saved.screenId,
})
