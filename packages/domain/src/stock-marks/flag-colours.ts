/** The colours in which a user can flag a stock, in the order in which a key steps through them. */
export const flagColours = ['red', 'amber', 'green', 'blue', 'purple'] as const
export type FlagColour = (typeof flagColours)[number]

/** Maximum number of stocks that a user can flag or write a note on. */
export const mostMarks = 500
export const longestNote = 500
