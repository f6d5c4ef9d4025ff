import type { Shape, Size, Spot } from '@finlist/domain/chart/drawing-shapes'
import type { Drawing, DrawingPoint, DrawingStyle } from '@finlist/domain/chart/drawings'
import type { DayBar } from '@finlist/domain/chart/spans'
import type { Key, Translate } from '../../../i18n/texts.ts'

/** The groups of tools, in display order. */
export const groups = ['lines', 'levels', 'shapes', 'measures', 'positions', 'words'] as const

/**
 * The price pane on which drawings are placed, with its conversions between points and pixels. A place is the index of
 * a bar, counted from the oldest.
 */
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

/** The parts of a pane that suffice to describe a drawing in words, without a rendered chart. */
export type Told = Pick<Pane, 'placeOf' | 'bars' | 't'>

/**
 * Typed as at least three, the most that any kind reads by index. A kind only receives drawings that have all their
 * points.
 */
type AsMany<T> = readonly [T, T, T, ...T[]]
export type Whole = { points: AsMany<DrawingPoint>; spots: AsMany<Spot>; text: string }

/** A kind of drawing. Its file in `kinds` contains everything the chart needs, and no other file mentions it. */
export type Kind = {
  /** The name in saved drawings, which must never change. */
  type: string
  name: Key<'chart'> | Key<'drawing'>
  group: (typeof groups)[number]
  /** The order within the group. */
  rank: number
  /** An SVG path in a 24 × 24 square, drawn as a line. */
  icon: string
  points: number
  /** Whether it is drawn in one stroke, which determines the number of points. */
  isStroke?: true
  hasText?: true
  style?: Partial<DrawingStyle>
  /** Style settings other than the colour. */
  settings: readonly ('width' | 'line' | 'fill')[]
  shapes: (whole: Whole, pane: Pane) => Shape[]
  /** Its handles, if they differ from its points. The first handles are the points. */
  handles?: (whole: Whole, pane: Pane) => readonly DrawingPoint[]
  /** Returns its points after a handle was moved, if that changes more than the point with the same index. */
  moved?: (points: AsMany<DrawingPoint>, handle: number, to: DrawingPoint) => readonly DrawingPoint[]
  /** The number of points that the user sets, if `completed` derives the others from them. */
  placed?: number
  completed?: (points: readonly [DrawingPoint, ...DrawingPoint[]], pane: Pane) => readonly DrawingPoint[]
  /** The price of a kind that is level on every day, so that an alert can be set there. */
  level?: (points: AsMany<DrawingPoint>) => number
  /** Its description besides name and points, for the list of drawings and for screen readers. */
  told?: (points: Whole['points'], told: Told) => string
}

export const usualStyle: DrawingStyle = { colour: 'blue', width: 1.5, line: 'solid', fill: 10 }

export const styleOf = ({ style }: Pick<Drawing, 'style'>, kind: Kind): DrawingStyle => ({
  ...usualStyle,
  ...kind.style,
  ...style,
})

export const placedBy = ({ placed, points }: Kind) => placed ?? points

/** Returns the drawing with the spots of its points; undefined while points are missing. */
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
