import type { FinderStock } from '@finlist/contract/finder'
import type { Sort } from '../../ui/sort.ts'
import type { ColumnKey, Columns } from './columns.tsx'

/** The props of the list, both as a table and as cards. */
export type ListProps = {
  caption: string
  stocks: readonly FinderStock[]
  /** The visible columns, in order. */
  columns: Columns
  compact: boolean
  /** The day of the list's prices. */
  asAt: string
  busy: boolean
  sort: Sort<ColumnKey>
  onSort: (by: ColumnKey) => void
  openCode: string | undefined
  onOpen: (stockCode: string) => void
  onClose: () => void
  /** Adds the stock to one of the user's watchlists. */
  onAdd: (stockCode: string) => void
}
