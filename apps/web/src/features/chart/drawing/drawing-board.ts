import { isAt, type Shape, simplified } from '@finlist/domain/chart/drawing-shapes'
import { type Drawing, type DrawingPoint, mostPoints } from '@finlist/domain/chart/drawings'
import type { DayBar } from '@finlist/domain/chart/spans'
import type { Frame, Layer, Spot } from '../../../components/price-chart/engine/layer.ts'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import type { Translate } from '../../../i18n/texts.ts'
import { handlesOf, type Kind, movedBy, type Pane, placedBy, shapesOf, styleOf, usualStyle } from './kind.ts'
import { kindOf } from './kinds.ts'
import { nearestPrice } from './magnet.ts'
import { paintAim, paintHandles, paintShapes, widthOf } from './paint-shapes.ts'

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
type Manner = {
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
type Gesture =
  /**
   * `pressed`: by a finger or a mouse that is still down. `isAiming`: a finger slides, and its point is offset from it.
   */
  | { does: 'place'; points: readonly DrawingPoint[]; from: Spot; pressed: boolean; isAiming: boolean }
  | { does: 'stroke'; spots: Spot[] }
  /** `pressed`: the one of several that the pointer came down on. */
  | { does: 'move'; of: readonly Drawing[]; handle: number; from: Spot; moved: boolean; pressed: string }
  /** A finger that may only want to pan: lifted where it came down, it selects. */
  | { does: 'tap'; on: string | undefined; from: Spot }

/**
 * How many pixels a press may miss by (a finger's target is 44 px wide), and how many a pointer moves before it is a
 * drag.
 */
const reach = { mouse: 6, touch: 22 }
const handleReach = { mouse: 8, touch: 22 }
const dragFrom = 5
/** How far above the finger the point is that it aims with. */
const overFinger = 56
/** A stroke stays within this many pixels of the hand's path; `mostSpots` is more than a hand draws in one stroke. */
const strokeTolerance = 1.2
const mostSpots = 4_000

/**
 * Drawings over the prices: placed by clicks or by a drag, selected, moved whole or by a handle. It has its own pointer
 * listeners, since the engine swallows the second of two quick clicks.
 */
export class DrawingBoard {
  #state: BoardState | undefined
  #gesture: Gesture | undefined
  #told = 0
  #ahead: DrawingPoint | undefined
  /** The dragged drawings in their current position. */
  #next: readonly Drawing[] | undefined
  /** The shapes of the last frame: a press acts on what was visible. */
  #shapes = new Map<string, Shape[]>()
  readonly #engine: ChartEngine
  readonly #place: HTMLElement
  readonly #manner: Manner
  readonly #layer: Layer
  readonly #gone = new AbortController()

  constructor(engine: ChartEngine, manner: Manner) {
    this.#engine = engine
    this.#place = engine.place
    this.#manner = manner
    this.#layer = engine.addLayer(frame => this.#draw(frame))
    const on = { signal: this.#gone.signal, capture: true }
    const place = this.#place
    place.addEventListener('pointerdown', this.#press, on)
    place.addEventListener('pointermove', this.#move, on)
    place.addEventListener('pointerup', this.#release, on)
    place.addEventListener('pointercancel', this.#interrupt, on)
    // While a finger holds a drawing, neither the page scrolls nor the chart pans.
    place.addEventListener('touchstart', event => this.#holds() && event.preventDefault(), { ...on, passive: false })
  }

  set(state: BoardState) {
    if (state.tool !== this.#state?.tool) this.#drop()
    this.#state = state
    this.#place.style.cursor = state.tool ? 'crosshair' : ''
    this.#place.style.touchAction = state.tool ? 'none' : ''
    this.#layer.redraw()
  }

  /** Sets the tool's next point by keyboard, without a pointer. Returns the number of points set then. */
  putPoint(point: DrawingPoint): number {
    const tool = this.#state?.tool
    if (!tool) return 0
    const points = this.#gesture?.does === 'place' ? this.#gesture.points : []
    const last = points.at(-1)
    const isAgain = last?.time === point.time && last.price === point.price
    this.#ahead = undefined
    if (tool.isStroke && (isAgain || points.length + 1 === mostPoints)) {
      if (points.length >= tool.points) this.#finish(tool, points)
      return points.length
    }
    this.#gesture = { does: 'place', points: [...points, point], from: { x: 0, y: 0 }, pressed: false, isAiming: false }
    if (tool.isStroke) this.#layer.redraw()
    else this.#finishIfWhole(tool)
    return points.length + 1
  }

  /** Previews the tool's next point. */
  aimAt(point: DrawingPoint) {
    this.#ahead = point
    this.#layer.redraw()
  }

  /** The pane drawn over, in its current position on the screen. */
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

  /** The point at a spot, snapped to a price of its bar where one is near and the magnet is on. */
  #pointAt(spot: Spot, reachIn: number): DrawingPoint | undefined {
    const point = this.#engine.pointOf(spot)
    if (!point || !this.#state?.isMagnetOn) return point
    const bar = this.#state.bars[Math.round(this.#engine.placeOf(point.time))]
    const yOf = (price: number) => this.#engine.spotOf({ ...point, price }).y
    return { ...point, price: nearestPrice(bar, spot.y, { yOf, within: reachIn * 2 }) ?? point.price }
  }

  /** A press that changes the selection drags nothing. */
  #stopEngine(event: PointerEvent) {
    this.#gesture = undefined
    this.#engine.hold(true)
    this.#place.setPointerCapture(event.pointerId)
    addEventListener('pointerup', () => this.#engine.hold(false), { once: true, signal: this.#gone.signal })
    this.#layer.redraw()
  }

  #holds = () => this.#gesture !== undefined && this.#gesture.does !== 'tap'

  #press = (event: PointerEvent) => {
    if (!this.#state) return
    if (!event.isPrimary) return this.#interrupt()
    if (event.button !== 0) return
    const spot = this.#spot(event)
    const point = this.#pointAt(spot, reachOf(event))
    if (!point) return
    const { tool } = this.#state
    const isTouch = event.pointerType === 'touch'
    if (tool?.isStroke) this.#gesture = { does: 'stroke', spots: [spot] }
    else if (tool) {
      const before = this.#gesture?.does === 'place' ? this.#gesture.points : []
      const points = isTouch ? before : [...before, point]
      this.#gesture = { does: 'place', points, from: spot, pressed: true, isAiming: false }
      this.#ahead = undefined
      this.#tell()
    } else {
      const held = this.#heldAt(spot, event)
      const { isSeveral } = this.#state
      const isSelected = held !== undefined && this.#state.selected.includes(held.drawing.id)
      if (isTouch && (!isSelected || (isSeveral && held.drawing.locked))) {
        this.#gesture = { does: 'tap', on: held?.drawing.id, from: spot }
        return
      }
      if (!isTouch && (event.shiftKey || (isSeveral && !isSelected))) {
        if (!held) return
        this.#manner.onSelect(held.drawing.id, true)
        this.#stopEngine(event)
        return
      }
      const { selected } = this.#state
      const areSeveral = isSelected && selected.length > 1
      if (!areSeveral) this.#manner.onSelect(held?.drawing.id, false)
      if (!held || held.drawing.locked) return
      const { drawing, handle } = held
      const of = areSeveral ? this.#seen().filter(it => selected.includes(it.id) && !it.locked) : [drawing]
      this.#next = undefined
      this.#gesture = {
        does: 'move',
        of,
        handle: areSeveral ? -1 : handle,
        from: spot,
        moved: false,
        pressed: drawing.id,
      }
    }
    this.#engine.hold(true)
    this.#place.setPointerCapture(event.pointerId)
    this.#layer.redraw()
  }

  #move = (event: PointerEvent) => {
    if (!this.#state) return
    const spot = this.#spot(event)
    const gesture = this.#gesture
    if (gesture?.does === 'place') {
      if (event.pointerType === 'touch') {
        if (!gesture.pressed || (!gesture.isAiming && near(gesture.from, spot, dragFrom))) return
        gesture.isAiming = true
      }
      this.#ahead = this.#pointAt(aimed(spot, gesture), reachOf(event)) ?? this.#ahead
      this.#layer.redraw()
    } else if (gesture?.does === 'stroke') {
      if (gesture.spots.length < mostSpots) gesture.spots.push(spot)
      this.#layer.redraw()
    } else if (gesture?.does === 'move') {
      if (!gesture.moved && near(gesture.from, spot, dragFrom)) return
      gesture.moved = true
      this.#next = this.#moved(gesture, spot, reachOf(event)) ?? this.#next
      this.#layer.redraw()
    } else if (!gesture && !this.#state.tool && event.pointerType === 'mouse' && event.buttons === 0)
      this.#place.style.cursor = this.#heldAt(spot, event) ? 'pointer' : ''
  }

  #release = (event: PointerEvent) => {
    const gesture = this.#gesture
    if (!gesture) return
    const spot = this.#spot(event)
    this.#engine.hold(false)
    const tool = this.#state?.tool
    if (gesture.does === 'tap') {
      this.#gesture = undefined
      if (near(gesture.from, spot, dragFrom * 2)) this.#manner.onSelect(gesture.on, this.#state!.isSeveral)
    } else if (gesture.does === 'move') {
      this.#gesture = undefined
      if (gesture.moved && this.#next) this.#manner.onMoved(this.#next)
      else if (this.#state!.isSeveral || gesture.of.length > 1)
        this.#manner.onSelect(gesture.pressed, this.#state!.isSeveral)
    } else if (gesture.does === 'stroke') {
      this.#gesture = undefined
      const points = this.#strokePoints(gesture.spots)
      if (tool && points.length >= tool.points) this.#finish(tool, points)
      else this.#layer.redraw()
    } else if (tool && gesture.pressed) {
      const isTouch = event.pointerType === 'touch'
      const isDrag = !near(gesture.from, spot, dragFrom)
      // A drag of a mouse sets two points: where it began and where it ends.
      const point = isTouch || isDrag ? this.#pointAt(aimed(spot, gesture), reachOf(event)) : undefined
      if (point && gesture.points.length < placedBy(tool)) gesture.points = [...gesture.points, point]
      gesture.pressed = false
      gesture.isAiming = false
      if (isTouch) this.#ahead = undefined
      this.#finishIfWhole(tool)
    }
  }

  /** A second finger, or the browser, takes the gesture over: points already set stay. */
  #interrupt = () => {
    const gesture = this.#gesture
    this.#engine.hold(false)
    this.#ahead = undefined
    this.#gesture = gesture?.does === 'place' ? { ...gesture, pressed: false, isAiming: false } : undefined
    this.#layer.redraw()
  }

  #drop() {
    if (this.#gesture) this.#engine.hold(false)
    this.#gesture = undefined
    this.#ahead = undefined
    this.#tell()
  }

  #tell() {
    const count = this.#gesture?.does === 'place' ? this.#gesture.points.length : 0
    if (count !== this.#told) this.#manner.onPoints(count)
    this.#told = count
  }

  #finishIfWhole(tool: Kind) {
    this.#tell()
    if (this.#gesture?.does !== 'place' || this.#gesture.points.length < placedBy(tool)) return this.#layer.redraw()
    this.#finish(tool, this.#gesture.points)
  }

  #finish(tool: Kind, points: readonly DrawingPoint[]) {
    this.#drop()
    // What needs no completion is kept, even while the chart has nothing in view.
    if (!tool.completed) return this.#manner.onPlaced(tool, points)
    const pane = this.pane()
    const [first, ...others] = points
    if (first && pane) this.#manner.onPlaced(tool, tool.completed([first, ...others], pane))
  }

  #strokePoints(spots: readonly Spot[]): DrawingPoint[] {
    const few = simplified(spots, { tolerance: strokeTolerance, most: mostPoints })
    const points = few.flatMap(spot => this.#engine.pointOf(spot, true) ?? [])
    // A hand is no finer than that, and many points are stored.
    return points.map(({ time, price }) => ({ time, price: Number(price.toPrecision(7)) }))
  }

  #moved({ of, handle, from }: Gesture & { does: 'move' }, to: Spot, reachIn: number): readonly Drawing[] | undefined {
    const by = { x: to.x - from.x, y: to.y - from.y }
    const moved = of.flatMap(it => this.#movedOne(it, { handle, by, reachIn }) ?? [])
    return moved.length === of.length ? moved : undefined
  }

  #movedOne(of: Drawing, { handle, by, reachIn }: { handle: number; by: Spot; reachIn: number }): Drawing | undefined {
    const { x: dx, y: dy } = by
    const kind = kindOf(of.type)
    const pane = this.pane()
    if (!kind || !pane) return undefined
    const point = handlesOf(of, kind, pane)[handle]
    if (point) {
      const spot = this.#engine.spotOf(point)
      const next = this.#pointAt({ x: spot.x + dx, y: spot.y + dy }, reachIn)
      return next && movedBy(of, kind, { handle, to: next })
    }
    // By whole bars, so that each point stays on one; a point may be out of sight.
    const bars = Math.round((dx / pane.width) * (pane.view.to - pane.view.from))
    const points = of.points.map(({ time, price }) => ({
      time: this.#engine.timeAt(this.#engine.placeOf(time) + bars),
      price: this.#engine.priceAt(this.#engine.spotOf({ time, price }).y + dy) ?? price,
    }))
    return { ...of, points }
  }

  #seen = () => this.#state!.drawings.filter(({ hidden }) => !hidden)

  /** What a press would grab: a handle of the selected drawing before anything else. */
  #heldAt(spot: Spot, { pointerType }: PointerEvent): { drawing: Drawing; handle: number } | undefined {
    const how = pointerType === 'touch' ? 'touch' : 'mouse'
    const pane = this.pane()
    const handleAt = (drawing: Drawing) => {
      const kind = kindOf(drawing.type)
      if (!kind || !pane) return -1
      const spots = handlesOf(drawing, kind, pane).map(this.#engine.spotOf)
      const distances = spots.map(it => Math.hypot(it.x - spot.x, it.y - spot.y))
      const nearest = distances.indexOf(Math.min(...distances))
      return (distances[nearest] ?? Number.POSITIVE_INFINITY) <= handleReach[how] ? nearest : -1
    }
    const seen = this.#seen()
    const { selected: ids } = this.#state!
    const selected = ids.length === 1 ? seen.find(({ id }) => id === ids[0]) : undefined
    const handle = selected ? handleAt(selected) : -1
    if (selected && handle !== -1) return { drawing: selected, handle }
    const drawing = seen.toReversed().find(({ id }) => isAt(this.#shapes.get(id) ?? [], spot, reach[how]))
    return drawing && { drawing, handle: handleAt(drawing) }
  }

  #draw(frame: Frame) {
    const view = this.#engine.view()
    if (!this.#state || !view) return
    const pane = this.#paneOf(frame, view)
    const { selected, tool, handle } = this.#state
    const gesture = this.#gesture
    this.#shapes = new Map()
    for (const drawing of this.#seen()) {
      const dragged = gesture?.does === 'move' ? this.#next?.find(({ id }) => id === drawing.id) : undefined
      const it = dragged ?? drawing
      const kind = kindOf(it.type)
      if (!kind) continue
      const shapes = shapesOf(it, kind, pane)
      this.#shapes.set(it.id, shapes)
      const isSelected = selected.includes(it.id)
      paintShapes(frame, shapes, { style: styleOf(it, kind), isSelected })
      if (isSelected && selected.length === 1 && !it.locked) paintHandles(frame, handlesOf(it, kind, pane), handle)
    }
    if (!tool) return
    if (gesture?.does === 'stroke')
      paintShapes(frame, [{ kind: 'path', spots: gesture.spots }], { style: { ...usualStyle, ...tool.style } })
    else this.#drawPlacing(frame, tool, pane)
  }

  #drawPlacing(frame: Frame, tool: Kind, pane: Pane) {
    const placing = this.#gesture?.does === 'place' ? this.#gesture : undefined
    const set = placing?.points ?? []
    const points = [...set, ...(this.#ahead ? [this.#ahead] : [])].slice(0, tool.isStroke ? mostPoints : placedBy(tool))
    if (set.length > 0) {
      const whole = shapesOf({ points, text: '…' }, tool, pane)
      const shapes: Shape[] = whole.length > 0 ? whole : [{ kind: 'path', spots: points.map(pane.spotOf) }]
      paintShapes(frame, shapes, { style: { ...usualStyle, ...tool.style }, isSelected: true })
      paintHandles(frame, points)
    }
    // A mouse has the engine's crosshair.
    if (this.#ahead && (!placing?.pressed || placing.isAiming)) paintAim(frame, this.#ahead)
  }
}

const near = (a: Spot, b: Spot, within: number) => Math.hypot(a.x - b.x, a.y - b.y) <= within
const reachOf = ({ pointerType }: PointerEvent) => (pointerType === 'touch' ? reach.touch : reach.mouse)
const aimed = ({ x, y }: Spot, { isAiming }: { isAiming: boolean }) => (isAiming ? { x, y: y - overFinger } : { x, y })
