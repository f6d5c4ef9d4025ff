import { type Shape, type Spot, simplified } from '@finlist/domain/chart/drawing-shapes'
import { type DrawingPoint, mostPoints } from '@finlist/domain/chart/drawings'
import type { Frame } from '../../../components/price-chart/engine/layer.ts'
import { type Kind, type Pane, placedBy, shapesOf, usualStyle } from './kind.ts'
import { paintAim, paintHandles, paintShapes } from './paint-shapes.ts'
import { dragFrom, near, reachOf, type Surface } from './surface.ts'

type Gesture =
  /**
   * `pressed`: a finger or a mouse button is still down. `isAiming`: a finger is sliding, and the point is offset from
   * it.
   */
  | { does: 'place'; points: readonly DrawingPoint[]; from: Spot; pressed: boolean; isAiming: boolean }
  | { does: 'stroke'; spots: Spot[] }

/** Distance, in pixels, by which a point is above the finger that aims it. */
const overFinger = 56
/** Maximum distance, in pixels, of a simplified stroke from the pointer's path. */
const strokeTolerance = 1.2
/** More than any stroke drawn by hand has. */
const mostSpots = 4_000

/** Sets a tool's points: by clicks, a drag, an aiming finger, a single stroke, or the keyboard. */
export class Placing {
  #gesture: Gesture | undefined
  #told = 0
  #ahead: DrawingPoint | undefined
  readonly #surface: Surface

  constructor(surface: Surface) {
    this.#surface = surface
  }

  get isActive() {
    return this.#gesture !== undefined
  }

  /** Sets the next point by keyboard. Returns the number of points set so far. */
  putPoint(tool: Kind, point: DrawingPoint): number {
    const points = this.#gesture?.does === 'place' ? this.#gesture.points : []
    const last = points.at(-1)
    const isAgain = last?.time === point.time && last.price === point.price
    this.#ahead = undefined
    if (tool.isStroke && (isAgain || points.length + 1 === mostPoints)) {
      if (points.length >= tool.points) this.#finish(tool, points)
      return points.length
    }
    this.#gesture = { does: 'place', points: [...points, point], from: { x: 0, y: 0 }, pressed: false, isAiming: false }
    if (tool.isStroke) this.#surface.redraw()
    else this.#finishIfWhole(tool)
    return points.length + 1
  }

  /** Previews the next point. */
  aimAt(point: DrawingPoint) {
    this.#ahead = point
    this.#surface.redraw()
  }

  press(tool: Kind, { spot, point, isTouch }: { spot: Spot; point: DrawingPoint; isTouch: boolean }) {
    if (tool.isStroke) {
      this.#gesture = { does: 'stroke', spots: [spot] }
      return
    }
    const before = this.#gesture?.does === 'place' ? this.#gesture.points : []
    const points = isTouch ? before : [...before, point]
    this.#gesture = { does: 'place', points, from: spot, pressed: true, isAiming: false }
    this.#ahead = undefined
    this.#tell()
  }

  move(spot: Spot, event: PointerEvent) {
    const gesture = this.#gesture
    if (gesture?.does === 'place') {
      if (event.pointerType === 'touch') {
        if (!gesture.pressed || (!gesture.isAiming && near(gesture.from, spot, dragFrom))) return
        gesture.isAiming = true
      }
      this.#ahead = this.#surface.pointAt(aimed(spot, gesture), reachOf(event)) ?? this.#ahead
      this.#surface.redraw()
    } else if (gesture) {
      if (gesture.spots.length < mostSpots) gesture.spots.push(spot)
      this.#surface.redraw()
    }
  }

  release(tool: Kind, spot: Spot, event: PointerEvent) {
    const gesture = this.#gesture
    if (gesture?.does === 'stroke') {
      this.#gesture = undefined
      const points = this.#strokePoints(gesture.spots)
      if (points.length >= tool.points) this.#finish(tool, points)
      else this.#surface.redraw()
    } else if (gesture?.pressed) {
      const isTouch = event.pointerType === 'touch'
      const isDrag = !near(gesture.from, spot, dragFrom)
      // A drag with the mouse sets two points: where it begins and where it ends.
      const point = isTouch || isDrag ? this.#surface.pointAt(aimed(spot, gesture), reachOf(event)) : undefined
      if (point && gesture.points.length < placedBy(tool)) gesture.points = [...gesture.points, point]
      gesture.pressed = false
      gesture.isAiming = false
      if (isTouch) this.#ahead = undefined
      this.#finishIfWhole(tool)
    }
  }

  /** Called when a second finger or the browser takes over the gesture. Points already set are kept. */
  interrupt() {
    const gesture = this.#gesture
    this.#ahead = undefined
    this.#gesture = gesture?.does === 'place' ? { ...gesture, pressed: false, isAiming: false } : undefined
  }

  drop() {
    if (this.#gesture) this.#surface.engine.hold(false)
    this.#gesture = undefined
    this.#ahead = undefined
    this.#tell()
  }

  paint(frame: Frame, tool: Kind, pane: Pane) {
    const gesture = this.#gesture
    const style = { ...usualStyle, ...tool.style }
    if (gesture?.does === 'stroke') return paintShapes(frame, [{ kind: 'path', spots: gesture.spots }], { style })
    const set = gesture?.points ?? []
    const points = [...set, ...(this.#ahead ? [this.#ahead] : [])].slice(0, tool.isStroke ? mostPoints : placedBy(tool))
    if (set.length > 0) {
      const whole = shapesOf({ points, text: '…' }, tool, pane)
      const shapes: Shape[] = whole.length > 0 ? whole : [{ kind: 'path', spots: points.map(pane.spotOf) }]
      paintShapes(frame, shapes, { style, isSelected: true })
      paintHandles(frame, points)
    }
    // While a mouse button is pressed, the engine's crosshair already marks the point.
    if (this.#ahead && (!gesture?.pressed || gesture.isAiming)) paintAim(frame, this.#ahead)
  }

  #tell() {
    const count = this.#gesture?.does === 'place' ? this.#gesture.points.length : 0
    if (count !== this.#told) this.#surface.manner.onPoints(count)
    this.#told = count
  }

  #finishIfWhole(tool: Kind) {
    this.#tell()
    if (this.#gesture?.does !== 'place' || this.#gesture.points.length < placedBy(tool)) return this.#surface.redraw()
    this.#finish(tool, this.#gesture.points)
  }

  #finish(tool: Kind, points: readonly DrawingPoint[]) {
    const { manner, pane } = this.#surface
    this.drop()
    // A drawing that needs no completion is added even if the chart has nothing in view.
    if (!tool.completed) return manner.onPlaced(tool, points)
    const over = pane()
    const [first, ...others] = points
    if (first && over) manner.onPlaced(tool, tool.completed([first, ...others], over))
  }

  #strokePoints(spots: readonly Spot[]): DrawingPoint[] {
    const few = simplified(spots, { tolerance: strokeTolerance, most: mostPoints })
    const points = few.flatMap(spot => this.#surface.engine.pointOf(spot, true) ?? [])
    // Rounded, because drawing by hand is not more precise, and many points are stored.
    return points.map(({ time, price }) => ({ time, price: Number(price.toPrecision(7)) }))
  }
}

const aimed = ({ x, y }: Spot, { isAiming }: { isAiming: boolean }) => (isAiming ? { x, y: y - overFinger } : { x, y })
