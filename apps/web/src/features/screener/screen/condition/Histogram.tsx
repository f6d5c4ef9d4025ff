import type { Distribution } from '@finlist/domain/screener/screen'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { rounded, stepOf } from './histogram-scale.ts'

/** The ends of the chosen part; undefined where it is open. */
type Chosen = { low: number | undefined; high: number | undefined }
type End = keyof Chosen

type Props = Chosen & {
  distribution: Distribution
  decimals: number
  label: string
  labels: Record<End, string>
  /** Writes a value; undefined for an open end. */
  write: (value: number | undefined) => string
  onChange: (chosen: Chosen) => void
}

/**
 * How many stocks have which values. The ends of the chosen part are dragged, or moved by arrow keys; at the edge of the
 * picture an end is open.
 */
export function Histogram({ distribution, low, high, decimals, label, labels, write, onChange }: Props) {
  const { from, to, counts } = distribution
  const track = useRef<HTMLDivElement>(null)
  const dragged = useRef<End>(undefined)
  if (from === to) return null
  const step = stepOf(from, to, decimals)
  const most = Math.max(...counts)
  const placeOf = (value: number) => Math.min(1, Math.max(0, (value - from) / (to - from)))
  const [left, right] = [low === undefined ? 0 : placeOf(low), high === undefined ? 1 : placeOf(high)]
  const move = (end: End, value: number) => {
    const other = end === 'low' ? high : low
    const kept = other === undefined ? value : end === 'low' ? Math.min(value, other) : Math.max(value, other)
    const isOpen = end === 'low' ? kept <= from : kept >= to
    onChange({ low, high, [end]: isOpen ? undefined : rounded(kept, step) })
  }
  const valueAt = ({ clientX }: PointerEvent) => {
    const { left: start, width } = track.current!.getBoundingClientRect()
    return from + ((clientX - start) / width) * (to - from)
  }
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    const value = valueAt(event)
    const at = placeOf(value)
    const end = at < left ? 'low' : at > right ? 'high' : at - left < right - at ? 'low' : 'high'
    dragged.current = end
    event.currentTarget.setPointerCapture(event.pointerId)
    track.current?.querySelector<HTMLElement>(`[data-end=${end}]`)?.focus()
    move(end, value)
  }
  const press = (end: End) => (event: KeyboardEvent) => {
    const now = (end === 'low' ? low : high) ?? (end === 'low' ? from : to)
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key]
    const value = by === undefined ? { Home: from, End: to }[event.key] : rounded(now, step) + by * step
    if (value === undefined) return
    event.preventDefault()
    move(end, value)
  }
  const handle = (end: End, at: number) => {
    const value = end === 'low' ? low : high
    return (
      <span
        // Two native sliders cannot share a track.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        data-end={end}
        aria-label={labels[end]}
        aria-valuemin={from}
        aria-valuemax={to}
        aria-valuenow={value ?? (end === 'low' ? from : to)}
        aria-valuetext={write(value)}
        onKeyDown={press(end)}
        style={{ left: `${at * 100}%` }}
        className="absolute top-0 bottom-0 -ml-3 flex w-6 cursor-ew-resize items-end justify-center rounded-sm"
      >
        <span aria-hidden className="absolute inset-y-0 w-px bg-accent" />
        <span aria-hidden className="relative -mb-2 size-4 rounded-full border-2 border-accent bg-raised" />
      </span>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="group" aria-label={label} className="mx-2 touch-none pb-3 select-none">
      <div
        ref={track}
        onPointerDown={begin}
        onPointerMove={event => dragged.current && move(dragged.current, valueAt(event))}
        onPointerUp={() => {
          dragged.current = undefined
        }}
        onPointerCancel={() => {
          dragged.current = undefined
        }}
        className="relative h-24 cursor-ew-resize border-b border-edge"
      >
        <svg
          aria-hidden
          viewBox={`0 0 ${counts.length} 100`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
        >
          {counts.map((count, at) => {
            const middle = (at + 0.5) / counts.length
            const height = count === 0 ? 0 : Math.max(2, (count / most) * 96)
            return (
              <rect
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                x={at + 0.06}
                y={100 - height}
                width={0.88}
                height={height}
                className={middle >= left && middle <= right ? 'fill-accent' : 'fill-edge opacity-40'}
              />
            )
          })}
        </svg>
        {handle('low', left)}
        {handle('high', right)}
      </div>
      <p aria-hidden className="mt-2.5 flex justify-between text-12 text-faded">
        <span>{write(from)}</span>
        <span>{write(to)}</span>
      </p>
    </div>
  )
}
