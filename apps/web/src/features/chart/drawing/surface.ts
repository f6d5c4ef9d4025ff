import type { Spot } from '@finlist/domain/chart/drawing-shapes'
import type { Drawing, DrawingPoint } from '@finlist/domain/chart/drawings'
import type { DayBar } from '@finlist/domain/chart/spans'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import type { Translate } from '../../../i18n/texts.ts'
import type { Kind, Pane } from './kind.ts'

export type BoardState = {
  /** The drawings, in the chart's prices. */
  drawings: readonly Drawing[]
  selected: readonly string[]
  /** Whether a tap or a click adds to the selection, or removes from it. */
  isSeveral: boolean
  tool: Kind | undefined
  bars: readonly DayBar[]
  isMagnetOn: boolean
  /** The handle of the single selected drawing that arrow keys move. */
  handle: number | undefined
  t: Translate<'drawing'>
}
export type Manner = {
  /** Called when drawings were moved, with their new state. */
  onMoved: (drawings: readonly Drawing[]) => void
  /**
   * `more`: adds the drawing to the selection, or removes it if it is already selected. With `more`, a press that hits
   * no drawing has no effect.
   */
  onSelect: (id: string | undefined, more: boolean) => void
  /** Called with the number of points that the user has set so far. */
  onPoints: (count: number) => void
  /** Called when the user has set all points of a tool. */
  onPlaced: (kind: Kind, points: readonly DrawingPoint[]) => void
}

/** The chart and the state that pointer gestures act on. */
export type Surface = {
  engine: ChartEngine
  manner: Manner
  /** Returns the state. It must have been set before the first gesture. */
  state: () => BoardState
  /** The prices pane, at its current position on the screen. */
  pane: () => Pane | undefined
  /** The point at a spot. With the magnet on, it snaps to a price of its bar within `reachIn` pixels. */
  pointAt: (spot: Spot, reachIn: number) => DrawingPoint | undefined
  redraw: () => void
}

/** Maximum distance in pixels at which a press still hits a drawing. A finger's target is 44 px wide. */
export const reach = { mouse: 6, touch: 22 }
/** Distance in pixels from which a moving pointer counts as dragging. */
export const dragFrom = 5

export const pointerOf = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? 'touch' : 'mouse')
export const reachOf = (event: PointerEvent) => reach[pointerOf(event)]
export const near = (a: Spot, b: Spot, within: number) => Math.hypot(a.x - b.x, a.y - b.y) <= within
