import type { IPanePrimitive, IPrimitivePaneView, PaneAttachedParameter, Time } from 'lightweight-charts'
import type { Colours } from './colours.ts'

export type Point = { time: number; price: number }
export type Spot = { x: number; y: number }
export type Frame = {
  pen: CanvasRenderingContext2D
  width: number
  height: number
  spotOf: (point: Point) => Spot
  colour: Colours
}

/** A custom drawing in the price pane, redrawn whenever the view changes. */
export class Layer implements IPanePrimitive<Time> {
  readonly #views: readonly IPrimitivePaneView[]
  #request: (() => void) | undefined

  constructor(
    frameOf: (pen: CanvasRenderingContext2D, size: { width: number; height: number }) => Frame | undefined,
    draw: (frame: Frame) => void,
    { behind = false } = {},
  ) {
    this.#views = [
      {
        zOrder: () => (behind ? 'bottom' : 'top'),
        renderer: () => ({
          draw: target =>
            target.useMediaCoordinateSpace(({ context, mediaSize }) => {
              const frame = frameOf(context, mediaSize)
              if (frame) draw(frame)
            }),
        }),
      },
    ]
  }

  paneViews = () => this.#views
  attached({ requestUpdate }: PaneAttachedParameter<Time>) {
    this.#request = requestUpdate
  }
  detached() {
    this.#request = undefined
  }
  redraw() {
    this.#request?.()
  }
}
