import type { MarketTrend } from '@finlist/domain/market-trend/trend'

export const stateColour: Record<MarketTrend, string> = {
  UPTREND: 'var(--up)',
  RALLY_ATTEMPT: 'var(--accent)',
  UNDER_PRESSURE: 'var(--average)',
  DOWNTREND: 'var(--down)',
}

/** A price path for each state: rising, rising after a fall, bending down, falling. */
const paths: Record<MarketTrend, string> = {
  UPTREND: 'm5 33 10-8 6 4L37 9m0 0H26m11 0v11',
  RALLY_ATTEMPT: 'm4 7 14 26 8-10 4 4 9-10m0 0h-8m8 0v8',
  UNDER_PRESSURE: 'm4 31 12-19 8 5 5-6 9 12m0 0v-8m0 8h-8',
  DOWNTREND: 'm5 9 10 8 6-4 16 20m0 0V22m0 11H26',
}

/** The state as a shape, shown next to its word. */
export function StateShape({ trend, size = 44 }: { trend: MarketTrend; size?: number }) {
  return (
    <svg viewBox="0 0 42 42" width={size} height={size} fill="none" aria-hidden className="shrink-0">
      <rect x={0.5} y={0.5} width={41} height={41} rx={4} fill="var(--panel)" stroke="var(--line)" />
      <path
        d={paths[trend]}
        stroke={stateColour[trend]}
        strokeWidth={2.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
