export const terms = ['short', 'long'] as const
export type Term = (typeof terms)[number]

/** The numbers of weeks over which an index is followed after a state. */
export const aheads = [4, 13] as const
export type Ahead = (typeof aheads)[number]

/** The fewest weeks in a state for which a mean is shown. */
export const fewestWeeks = 52
