/** Pixels from the left and top of the pane. */
export type Spot = { x: number; y: number }
/** The shapes a drawing consists of on the screen. Lines, paths and areas can be grabbed. */
export type Shape =
  | { kind: 'line'; from: Spot; to: Spot; faint?: boolean; arrow?: boolean }
  | { kind: 'path'; spots: readonly Spot[]; closed?: boolean }
  /** `tone` marks the area as a gain or a loss, whatever the drawing's colour. */
  | { kind: 'area'; corners: readonly Spot[]; tone?: 'gain' | 'loss' }
  /**
   * `at` is the label's upper left corner or, with `middle`, the middle of its upper edge. With `paper`, its background
   * is opaque.
   */
  | { kind: 'label'; at: Spot; text: string; middle?: boolean; paper?: boolean }

export type Size = { width: number; height: number }
export const lineHeight = 18

/** The rectangle between two opposite corners: its area, and four lines around it. */
export function rectangleBetween(a: Spot, b: Spot): Shape[] {
  const corners = cornersOf(a, b)
  const sides = corners.map((from, at): Shape => ({ kind: 'line', from, to: corners[(at + 1) % 4]! }))
  return [{ kind: 'area', corners }, ...sides]
}

export const cornersOf = (a: Spot, b: Spot): Spot[] => [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]

/**
 * A point on the ray from `a` through `b` that is outside the pane and at least as far from `a` as `b` is; `b` if `a`
 * and `b` are the same point.
 */
export function edgeBeyond(a: Spot, b: Spot, { width, height }: Size): Spot {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  if (dx === 0 && dy === 0) return b
  const far = (width + height + Math.hypot(a.x, a.y)) / Math.hypot(dx, dy)
  return { x: a.x + dx * Math.max(far, 1), y: a.y + dy * Math.max(far, 1) }
}

/** Whether a press at the spot grabs one of the shapes; lines and paths are grabbed within `reach` pixels. */
export const isAt = (shapes: readonly Shape[], spot: Spot, reach: number) =>
  shapes.some(shape => {
    if (shape.kind === 'line') return distance(spot, shape.from, shape.to) <= reach
    if (shape.kind === 'path') return isOnPath(shape, spot, reach)
    return shape.kind === 'area' && isInside(spot, shape.corners)
  })

const isOnPath = ({ spots, closed }: Shape & { kind: 'path' }, spot: Spot, reach: number) =>
  spots.some((to, at) => {
    const from = spots[at - 1] ?? (closed ? spots.at(-1) : undefined) ?? to
    return distance(spot, from, to) <= reach
  })

/**
 * Simplifies a path by removing spots (Ramer, Douglas and Peucker). Every removed spot is within `tolerance` pixels of
 * the new path. The tolerance is doubled until at most `most` spots are left.
 */
export function simplified<S extends Spot>(
  spots: readonly S[],
  { tolerance, most }: { tolerance: number; most: number },
): S[] {
  const kept = new Set([0, spots.length - 1])
  const open: [number, number][] = [[0, spots.length - 1]]
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part
    let [furthest, away] = [-1, tolerance]
    for (let at = from + 1; at < to; at++) {
      const off = distance(spots[at]!, spots[from]!, spots[to]!)
      if (off > away) [furthest, away] = [at, off]
    }
    if (furthest === -1) continue
    kept.add(furthest)
    open.push([from, furthest], [furthest, to])
  }
  const left = spots.filter((_, at) => kept.has(at))
  return left.length <= most ? left : simplified(spots, { tolerance: tolerance * 2, most })
}

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
