import type { Shape, Size, Spot } from '@finlist/domain/chart/drawing-shapes'
import type { Drawing, DrawingPoint, DrawingStyle } from '@finlist/domain/chart/drawings'
import type { DayBar } from '@finlist/domain/chart/spans'
import type { Key, Translate } from '../../../i18n/texts.ts'

/** The groups that tools stand in, in this order. */
export const groups = ['lines', 'levels', 'shapes', 'measures', 'positions', 'words'] as const

/** The prices that are drawn over, and how they lie on the screen. Places are bars counted from the oldest. */
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

/** What a drawing's words are made from: they need no chart on the screen. */
export type Told = Pick<Pane, 'placeOf' | 'bars' | 't'>

/** At least as many as the kind says: a kind is asked about whole drawings alone. */
type AsMany<T> = readonly [T, T, T, ...T[]]
export type Whole = { points: AsMany<DrawingPoint>; spots: AsMany<Spot>; text: string }

/** A kind of drawing: all that the chart knows of it. Its file in `kinds` is its only mention. */
export type Kind = {
  /** What it is saved under: never changed. */
  type: string
  name: Key<'chart'> | Key<'drawing'>
  group: (typeof groups)[number]
  /** Its place in the group. */
  rank: number
  /** A path in a square of 24, drawn as a line. */
  icon: string
  points: number
  /** A path drawn in one stroke has as many points as it needs. */
  isStroke?: true
  hasText?: true
  style?: Partial<DrawingStyle>
  /** What can be set apart from the colour. */
  settings: readonly ('width' | 'line' | 'fill')[]
  shapes: (whole: Whole, pane: Pane) => Shape[]
  /** Where it is held by, when not by its points; the first ones are its points. */
  handles?: (whole: Whole, pane: Pane) => readonly DrawingPoint[]
  /** Its points after a handle has been moved, when that is not the point of the same place. */
  moved?: (points: AsMany<DrawingPoint>, handle: number, to: DrawingPoint) => readonly DrawingPoint[]
  /** All points from fewer that are set by hand, `placed` of them. */
  placed?: number
  completed?: (points: readonly [DrawingPoint, ...DrawingPoint[]], pane: Pane) => readonly DrawingPoint[]
  /** The price it lies at on every day, where it has one: an alert can be set at it. */
  level?: (points: AsMany<DrawingPoint>) => number
  /** What it says beside its name and points, for the list of drawings and a screen reader. */
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
