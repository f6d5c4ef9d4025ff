import { type FinderFilter, finderColumns, operations } from '@finlist/contract/finder'
import type { Sort } from '../../ui/sort.ts'
import { type ColumnKey, columnKeys } from './columns.ts'
import { draftOf, filterOf } from './filter-draft.ts'

/** Everything the screen shows, as its address says it. */
export type Address = {
  /** The active filter set. */
  setId: number | undefined
  filters: FinderFilter[]
  sort: Sort<ColumnKey>
  stock: string | undefined
  /** Of its filters those that are none. */
  dropped: readonly string[]
}

const most = 20

/** What is wrong in an address is left out; of filters it is told which. */
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
    sort: by ? { by, down: sort.startsWith('-') } : { by: 'stockCode', down: false },
    stock: said.get('stock') ?? undefined,
    dropped,
  }
}

export function writeAddress({ setId, filters, sort, stock }: Omit<Address, 'dropped'>): string {
  const said = new URLSearchParams()
  if (setId !== undefined) said.set('set', String(setId))
  for (const filter of filters) said.append('filter', writeFilter(filter))
  if (sort.by !== 'stockCode' || sort.down) said.set('sort', `${sort.down ? '-' : ''}${sort.by}`)
  if (stock !== undefined) said.set('stock', stock)
  // Colons may stand in a query as they are.
  return said.size > 0 ? `?${said.toString().replaceAll('%3A', ':')}` : ''
}

const writeFilter = (filter: FinderFilter) => {
  const { column, operation, from, to } = draftOf(filter)
  return [column, operation, from, ...(to === '' ? [] : [to])].join(':')
}

function readFilter(text: string): FinderFilter | undefined {
  const [named = '', done = '', ...values] = text.split(':')
  const column = finderColumns.find(name => name === named)
  const operation = operations.find(name => name === done)
  if (!column || !operation) return undefined
  // The name of an industry may hold a colon of its own.
  const [from = '', to = ''] = column === 'subSector' ? [values.join(':')] : values
  return filterOf({ column, operation, from, to })
}
