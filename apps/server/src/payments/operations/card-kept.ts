/** The step of an upgrade after which its new card is the card on file. */
export const cardKept = 'card kept'
