import type { EditKind, ProposedPick } from '@finlist/contract/picking'

/** The edit in progress: of a stock that is not on the list yet, or of a pick. */
export type Editing = { what: 'add'; pick?: undefined } | { what: Exclude<EditKind, 'add'>; pick: ProposedPick }
