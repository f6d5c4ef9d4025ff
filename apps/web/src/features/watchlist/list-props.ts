import type { WatchlistStock } from '@finlist/contract/watchlist'
import type { Sort } from '../../ui/sort.ts'
import type { Columns, SortKey } from './columns.tsx'

/** The props that the table and the cards of a list share. */
export type ListProps = {
  caption: string
  stocks: readonly WatchlistStock[]
  /** The visible columns, in order. */
  columns: Columns
  compact: boolean
  /** Whether the user has rearranged the positions. */
  isPlaced: boolean
  sort: Sort<SortKey>
  onSort: (by: SortKey) => void
  openId: number | undefined
  onOpen: (id: number) => void
  onAlert: (stock: WatchlistStock) => void
  onModify: (stock: WatchlistStock) => void
  onRemove: (stock: WatchlistStock) => void
  onMove: (stock: WatchlistStock, by: 1 | -1) => void
  /** Receives the ids in the user's new order. `isOver`: the move is complete. */
  onOrder: (ids: number[], move: { moved: number; isOver: boolean }) => void
}
