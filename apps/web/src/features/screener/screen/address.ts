import { firstScreened, type ScreenScope, screenScopes } from '@finlist/contract/screener'
import { type ExchangeId, markets } from '@finlist/domain/markets'
import { type FigureName, isFigure } from '@finlist/domain/screener/figures'
import type { Sort } from '../../../ui/sort.ts'

export type SortKey = FigureName | 'code' | 'name'

/** The screen's state as stored in its address. */
export type Address = {
  query: string
  /** Undefined if the address names none. */
  markets: ExchangeId[] | undefined
  scope: ScreenScope
  watchlistId: number | undefined
  /** A day of the past, whose newest complete week is screened; undefined for the newest prices. */
  on: string | undefined
  columns: readonly FigureName[]
  /** Undefined if the address names none. */
  sort: Sort<SortKey> | undefined
  compact: boolean
  /** The saved screen that was opened last. */
  savedId: number | undefined
}

export const usualColumns: readonly FigureName[] = [
  'price',
  'change1d',
  'changeytd',
  'rs',
  'dist50',
  'volumex',
  'base',
  'sector',
]
const noColumns = '-'

export function readAddress(search: string): Address {
  const said = new URLSearchParams(search)
  const named = said.get('markets')?.split(',') ?? []
  const found = markets.flatMap(({ id, linkSuffix }) => (named.includes(linkSuffix) ? [id] : []))
  const columns = said.get('cols')
  const sort = said.get('sort') ?? ''
  const by = sort.replace(/^-/, '')
  return {
    query: said.get('q') ?? '',
    markets: found.length > 0 ? found : undefined,
    scope: screenScopes.find(scope => scope === said.get('scope')) ?? 'market',
    watchlistId: idOf(said.get('list')),
    on: dayOf(said.get('on')),
    columns: columns === null ? usualColumns : [...new Set(columns.split(',').filter(isFigure))],
    sort: isSortKey(by) ? { by, down: sort.startsWith('-') } : undefined,
    compact: said.get('rows') === 'compact',
    savedId: idOf(said.get('screen')),
  }
}

export function writeAddress(shown: Address): string {
  const { query, scope, watchlistId, on, columns, sort, compact, savedId } = shown
  const said = new URLSearchParams()
  if (query !== '') said.set('q', query)
  if (shown.markets)
    said.set('markets', markets.flatMap(({ id, linkSuffix }) => (shown.markets?.includes(id) ? linkSuffix : [])).join())
  if (scope !== 'market') said.set('scope', scope)
  if (scope === 'watchlist' && watchlistId) said.set('list', String(watchlistId))
  if (on) said.set('on', on)
  if (columns.join() !== usualColumns.join()) said.set('cols', columns.join() || noColumns)
  if (sort) said.set('sort', `${sort.down ? '-' : ''}${sort.by}`)
  if (compact) said.set('rows', 'compact')
  if (savedId) said.set('screen', String(savedId))
  const text = said.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

const isSortKey = (text: string): text is SortKey => text === 'code' || text === 'name' || isFigure(text)

function dayOf(text: string | null): string | undefined {
  const isDay = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  return isDay && text >= firstScreened ? text : undefined
}

function idOf(text: string | null): number | undefined {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** The order without one in the address: by RS rank, or by the day's change for a person who may not see ranks. */
export const usualSort = (markets: readonly ExchangeId[], rights: readonly string[]): Sort<SortKey> => ({
  by: markets.every(exchange => rights.includes(`finlist:${exchange}`)) ? 'rs' : 'change1d',
  down: true,
})

/** The saved screen that an address names without anything else, as the link of an alert does. */
export function savedInLink(search: string): number | undefined {
  const said = new URLSearchParams(search)
  return said.size === 1 ? idOf(said.get('screen')) : undefined
}
