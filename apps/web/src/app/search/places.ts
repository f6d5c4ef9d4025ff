import type { User } from '@finlist/contract/account/account'
import type { FoundSymbol } from '@finlist/contract/charts/chart'
import type { FilterSet } from '@finlist/contract/finder'
import type { Watchlist } from '@finlist/contract/watchlist'
import type { AlertStart } from '../../components/alerts/alert-form.ts'
import { adminLinks } from '../navigation/admin-links.ts'
import { type AppRoute, routes } from '../paths.ts'

/** A search result. */
export type Place = {
  key: string
  /** Stocks only. */
  code?: string
  name: string
  /** Further words by which it is found. */
  words?: string
  /** The kind of result; for a stock, its market. */
  beside: string
} & (
  | { stock: FoundSymbol }
  | { to: () => string | Promise<string> }
  /** Opens a dialog in place of the search. */
  | { opens: Dialogs }
  /** Acts immediately. */
  | { run: () => void }
)
/** The keyboard shortcuts, or the dialog that sets an alert. */
export type Dialogs = 'keys' | AlertStart

/**
 * Pages that users only pass through: the return from a bank's page, registration, and the start page's second address.
 */
const passedThrough: readonly string[] = ['/', '/subscribe-verify', '/complete-registration']

/** The pages a user may search for; staff pages only for staff. The server checks access again. */
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

/** Whether the name, or another word for it, contains every typed word. */
export function isNamed({ name, words = '' }: Place, typed: string): boolean {
  const own = `${name} ${words}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every(word => own.includes(word))
}
