/** A separate file, because every page of the web client loads these names. */
export const actionKinds = ['split', 'consolidation', 'bonus', 'dividend', 'rights', 'spin-off'] as const
export type ActionKind = (typeof actionKinds)[number]

/** How prices are shown: as traded, or adjusted for later changes to a share. */
export const adjustments = ['as-traded', 'splits', 'splits-and-dividends'] as const
export type Adjustment = (typeof adjustments)[number]
