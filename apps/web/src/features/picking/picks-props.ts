import type { Sort } from '../../ui/sort.ts'
import type { PlacedPick, Seen, SortKey } from './columns.tsx'

/** The props of the picks, both as a table and as cards. */
export type PicksProps = {
  caption: string
  picks: readonly PlacedPick[]
  sort: Sort<SortKey>
  onSort: (by: SortKey) => void
  seen: Seen
}
