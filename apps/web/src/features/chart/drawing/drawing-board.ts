import { isAt, type Shape, shapesOf } from '@finlist/domain/chart/drawing-shapes'
import { type Drawing, type DrawingPoint, type DrawingType, pointsOf } from '@finlist/domain/chart/drawings'
import { formatLevel } from '../../../parts/market-figures.tsx'
import type { Frame, Layer, Spot } from '../../../parts/price-chart/engine/layer.ts'
import type { ChartEngine } from '../../../parts/price-chart/engine/open-chart.ts'
import { paintShapes, widthOf } from './paint-shapes.ts'

export type BoardState = {
  drawings: readonly Drawing[]
  selected: string | undefined
  tool: DrawingType | undefined
}
type Manner = {
  /** A drawing was moved: gets every drawing as it is now. */
  onDrawn: (drawings: readonly Drawing[]) => void
  onSelect: (id: string | undefined) => void
  /** A tool has all its points; the content of a text is still to be asked for. */
  onPlaced: (type: DrawingType, points: readonly DrawingPoint[]) => void
}
type Gesture =
  | { kind: 'placing'; points: DrawingPoint[]; from: Spot; pressed: boolean }
  | { kind: 'moving'; of: Drawing; handle: number; from: Spot; moved: boolean; next: Drawing }

/** How many pixels a press may miss by, more with a finger; and how many a pointer moves before it is a drag. */
const reach = { mouse: 6, touch: 16 }
const dragFrom = 5

/**
 * Drawings over the prices: placed by clicks or by a drag, selected, moved whole or by a point. It has its own pointer
 * listeners, since the engine swallows the second of two quick clicks.
 */
export class DrawingBoard {
  #state: BoardState = { drawings: [], selected: undefined, tool: undefined }
  #gesture: Gesture | undefined
  #ahead: DrawingPoint | undefined
  readonly #engine: ChartEngine
  readonly #place: HTMLElement
  readonly #manner: Manner
  readonly #layer: Layer
  readonly #gone = new AbortController()

  constructor(engine: ChartEngine, place: HTMLElement, manner: Manner) {
    this.#engine = engine
    this.#place = place
    this.#manner = manner
    this.#layer = engine.addLayer(frame => this.#draw(frame))
    const on = { signal: this.#gone.signal, capture: true }
    place.addEventListener('pointerdown', this.#press, on)
    place.addEventListener('pointermove', this.#move, on)
    place.addEventListener('pointerup', this.#release, on)
    place.addEventListener('pointercancel', this.#cancel, on)
    // While a finger holds a drawing, neither the page scrolls nor the chart pans.
    place.addEventListener('touchstart', event => this.#gesture && event.preventDefault(), { ...on, passive: false })
  }

  set(state: BoardState) {
    if (state.tool !== this.#state.tool) this.#cancel()
    this.#state = state
    this.#place.style.cursor = state.tool ? 'crosshair' : ''
    this.#place.style.touchAction = state.tool ? 'none' : ''
    this.#layer.redraw()
  }

  /** Sets the tool's next point by keyboard, without a pointer. */
  putPoint(point: DrawingPoint) {
    const { tool } = this.#state
    if (!tool) return
    const points = this.#gesture?.kind === 'placing' ? this.#gesture.points : []
    this.#gesture = { kind: 'placing', points: [...points, point], from: { x: 0, y: 0 }, pressed: false }
    this.#ahead = undefined
    this.#finishIfWhole(tool)
  }

  /** Previews the tool's next point. */
  aimAt(point: DrawingPoint) {
    this.#ahead = point
    this.#layer.redraw()
  }

  remove() {
    this.#gone.abort()
    this.#engine.removeLayer(this.#layer)
    this.#place.style.cursor = ''
    this.#place.style.touchAction = ''
  }

  #spot({ clientX, clientY }: PointerEvent): Spot {
    const { left, top } = this.#place.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #press = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return
    const spot = this.#spot(event)
    const point = this.#engine.pointOf(spot)
    if (!point) return
    const { tool } = this.#state
    if (tool) {
      const points = this.#gesture?.kind === 'placing' ? this.#gesture.points : []
      this.#gesture = { kind: 'placing', points: [...points, point], from: spot, pressed: true }
      this.#ahead = undefined
    } else {
      const of = this.#find(spot, event)
      this.#manner.onSelect(of?.id)
      if (!of || of.locked) return
      const handle = of.points.findIndex(it => near(this.#engine.spotOf(it), spot, reachOf(event) + 2))
      this.#gesture = { kind: 'moving', of, handle, from: spot, moved: false, next: of }
    }
    this.#engine.hold(true)
    this.#place.setPointerCapture(event.pointerId)
    this.#layer.redraw()
  }

  #move = (event: PointerEvent) => {
    const spot = this.#spot(event)
    const gesture = this.#gesture
    if (gesture?.kind === 'placing') {
      this.#ahead = this.#engine.pointOf(spot) ?? this.#ahead
      this.#layer.redraw()
    } else if (gesture) {
      if (!gesture.moved && near(gesture.from, spot, dragFrom)) return
      gesture.moved = true
      gesture.next = this.#moved(gesture, spot)
      this.#layer.redraw()
    } else if (!this.#state.tool && event.pointerType === 'mouse')
      this.#place.style.cursor = this.#find(spot, event) ? 'pointer' : ''
  }

  #release = (event: PointerEvent) => {
    const gesture = this.#gesture
    if (!gesture) return
    this.#engine.hold(false)
    if (gesture.kind === 'moving') {
      this.#gesture = undefined
      if (!gesture.moved) return
      this.#manner.onDrawn(this.#state.drawings.map(it => (it.id === gesture.of.id ? gesture.next : it)))
      return
    }
    const { tool } = this.#state
    const spot = this.#spot(event)
    // A drag sets its two ends.
    const point = this.#engine.pointOf(spot)
    if (
      tool &&
      point &&
      gesture.pressed &&
      !near(gesture.from, spot, dragFrom) &&
      gesture.points.length < pointsOf[tool]
    )
      gesture.points = [...gesture.points, point]
    gesture.pressed = false
    if (tool) this.#finishIfWhole(tool)
  }

  #cancel = () => {
    if (this.#gesture) this.#engine.hold(false)
    this.#gesture = undefined
    this.#ahead = undefined
    this.#layer.redraw()
  }

  #finishIfWhole(tool: DrawingType) {
    if (this.#gesture?.kind !== 'placing' || this.#gesture.points.length < pointsOf[tool]) return this.#layer.redraw()
    const { points } = this.#gesture
    this.#gesture = undefined
    this.#ahead = undefined
    this.#manner.onPlaced(tool, points)
  }

  #moved({ of, handle, from }: Gesture & { kind: 'moving' }, to: Spot): Drawing {
    const shifted = (point: DrawingPoint) => {
      const spot = this.#engine.spotOf(point)
      return this.#engine.pointOf({ x: spot.x + to.x - from.x, y: spot.y + to.y - from.y })
    }
    const points = of.points.map((point, at) => (handle === -1 || handle === at ? shifted(point) : point))
    // Beyond the edge of the pane the drawing stays where it was.
    return points.every(point => point !== undefined) ? { ...of, points } : this.#latest(of)
  }

  #latest = (of: Drawing) => (this.#gesture?.kind === 'moving' ? this.#gesture.next : of)

  #find(spot: Spot, event: PointerEvent): Drawing | undefined {
    return this.#state.drawings.toReversed().find(it => isAt(this.#shapes(it), spot, reachOf(event)))
  }

  #shapes(drawing: Drawing): Shape[] {
    const { width, height } = this.#engine.size()
    return shapesOf(drawing, { width, height, spotOf: this.#engine.spotOf, widthOf, formatPrice: formatLevel })
  }

  #draw(frame: Frame) {
    const moving = this.#gesture?.kind === 'moving' ? this.#gesture.next : undefined
    for (const drawing of this.#state.drawings) {
      const it = drawing.id === moving?.id ? moving : drawing
      paintShapes(frame, this.#shapes(it), it.id === this.#state.selected ? it.points : undefined)
    }
    const { tool } = this.#state
    if (!tool || this.#gesture?.kind !== 'placing') return
    const points = [...this.#gesture.points, ...(this.#ahead ? [this.#ahead] : [])].slice(0, pointsOf[tool])
    paintShapes(frame, this.#shapes({ id: '', type: tool, points, text: '…' }), points)
  }
}

const near = (a: Spot, b: Spot, within: number) => Math.hypot(a.x - b.x, a.y - b.y) <= within
const reachOf = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? reach.touch : reach.mouse)
