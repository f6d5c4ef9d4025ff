/** Apart from what is counted with them, since every page of the web client carries these words. */
export const actionKinds = ['split', 'consolidation', 'bonus', 'dividend', 'rights', 'spin-off'] as const
export type ActionKind = (typeof actionKinds)[number]

/** How prices are shown: as they were traded, or adjusted for what changed a share since. */
export const adjustments = ['as-traded', 'splits', 'splits-and-dividends'] as const
export type Adjustment = (typeof adjustments)[number]
