import type { Drawing, DrawingPoint } from './drawings.ts'

/** Pixels from the left and the top of the pane. */
export type Spot = { x: number; y: number }
/** The shapes a drawing consists of on the screen. Lines and areas can be grabbed. */
export type Shape =
  | { kind: 'line'; from: Spot; to: Spot; faint?: true }
  | { kind: 'area'; corners: readonly Spot[] }
  | { kind: 'label'; at: Spot; text: string; faint?: true }

type Pane = {
  width: number
  height: number
  /** The position of a time and a price in the pane. */
  spotOf: (point: DrawingPoint) => Spot
  /** The width of a text; its height is `lineHeight`. */
  widthOf: (text: string) => number
  formatPrice: (price: number) => string
}
export const lineHeight = 18

export const retracements = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const

/** The drawing as lines, areas and words; nothing while it lacks points. */
export function shapesOf({ type, points, text = '' }: Drawing, pane: Pane): Shape[] {
  const { width, height, spotOf, formatPrice } = pane
  const [a, b, c] = points.map(spotOf)
  if (!a) return []
  if (type === 'horizontal')
    return [
      { kind: 'line', from: { x: 0, y: a.y }, to: { x: width, y: a.y } },
      { kind: 'label', at: { x: 6, y: a.y - lineHeight }, text: formatPrice(points[0]!.price) },
    ]
  if (type === 'vertical') return [{ kind: 'line', from: { x: a.x, y: 0 }, to: { x: a.x, y: height } }]
  if (type === 'text') return [...box(a, pane.widthOf(text)), { kind: 'label', at: a, text }]
  if (!b) return []
  if (type === 'trend') return [{ kind: 'line', from: a, to: b }]
  if (type === 'ray') return [{ kind: 'line', from: a, to: edgeBeyond(a, b, pane) }]
  if (type === 'rectangle') return rectangle(a, b)
  if (type === 'channel') return channel(a, b, c)
  return fibonacci(points as readonly [DrawingPoint, DrawingPoint], pane)
}

function rectangle(a: Spot, b: Spot): Shape[] {
  const corners = [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]
  const sides = corners.map((from, at): Shape => ({ kind: 'line', from, to: corners[(at + 1) % 4]! }))
  return [{ kind: 'area', corners }, ...sides]
}

/** Two parallel lines, the second through the third point; until that is set, the first alone. */
function channel(a: Spot, b: Spot, c: Spot | undefined): Shape[] {
  const base: Shape = { kind: 'line', from: a, to: b }
  if (!c) return [base]
  const slope = b.x === a.x ? 0 : (b.y - a.y) / (b.x - a.x)
  const away = c.y - (a.y + slope * (c.x - a.x))
  const [d, e] = [
    { x: a.x, y: a.y + away },
    { x: b.x, y: b.y + away },
  ]
  const half = away / 2
  return [
    { kind: 'area', corners: [a, b, e, d] },
    base,
    { kind: 'line', from: d, to: e },
    { kind: 'line', from: { x: a.x, y: a.y + half }, to: { x: b.x, y: b.y + half }, faint: true },
  ]
}

/** From the second point (0) back to the first (1). */
function fibonacci([from, to]: readonly [DrawingPoint, DrawingPoint], { spotOf, formatPrice }: Pane): Shape[] {
  const [a, b] = [spotOf(from), spotOf(to)]
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const levels = retracements.flatMap((level): Shape[] => {
    const price = to.price + (from.price - to.price) * level
    const { y } = spotOf({ time: to.time, price })
    return [
      { kind: 'line', from: { x: left, y }, to: { x: right, y } },
      { kind: 'label', at: { x: right + 4, y: y - lineHeight / 2 }, text: `${level} (${formatPrice(price)})` },
    ]
  })
  return [{ kind: 'line', from: a, to: b, faint: true }, ...levels]
}

/** The area in which a press grabs a text. */
function box(at: Spot, width: number): Shape[] {
  const [right, bottom] = [at.x + Math.max(width, 12), at.y + lineHeight]
  return [{ kind: 'area', corners: [at, { x: right, y: at.y }, { x: right, y: bottom }, { x: at.x, y: bottom }] }]
}

/** Where the ray from `a` through `b` leaves the pane; far outside when it never comes in. */
function edgeBeyond(a: Spot, b: Spot, { width, height }: Pane): Spot {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  if (dx === 0 && dy === 0) return b
  const far = (width + height + Math.hypot(a.x, a.y)) / Math.hypot(dx, dy)
  return { x: a.x + dx * Math.max(far, 1), y: a.y + dy * Math.max(far, 1) }
}

/** Whether a press at the spot grabs one of the shapes, within `reach` pixels of lines. */
export const isAt = (shapes: readonly Shape[], spot: Spot, reach: number) =>
  shapes.some(shape => {
    if (shape.kind === 'line') return distance(spot, shape.from, shape.to) <= reach
    return shape.kind === 'area' && isInside(spot, shape.corners)
  })

/** The distance from a spot to a line segment. */
export function distance(spot: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((spot.x - from.x) * dx + (spot.y - from.y) * dy) / length
  const within = Math.min(Math.max(along, 0), 1)
  return Math.hypot(spot.x - (from.x + within * dx), spot.y - (from.y + within * dy))
}

function isInside({ x, y }: Spot, corners: readonly Spot[]): boolean {
  let inside = false
  for (const [at, a] of corners.entries()) {
    const b = corners[(at + corners.length - 1) % corners.length]!
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside
}
