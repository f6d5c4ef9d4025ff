export const terms = ['short', 'long'] as const
export type Term = (typeof terms)[number]

/** Over so many weeks is told what followed a state. */
export const aheads = [4, 13] as const
export type Ahead = (typeof aheads)[number]

/** Of a state that fewer weeks were in no mean is told. */
export const fewestWeeks = 52
