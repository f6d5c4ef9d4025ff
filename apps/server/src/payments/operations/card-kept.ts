/** The name of an upgrade's step after which its new card is the one on file. */
export const cardKept = 'card kept'
