import { isAt, type Shape, type Spot } from '@finlist/domain/chart/drawing-shapes'
import type { Drawing } from '@finlist/domain/chart/drawings'
import type { Frame } from '../../../components/price-chart/engine/layer.ts'
import { handlesOf, movedBy, type Pane, shapesOf, styleOf } from './kind.ts'
import { kindOf } from './kinds.ts'
import { paintHandles, paintShapes } from './paint-shapes.ts'
import { dragFrom, near, pointerOf, reach, reachOf, type Surface } from './surface.ts'

type Move = {
  does: 'move'
  of: readonly Drawing[]
  handle: number
  from: Spot
  moved: boolean
  /** The id of the drawing, among several, on which the pointer came down. */
  pressed: string
}
/** A finger is down and may start to pan the chart. If it is lifted near where it came down, it selects. */
type Tap = { does: 'tap'; on: string | undefined; from: Spot }

/** Maximum distance in pixels at which a press still hits a handle. */
const handleReach = { mouse: 8, touch: 22 }

/** Handles gestures while no tool is active: selects drawings, and moves them as a whole or by a handle. */
export class Moving {
  #gesture: Move | Tap | undefined
  /** The dragged drawings at their current position. */
  #next: readonly Drawing[] | undefined
  /** The shapes of the last frame. A press must hit what was visible. */
  #shapes = new Map<string, Shape[]>()
  readonly #surface: Surface

  constructor(surface: Surface) {
    this.#surface = surface
  }

  get isActive() {
    return this.#gesture !== undefined
  }

  get isMoving() {
    return this.#gesture?.does === 'move'
  }

  /** Handles a press. Undefined if the chart may pan with it; otherwise returns its effect. */
  press(spot: Spot, event: PointerEvent): 'holds' | 'selects' | undefined {
    const { manner, state } = this.#surface
    const { isSeveral, selected } = state()
    const held = this.#heldAt(spot, event)
    const isSelected = held !== undefined && selected.includes(held.drawing.id)
    const isTouch = event.pointerType === 'touch'
    if (isTouch && (!isSelected || (isSeveral && held.drawing.locked))) {
      this.#gesture = { does: 'tap', on: held?.drawing.id, from: spot }
      return undefined
    }
    if (!isTouch && (event.shiftKey || (isSeveral && !isSelected))) {
      if (!held) return undefined
      manner.onSelect(held.drawing.id, true)
      this.#gesture = undefined
      return 'selects'
    }
    const areSeveral = isSelected && selected.length > 1
    if (!areSeveral) manner.onSelect(held?.drawing.id, false)
    if (!held || held.drawing.locked) return undefined
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
    return 'holds'
  }

  move(spot: Spot, event: PointerEvent) {
    const gesture = this.#gesture
    if (gesture?.does !== 'move') return
    if (!gesture.moved && near(gesture.from, spot, dragFrom)) return
    gesture.moved = true
    this.#next = this.#moved(gesture, spot, reachOf(event)) ?? this.#next
    this.#surface.redraw()
  }

  release(spot: Spot) {
    const gesture = this.#gesture
    const { manner, state } = this.#surface
    const { isSeveral } = state()
    this.#gesture = undefined
    if (gesture?.does === 'tap') {
      if (near(gesture.from, spot, dragFrom * 2)) manner.onSelect(gesture.on, isSeveral)
    } else if (gesture?.moved && this.#next) manner.onMoved(this.#next)
    else if (gesture && (isSeveral || gesture.of.length > 1)) manner.onSelect(gesture.pressed, isSeveral)
  }

  drop() {
    if (this.#gesture) this.#surface.engine.hold(false)
    this.#gesture = undefined
  }

  isOver = (spot: Spot, event: PointerEvent) => this.#heldAt(spot, event) !== undefined

  paint(frame: Frame, pane: Pane) {
    const { selected, handle } = this.#surface.state()
    this.#shapes = new Map()
    for (const drawing of this.#seen()) {
      const dragged = this.isMoving ? this.#next?.find(({ id }) => id === drawing.id) : undefined
      const it = dragged ?? drawing
      const kind = kindOf(it.type)
      if (!kind) continue
      const shapes = shapesOf(it, kind, pane)
      this.#shapes.set(it.id, shapes)
      const isSelected = selected.includes(it.id)
      paintShapes(frame, shapes, { style: styleOf(it, kind), isSelected })
      if (isSelected && selected.length === 1 && !it.locked) paintHandles(frame, handlesOf(it, kind, pane), handle)
    }
  }

  #seen = () => this.#surface.state().drawings.filter(({ hidden }) => !hidden)

  #moved({ of, handle, from }: Move, to: Spot, reachIn: number): readonly Drawing[] | undefined {
    const by = { x: to.x - from.x, y: to.y - from.y }
    const moved = of.flatMap(it => this.#movedOne(it, { handle, by, reachIn }) ?? [])
    return moved.length === of.length ? moved : undefined
  }

  #movedOne(of: Drawing, { handle, by, reachIn }: { handle: number; by: Spot; reachIn: number }): Drawing | undefined {
    const { engine, pointAt } = this.#surface
    const { x: dx, y: dy } = by
    const kind = kindOf(of.type)
    const pane = this.#surface.pane()
    if (!kind || !pane) return undefined
    const point = handlesOf(of, kind, pane)[handle]
    if (point) {
      const spot = engine.spotOf(point)
      const next = pointAt({ x: spot.x + dx, y: spot.y + dy }, reachIn)
      return next && movedBy(of, kind, { handle, to: next })
    }
    // Moves by whole bars, so that each point stays on a bar, even one out of view.
    const bars = Math.round((dx / pane.width) * (pane.view.to - pane.view.from))
    const points = of.points.map(({ time, price }) => ({
      time: engine.timeAt(engine.placeOf(time) + bars),
      price: engine.priceAt(engine.spotOf({ time, price }).y + dy) ?? price,
    }))
    return { ...of, points }
  }

  /** Returns what a press would grab. A handle of the selected drawing takes precedence. */
  #heldAt(spot: Spot, event: PointerEvent): { drawing: Drawing; handle: number } | undefined {
    const how = pointerOf(event)
    const pane = this.#surface.pane()
    const handleAt = (drawing: Drawing) => {
      const kind = kindOf(drawing.type)
      if (!kind || !pane) return -1
      const spots = handlesOf(drawing, kind, pane).map(this.#surface.engine.spotOf)
      const distances = spots.map(it => Math.hypot(it.x - spot.x, it.y - spot.y))
      const nearest = distances.indexOf(Math.min(...distances))
      return (distances[nearest] ?? Number.POSITIVE_INFINITY) <= handleReach[how] ? nearest : -1
    }
    const seen = this.#seen()
    const { selected: ids } = this.#surface.state()
    const selected = ids.length === 1 ? seen.find(({ id }) => id === ids[0]) : undefined
    const handle = selected ? handleAt(selected) : -1
    if (selected && handle !== -1) return { drawing: selected, handle }
    const drawing = seen.toReversed().find(({ id }) => isAt(this.#shapes.get(id) ?? [], spot, reach[how]))
    return drawing && { drawing, handle: handleAt(drawing) }
  }
}
