import type { User } from '@finlist/contract/account'
import type { FilterSet } from '@finlist/contract/finder'
import type { Watchlist } from '@finlist/contract/watchlist'
import { adminLinks } from '../admin-links.ts'
import { type AppRoute, routes } from '../paths.ts'

/** Something that is found and opened. */
export type Place = {
  key: string
  /** Of a stock alone. */
  code?: string
  name: string
  /** What kind of thing it is; of a stock its market. */
  beside: string
} & ({ stock: { exchange: string; stockCode: string } } | { stock?: never; to: () => string | Promise<string> })

/** Reached on one's way alone: from a bank's page, a registration, or as the start page's second name. */
const passedThrough: readonly string[] = ['/', '/subscribe-verify', '/complete-registration']

/** The pages that a person may look for; staff's for staff alone. The server decides again there. */
export function pagesOf({ roles }: Pick<User, 'roles'>): AppRoute[] {
  const ofStaff: readonly string[] = adminLinks(roles).map(({ path }) => path)
  return routes.filter(({ path }) => {
    if (path.startsWith('/admin/')) return ofStaff.includes(path)
    if (path === '/affiliates') return roles.includes('affiliate')
    return !passedThrough.includes(path)
  })
}

export const watchlistPlace = ({ watchlistId, watchlistName }: Watchlist, beside: string): Place => ({
  key: `list ${watchlistId}`,
  name: watchlistName,
  beside,
  to: () => `/watchlist?list=${watchlistId}`,
})

export const filterSetPlace = (set: FilterSet, beside: string): Place => ({
  key: `set ${set.finderFilterSetId}`,
  name: set.finderFilterSetName,
  beside,
  to: async () => (await import('../../features/finder/FinderScreen.tsx')).addressOfSet(set),
})

/** Whether every word that was typed is in the name. */
export function isNamed({ name }: Pick<Place, 'name'>, typed: string): boolean {
  const own = name.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(word => own.includes(word))
}
