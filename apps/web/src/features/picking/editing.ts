import type { EditKind, ProposedPick } from '@finlist/contract/picking'

/** The edit in progress: adding a stock that is not on the list, or changing a pick. */
export type Editing = { what: 'add'; pick?: undefined } | { what: Exclude<EditKind, 'add'>; pick: ProposedPick }
