/** The step of an upgrade from which its new card is the one on file. */
export const cardKept = 'card kept'
