/** This small file is separate because every page of the web client loads these names. */
export const actionKinds = ['split', 'consolidation', 'bonus', 'dividend', 'rights', 'spin-off'] as const
export type ActionKind = (typeof actionKinds)[number]

/**
 * Ways to show prices: as traded, adjusted for later changes in the number of shares, or adjusted for both those
 * changes and dividends.
 */
export const adjustments = ['as-traded', 'splits', 'splits-and-dividends'] as const
export type Adjustment = (typeof adjustments)[number]
