import type { Shape, Size, Spot } from '@finlist/domain/chart/drawing-shapes'
import type { Drawing, DrawingPoint, DrawingStyle } from '@finlist/domain/chart/drawings'
import type { DayBar } from '@finlist/domain/chart/spans'
import type { Key, Translate } from '../../../i18n/texts.ts'

/** The groups of tools, in display order. */
export const groups = ['lines', 'levels', 'shapes', 'measures', 'positions', 'words'] as const

/** The prices that are drawn over, and their position on the screen. Places are bars counted from the oldest. */
export type Pane = Size & {
  spotOf: (point: DrawingPoint) => Spot
  placeOf: (time: number) => number
  timeAt: (place: number) => number
  /** The places and prices in view. */
  view: { from: number; to: number; low: number; high: number }
  bars: readonly DayBar[]
  /** The width of a painted text; its height is `lineHeight`. */
  widthOf: (text: string) => number
  t: Translate<'drawing'>
}

/** The parts of a pane that are needed to describe a drawing in words; works without a rendered chart. */
export type Told = Pick<Pane, 'placeOf' | 'bars' | 't'>

/** At least as many as the kind requires: a kind only receives complete drawings. */
type AsMany<T> = readonly [T, T, T, ...T[]]
export type Whole = { points: AsMany<DrawingPoint>; spots: AsMany<Spot>; text: string }

/** A kind of drawing: everything the chart knows of it. Its file in `kinds` is its only mention. */
export type Kind = {
  /** The name it is saved under: never changed. */
  type: string
  name: Key<'chart'> | Key<'drawing'>
  group: (typeof groups)[number]
  /** Its place in the group. */
  rank: number
  /** A path in a 24 × 24 square, drawn as a line. */
  icon: string
  points: number
  /** A path drawn in one stroke, with as many points as it needs. */
  isStroke?: true
  hasText?: true
  style?: Partial<DrawingStyle>
  /** Style settings other than the colour. */
  settings: readonly ('width' | 'line' | 'fill')[]
  shapes: (whole: Whole, pane: Pane) => Shape[]
  /** Its handles, when they are not its points; the first ones are its points. */
  handles?: (whole: Whole, pane: Pane) => readonly DrawingPoint[]
  /** Its points after a handle was moved, when that is not the point with the same index. */
  moved?: (points: AsMany<DrawingPoint>, handle: number, to: DrawingPoint) => readonly DrawingPoint[]
  /** The number of points set by hand, when `completed` derives the rest from them. */
  placed?: number
  completed?: (points: readonly [DrawingPoint, ...DrawingPoint[]], pane: Pane) => readonly DrawingPoint[]
  /** Its price level on every day, where it has one: an alert can be set at it. */
  level?: (points: AsMany<DrawingPoint>) => number
  /** Its description besides name and points, for the list of drawings and a screen reader. */
  told?: (points: Whole['points'], told: Told) => string
}

export const usualStyle: DrawingStyle = { colour: 'blue', width: 1.5, line: 'solid', fill: 10 }

export const styleOf = ({ style }: Pick<Drawing, 'style'>, kind: Kind): DrawingStyle => ({
  ...usualStyle,
  ...kind.style,
  ...style,
})

export const placedBy = ({ placed, points }: Kind) => placed ?? points

/** Undefined while points are missing. */
function wholeOf(
  { points, text = '' }: Pick<Drawing, 'points' | 'text'>,
  kind: Kind,
  spotOf: Pane['spotOf'],
): Whole | undefined {
  if (points.length < kind.points) return undefined
  return { points: points as unknown as Whole['points'], spots: points.map(spotOf) as unknown as Whole['spots'], text }
}

export function shapesOf(drawing: Pick<Drawing, 'points' | 'text'>, kind: Kind, pane: Pane): Shape[] {
  const whole = wholeOf(drawing, kind, pane.spotOf)
  return whole ? kind.shapes(whole, pane) : []
}

export function handlesOf(drawing: Pick<Drawing, 'points' | 'text'>, kind: Kind, pane: Pane): readonly DrawingPoint[] {
  const whole = kind.handles && wholeOf(drawing, kind, pane.spotOf)
  return whole ? kind.handles!(whole, pane) : drawing.points
}

export const movedBy = (
  drawing: Drawing,
  kind: Kind,
  { handle, to }: { handle: number; to: DrawingPoint },
): Drawing => ({
  ...drawing,
  points: kind.moved
    ? kind.moved(drawing.points as unknown as Whole['points'], handle, to)
    : drawing.points.map((point, at) => (at === handle ? to : point)),
})
