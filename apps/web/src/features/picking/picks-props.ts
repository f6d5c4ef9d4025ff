import type { Sort } from '../../ui/sort.ts'
import type { PlacedPick, Seen, SortKey } from './columns.tsx'

/** The props that the table and the cards of the picks share. */
export type PicksProps = {
  caption: string
  picks: readonly PlacedPick[]
  sort: Sort<SortKey>
  onSort: (by: SortKey) => void
  seen: Seen
}
