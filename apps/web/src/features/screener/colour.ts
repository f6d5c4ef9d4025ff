import type { ChangePeriod } from '@finlist/domain/screener/period-changes'

/** The change, in percent, from which on the colour no longer deepens. */
export const fullColourAt: Record<ChangePeriod, number> = {
  '1d': 3,
  '1w': 6,
  '1m': 10,
  '3m': 20,
  '6m': 30,
  '1y': 50,
  ytd: 30,
}

/** The largest share of the colour of a rise or fall. With more, text on it would lack contrast in one of the themes. */
const mostPercent = 50

/** Stripes in grey, for a change that is unknown. */
export const unknownColour = 'repeating-linear-gradient(135deg, var(--wash) 0 6px, var(--line) 6px 8px)'

/** The background of a tile, by the stock's change in percent. */
export function colourOf(change: number | null, period: ChangePeriod): string {
  if (change === null) return unknownColour
  const share = Math.round(Math.min(1, Math.abs(change) / fullColourAt[period]) * mostPercent)
  return `color-mix(in srgb, var(${change < 0 ? '--down' : '--up'}) ${share}%, var(--paper))`
}
