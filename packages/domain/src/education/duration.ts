/**
 * A video's length for display: 'moment' (less than a minute), in whole minutes, or in hours with one decimal if
 * needed.
 */
export function toldDuration(seconds: number): { unit: 'moment' | 'minutes' | 'hours'; count: number } {
  if (seconds < 60) return { unit: 'moment', count: 0 }
  if (seconds < 3_600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  return { unit: 'hours', count: Math.floor(seconds / 360) / 10 }
}
