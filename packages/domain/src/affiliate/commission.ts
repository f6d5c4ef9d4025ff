/** Placeholder for a commission that is not known yet. */
export const notAvailable = -1

/**
 * An affiliate's commission on a month's income, in cents; the rate is in hundredths of a percent. Halves are rounded
 * away from zero, so that a refund takes back exactly what the payment earned. A commission of -1 cent would be read as
 * "not available" and becomes 0.
 */
export function commissionOf(incomeCents: number, rateBasisPoints: number): number {
  const cents = Math.sign(incomeCents) * Math.floor((Math.abs(incomeCents) * rateBasisPoints + 5_000) / 10_000)
  return cents === notAvailable ? 0 : cents + 0
}
