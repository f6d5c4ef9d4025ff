/** The step of an upgrade from which on its new card is the one on file. */
export const cardKept = 'card kept'
