import { guidance } from '@finlist/domain/watchlist/figures'

const from = -12
const to = 30
const width = 126
const at = (percent: number) => ((Math.min(Math.max(percent, from), to) - from) / (to - from)) * width

const [stop, lastStop] = guidance.stop
const [target, lastTarget] = guidance.target

/**
 * A gauge of the gain since the purchase, in percent, between the stop and the target. The text next to it gives the
 * same information.
 */
export function Gauge({ change, className }: { change: number; className: string }) {
  const x = at(change)
  return (
    <svg viewBox={`-4 0 ${width + 8} 14`} aria-hidden className={className}>
      <path d={`M0 7H${width}`} stroke="var(--edge)" />
      <rect x={0} y={5} width={at(-lastStop)} height={4} fill="var(--wrong)" opacity={0.45} />
      <rect x={at(-lastStop)} y={4} width={at(-stop) - at(-lastStop)} height={6} fill="var(--wrong)" />
      <rect x={at(0)} y={4} width={at(guidance.chase) - at(0)} height={6} fill="var(--accent)" opacity={0.45} />
      <rect x={at(target)} y={4} width={at(lastTarget) - at(target)} height={6} fill="var(--good)" />
      <path d={`M${at(0)} 2v10`} stroke="var(--ink)" />
      <circle cx={x} cy={7} r={3.5} fill="var(--ink)" stroke="var(--paper)" strokeWidth={1.5} />
    </svg>
  )
}
