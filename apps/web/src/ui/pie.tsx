import { useId } from 'react'

type Props = { slices: readonly { name: string; share: number; colour: string }[]; label: string; className?: string }

const radius = 46

/** A pie chart, clockwise from the top. The `share`s add up to the whole. */
export function Pie({ slices, label, className = '' }: Props) {
  const id = useId()
  const starts = slices.map((_, at) => slices.slice(0, at).reduce((sum, { share }) => sum + share, 0))
  const whole = slices.reduce((sum, { share }) => sum + share, 0)
  return (
    <svg viewBox="-50 -50 100 100" aria-labelledby={id} className={className}>
      <title id={id}>{label}</title>
      {slices.map(({ name, share, colour }, at) => {
        const start = starts[at] ?? 0
        const path = wedge(start / whole, (start + share) / whole)
        return <path key={name} d={path} fill={colour} stroke="var(--raised)" strokeWidth="1" />
      })}
      <circle r="24" fill="var(--raised)" />
    </svg>
  )
}

function wedge(from: number, to: number): string {
  // An arc from a point to itself would not be drawn, so a full circle ends slightly before its start.
  const end = Math.min(to, from + 0.99999)
  const [x1, y1] = point(from)
  const [x2, y2] = point(end)
  return `M0 0L${x1} ${y1}A${radius} ${radius} 0 ${end - from > 0.5 ? 1 : 0} 1 ${x2} ${y2}Z`
}

function point(turn: number): [string, string] {
  const angle = (turn - 0.25) * 2 * Math.PI
  return [(Math.cos(angle) * radius).toFixed(3), (Math.sin(angle) * radius).toFixed(3)]
}
