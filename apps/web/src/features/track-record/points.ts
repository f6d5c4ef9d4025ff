/** Formats percentage points with a sign: 0.0123 becomes "+1.2". */
export function points(fraction: number): string {
  const rounded = Math.round(fraction * 1_000) / 10
  return rounded === 0 ? '0.0' : `${rounded > 0 ? '+' : '−'}${Math.abs(rounded).toFixed(1)}`
}

/** Formats percentage points without a sign, for sentences that state the direction. */
export const size = (fraction: number): string => Math.abs(Math.round(fraction * 1_000) / 10).toFixed(1)
