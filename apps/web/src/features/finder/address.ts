import { type FinderFilter, finderColumns, operations, type Scope, scopes } from '@finlist/contract/finder'
import { patternKinds } from '@finlist/contract/finlist'
import type { Sort } from '../../ui/sort.ts'
import { type ColumnKey, columnKeys } from './columns.tsx'
import { draftOf, filterOf, noDraft } from './filter-draft.ts'

/** The screen's state as stored in its address. */
export type Address = {
  /** The active filter set. */
  setId: number | undefined
  filters: FinderFilter[]
  scope: Scope
  sort: Sort<ColumnKey>
  stock: string | undefined
  /**
   * Filters in the address that were not applied, as text: invalid ones, those over the limit, and a second one for the
   * same column.
   */
  dropped: readonly string[]
}

const most = 20

/** Parses the address. Invalid parts are ignored; filters that cannot be applied are listed in `dropped`. */
export function readAddress(search: string): Address {
  const said = new URLSearchParams(search)
  const filters: FinderFilter[] = []
  const dropped: string[] = []
  for (const [at, text] of said.getAll('filter').entries()) {
    const filter = at < most ? readFilter(text) : undefined
    if (filter && !filters.some(({ column }) => column === filter.column)) filters.push(filter)
    else dropped.push(text)
  }
  const set = Number(said.get('set'))
  const sort = said.get('sort') ?? ''
  const by = columnKeys.find(key => key === sort.replace(/^-/, ''))
  return {
    setId: Number.isSafeInteger(set) && set > 0 ? set : undefined,
    filters,
    scope: scopes.find(scope => scope === said.get('scope')) ?? 'issue',
    sort: by ? { by, down: sort.startsWith('-') } : { by: 'stockCode', down: false },
    stock: said.get('stock') ?? undefined,
    dropped,
  }
}

export function writeAddress({ setId, filters, scope, sort, stock }: Omit<Address, 'dropped'>): string {
  const said = new URLSearchParams()
  if (setId !== undefined) said.set('set', String(setId))
  if (scope !== 'issue') said.set('scope', scope)
  for (const filter of filters) said.append('filter', writeFilter(filter))
  if (sort.by !== 'stockCode' || sort.down) said.set('sort', `${sort.down ? '-' : ''}${sort.by}`)
  if (stock !== undefined) said.set('stock', stock)
  // Colons and commas may appear unescaped in a query string.
  return said.size > 0 ? `?${said.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}` : ''
}

const writeFilter = (filter: FinderFilter) => {
  if (filter.operation === 'in') return [filter.column, filter.operation, filter.values.join(',')].join(':')
  const { column, operation, from, to } = draftOf(filter)
  return [column, operation, from, ...(to === '' ? [] : [to])].join(':')
}

function readFilter(text: string): FinderFilter | undefined {
  const [named = '', done = '', ...values] = text.split(':')
  const column = finderColumns.find(name => name === named)
  if (column === 'pattern') return readPatterns(done, values)
  const operation = operations.find(name => name === done)
  if (!column || !operation) return undefined
  // The name of an industry may contain colons.
  const [from = '', to = ''] = column === 'subSector' ? [values.join(':')] : values
  return filterOf({ ...noDraft, column, operation, from, to })
}

function readPatterns(operation: string, [list = '', ...rest]: string[]): FinderFilter | undefined {
  const named = list.split(',')
  const values = patternKinds.filter(pattern => named.includes(pattern))
  const isWhole = operation === 'in' && rest.length === 0 && values.length === named.length
  return isWhole ? filterOf({ ...noDraft, column: 'pattern', values }) : undefined
}
