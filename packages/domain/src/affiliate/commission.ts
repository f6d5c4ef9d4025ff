/** Placeholder for a commission that is not known yet. */
export const notAvailable = -1

/**
 * An affiliate's commission on a month's income, in cents; the rate is in hundredths of a percent. Halves are rounded
 * away from zero, so a refund takes back exactly what its payment earned. A commission of -1 cent is returned as 0,
 * because -1 means "not available".
 */
export function commissionOf(incomeCents: number, rateBasisPoints: number): number {
  const cents = Math.sign(incomeCents) * Math.floor((Math.abs(incomeCents) * rateBasisPoints + 5_000) / 10_000)
  return cents === notAvailable ? 0 : cents + 0
}
