/** In place of a commission that nobody can tell yet. */
export const notAvailable = -1

/**
 * What an affiliate gets of a month's income, in cents; the rate is in hundredths of a percent. Halves are rounded away
 * from zero, so that what is given back takes exactly what it brought. A commission of -1 cent would be read as not
 * available and is none.
 */
export function commissionOf(incomeCents: number, rateBasisPoints: number): number {
  const cents = Math.sign(incomeCents) * Math.floor((Math.abs(incomeCents) * rateBasisPoints + 5_000) / 10_000)
  return cents === notAvailable ? 0 : cents + 0
}
