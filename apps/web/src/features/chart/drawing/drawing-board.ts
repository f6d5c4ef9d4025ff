import type { DrawingPoint } from '@finlist/domain/chart/drawings'
import type { Frame, Layer, Spot } from '../../../components/price-chart/engine/layer.ts'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import type { Pane } from './kind.ts'
import { nearestPrice } from './magnet.ts'
import { Moving } from './moving.ts'
import { widthOf } from './paint-shapes.ts'
import { Placing } from './placing.ts'
import { type BoardState, type Manner, reachOf, type Surface } from './surface.ts'

/**
 * The drawings over the prices. They are placed by clicks or a drag, selected, and moved as a whole or by a handle. The
 * board has its own pointer listeners, because the engine swallows the second of two quick clicks.
 */
export class DrawingBoard {
  #state: BoardState | undefined
  readonly #engine: ChartEngine
  readonly #place: HTMLElement
  readonly #layer: Layer
  /** Handle gestures: `#placing` with an active tool, `#moving` without one. */
  readonly #placing: Placing
  readonly #moving: Moving
  readonly #gone = new AbortController()

  constructor(engine: ChartEngine, manner: Manner) {
    this.#engine = engine
    this.#place = engine.place
    const surface: Surface = {
      engine,
      manner,
      state: () => this.#state!,
      pane: () => this.pane(),
      pointAt: (spot, reachIn) => this.#pointAt(spot, reachIn),
      redraw: () => this.#layer.redraw(),
    }
    this.#placing = new Placing(surface)
    this.#moving = new Moving(surface)
    this.#layer = engine.addLayer(frame => this.#draw(frame))
    const on = { signal: this.#gone.signal, capture: true }
    const place = this.#place
    place.addEventListener('pointerdown', this.#press, on)
    place.addEventListener('pointermove', this.#move, on)
    place.addEventListener('pointerup', this.#release, on)
    place.addEventListener('pointercancel', this.#interrupt, on)
    // While a finger holds a drawing, the page must not scroll and the chart must not pan.
    place.addEventListener('touchstart', event => this.#holds() && event.preventDefault(), { ...on, passive: false })
  }

  set(state: BoardState) {
    if (state.tool !== this.#state?.tool) {
      this.#moving.drop()
      this.#placing.drop()
    }
    this.#state = state
    this.#place.style.cursor = state.tool ? 'crosshair' : ''
    this.#place.style.touchAction = state.tool ? 'none' : ''
    this.#layer.redraw()
  }

  /** Sets the tool's next point by keyboard. Returns the number of points set so far. */
  putPoint(point: DrawingPoint): number {
    const tool = this.#state?.tool
    return tool ? this.#placing.putPoint(tool, point) : 0
  }

  /** Previews the tool's next point. */
  aimAt(point: DrawingPoint) {
    this.#placing.aimAt(point)
  }

  /** The prices pane, at its current position on the screen. */
  pane(): Pane | undefined {
    const view = this.#engine.view()
    return view && this.#state ? this.#paneOf(this.#engine.size(), view) : undefined
  }

  remove() {
    this.#gone.abort()
    this.#engine.removeLayer(this.#layer)
    this.#place.style.cursor = ''
    this.#place.style.touchAction = ''
  }

  #paneOf(size: { width: number; height: number }, view: Pane['view']): Pane {
    const { spotOf, placeOf, timeAt } = this.#engine
    const { bars, t } = this.#state!
    return { width: size.width, height: size.height, spotOf, placeOf, timeAt, view, bars, widthOf, t }
  }

  #spot({ clientX, clientY }: PointerEvent): Spot {
    const { left, top } = this.#place.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  #pointAt(spot: Spot, reachIn: number): DrawingPoint | undefined {
    const point = this.#engine.pointOf(spot)
    if (!point || !this.#state?.isMagnetOn) return point
    const bar = this.#state.bars[Math.round(this.#engine.placeOf(point.time))]
    const yOf = (price: number) => this.#engine.spotOf({ ...point, price }).y
    return { ...point, price: nearestPrice(bar, spot.y, { yOf, within: reachIn * 2 }) ?? point.price }
  }

  #holds = () => this.#placing.isActive || this.#moving.isMoving

  #press = (event: PointerEvent) => {
    if (!this.#state) return
    if (!event.isPrimary) return this.#interrupt()
    if (event.button !== 0) return
    const spot = this.#spot(event)
    const point = this.#pointAt(spot, reachOf(event))
    if (!point) return
    const { tool } = this.#state
    if (tool) this.#placing.press(tool, { spot, point, isTouch: event.pointerType === 'touch' })
    const does = tool ? 'holds' : this.#moving.press(spot, event)
    if (!does) return
    this.#engine.hold(true)
    this.#place.setPointerCapture(event.pointerId)
    // A press that only changes the selection starts no drag, so `pointerup` releases the chart again.
    if (does === 'selects')
      addEventListener('pointerup', () => this.#engine.hold(false), { once: true, signal: this.#gone.signal })
    this.#layer.redraw()
  }

  #move = (event: PointerEvent) => {
    if (!this.#state) return
    const spot = this.#spot(event)
    if (this.#placing.isActive) this.#placing.move(spot, event)
    else if (this.#moving.isActive) this.#moving.move(spot, event)
    else if (!this.#state.tool && event.pointerType === 'mouse' && event.buttons === 0)
      this.#place.style.cursor = this.#moving.isOver(spot, event) ? 'pointer' : ''
  }

  #release = (event: PointerEvent) => {
    const tool = this.#state?.tool
    if (!this.#placing.isActive && !this.#moving.isActive) return
    this.#engine.hold(false)
    if (tool) this.#placing.release(tool, this.#spot(event), event)
    else this.#moving.release(this.#spot(event))
  }

  #interrupt = () => {
    this.#engine.hold(false)
    this.#placing.interrupt()
    this.#moving.drop()
    this.#layer.redraw()
  }

  #draw(frame: Frame) {
    const view = this.#engine.view()
    if (!this.#state || !view) return
    const pane = this.#paneOf(frame, view)
    const { tool } = this.#state
    this.#moving.paint(frame, pane)
    if (tool) this.#placing.paint(frame, tool, pane)
  }
}
