export const terms = ['short', 'long'] as const
export type Term = (typeof terms)[number]

/** The numbers of weeks over which an index is followed after a state. */
export const aheads = [4, 13] as const
export type Ahead = (typeof aheads)[number]

/** Minimum number of weeks in a state for a mean to be shown. */
export const fewestWeeks = 52
