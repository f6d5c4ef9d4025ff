import type { Frame, Spot } from './engine/layer.ts'
import { timeOf } from './picture.ts'

/** A turning point of a base, which is a consolidation pattern. `name` is empty if the point has none. */
export type OutlinePoint = { date: string; price: number; name: string }

/** Draws a line through the points. */
export function joinSpots(
  { pen, colour }: Pick<Frame, 'pen' | 'colour'>,
  spots: readonly Spot[],
  { width, percent }: { width: number; percent: number },
) {
  pen.strokeStyle = colour('var(--good)', percent)
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.beginPath()
  for (const { x, y } of spots) pen.lineTo(x, y)
  pen.stroke()
}

const dot = 3.5
const away = 8

/**
 * Draws a base: a line through its turning points, each with a dot and its name. The name is above a high and below a
 * low.
 */
export function paintOutline(frame: Frame, points: readonly OutlinePoint[]) {
  const { pen, colour, spotOf } = frame
  const spots = points.map(point => spotOf({ time: timeOf(point), price: point.price }))
  pen.save()
  joinSpots(frame, spots, { width: 2, percent: 100 })
  pen.font = `600 11px ${getComputedStyle(document.body).fontFamily}`
  pen.textAlign = 'center'
  for (const [at, { name }] of points.entries()) {
    const { x, y } = spots[at]!
    if (!name) continue
    pen.beginPath()
    pen.arc(x, y, dot, 0, 2 * Math.PI)
    pen.fillStyle = colour('var(--paper)')
    pen.fill()
    pen.stroke()
    const beside = spots[at === 0 ? 1 : at - 1]
    const isLow = beside !== undefined && y > beside.y
    pen.textBaseline = isLow ? 'top' : 'bottom'
    pen.lineWidth = 3
    pen.strokeStyle = colour('var(--paper)', 85)
    pen.strokeText(name, x, isLow ? y + away : y - away)
    pen.fillStyle = colour('var(--ink)')
    pen.fillText(name, x, isLow ? y + away : y - away)
    pen.lineWidth = 2
    pen.strokeStyle = colour('var(--good)')
  }
  pen.restore()
}
