import type { Drawing, DrawingPoint, DrawingStyle } from '@finlist/domain/chart/drawings'
import { keepStyle, keptStyle } from './kept-tools.ts'
import type { Kind } from './kind.ts'

type Stored = {
  /** The drawings as stored, in prices as traded. */
  drawings: readonly Drawing[]
  onDraw: (drawings: readonly Drawing[]) => void
}

/** Changes to existing drawings. `stored` converts a drawing from the chart's prices to prices as traded. */
export const editsOf = ({ drawings, onDraw }: Stored, stored: (drawing: Drawing) => Drawing) => ({
  change: (ids: readonly string[], part: Partial<Drawing>) =>
    onDraw(drawings.map(it => (ids.includes(it.id) ? { ...it, ...part } : it))),
  move(moved: readonly Drawing[]) {
    const next = new Map(moved.map(it => [it.id, stored(it)]))
    onDraw(drawings.map(it => next.get(it.id) ?? it))
  },
  setStyle(drawing: Drawing, style: Partial<DrawingStyle> | undefined) {
    const { style: _, ...plain } = drawings.find(({ id }) => id === drawing.id)!
    onDraw(drawings.map(it => (it.id === drawing.id ? { ...plain, ...(style && { style }) } : it)))
    keepStyle(drawing.type, style ?? {})
  },
  /** The list can change everything but points, which stay as they are stored. */
  changeList(next: readonly Drawing[]) {
    const points = new Map(drawings.map(it => [it.id, it.points]))
    onDraw(next.map(it => ({ ...it, points: points.get(it.id) ?? it.points })))
  },
})

/** Creates a drawing in the style that was last used for its kind. */
export function newDrawing({ type }: Kind, points: readonly DrawingPoint[], text?: string): Drawing {
  const style = keptStyle(type)
  return {
    id: crypto.randomUUID(),
    type,
    points,
    ...(text && { text }),
    ...(Object.keys(style).length > 0 && { style }),
  }
}
