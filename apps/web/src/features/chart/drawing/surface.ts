import type { Spot } from '@finlist/domain/chart/drawing-shapes'
import type { Drawing, DrawingPoint } from '@finlist/domain/chart/drawings'
import type { DayBar } from '@finlist/domain/chart/spans'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import type { Translate } from '../../../i18n/texts.ts'
import type { Kind, Pane } from './kind.ts'

export type BoardState = {
  /** In the chart's prices. */
  drawings: readonly Drawing[]
  selected: readonly string[]
  /** A tap or a click adds to the selection, or removes from it. */
  isSeveral: boolean
  tool: Kind | undefined
  bars: readonly DayBar[]
  isMagnetOn: boolean
  /** The handle of the single selected drawing that keys move. */
  handle: number | undefined
  t: Translate<'drawing'>
}
export type Manner = {
  /** Drawings were moved; receives their new state. */
  onMoved: (drawings: readonly Drawing[]) => void
  /**
   * `more`: adds it to the selection, or removes it where it was selected; a press next to all drawings then changes
   * nothing.
   */
  onSelect: (id: string | undefined, more: boolean) => void
  /** The tool has this many of the points that are set by hand. */
  onPoints: (count: number) => void
  /** A tool has all the points that are set by hand. */
  onPlaced: (kind: Kind, points: readonly DrawingPoint[]) => void
}

/** What the pointer's gestures act on. */
export type Surface = {
  engine: ChartEngine
  manner: Manner
  /** There is one before the first gesture. */
  state: () => BoardState
  /** The pane drawn over, in its current position on the screen. */
  pane: () => Pane | undefined
  /** The point at a spot, snapped to a price of its bar where one is near and the magnet is on. */
  pointAt: (spot: Spot, reachIn: number) => DrawingPoint | undefined
  redraw: () => void
}

/** How many pixels a press may miss by: a finger's target is 44 px wide. */
export const reach = { mouse: 6, touch: 22 }
/** How many pixels a pointer moves before it is a drag. */
export const dragFrom = 5

export const pointerOf = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? 'touch' : 'mouse')
export const reachOf = (event: PointerEvent) => reach[pointerOf(event)]
export const near = (a: Spot, b: Spot, within: number) => Math.hypot(a.x - b.x, a.y - b.y) <= within
