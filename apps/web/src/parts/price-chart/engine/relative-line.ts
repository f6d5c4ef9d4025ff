import {
  type CustomBarItemData,
  type CustomData,
  type CustomSeriesOptions,
  type ICustomSeriesPaneView,
  type LineStyle,
  type PaneRendererCustomData,
  type Time,
} from 'lightweight-charts'

/** A value, if there is one, beside the close of its bar. */
type Item = CustomData<Time> & { value?: number; base: number }
type Options = CustomSeriesOptions & { lineWidth: number; lineStyle: LineStyle }
/** The engine adds those of every series. */
const usual = { color: '', lineWidth: 1, lineStyle: 0 } as Options
type Bars = PaneRendererCustomData<Time, Item>

/**
 * A line of a study over prices on a relative scale. A series of the engine counts from its own first value in view;
 * this one from the prices' close there, so that an average keeps its place among the prices.
 */
export class RelativeLine implements ICustomSeriesPaneView<Time, Item, Options> {
  #bars: readonly CustomBarItemData<Time, Item>[] = []
  #seen: Bars['visibleRange'] = null
  #options = usual

  defaultOptions = () => usual
  /** The last one is what the engine counts from. */
  priceValueBuilder = ({ value, base }: Item) => (value === undefined ? [base] : [value, base])
  isWhitespace = (data: Item | { time: Time }): data is { time: Time } => !('base' in data)

  update({ bars, visibleRange }: Bars, options: Options) {
    this.#bars = bars
    this.#seen = visibleRange
    this.#options = options
  }

  renderer = () => ({ draw: this.#draw })

  #draw: ReturnType<ICustomSeriesPaneView<Time, Item, Options>['renderer']>['draw'] = (target, coordinateOf) =>
    target.useMediaCoordinateSpace(({ context: pen }) => {
      if (!this.#seen) return
      const { color, lineWidth, lineStyle } = this.#options
      pen.strokeStyle = color
      pen.lineWidth = lineWidth
      pen.lineJoin = 'round'
      pen.setLineDash(dashes[lineStyle]?.map(part => part * lineWidth) ?? [])
      pen.beginPath()
      // A relative scale is linear, and the engine looks its base up at every price that it is asked for.
      const [zero, one] = [coordinateOf(0), coordinateOf(1)]
      if (zero === null || one === null) return
      for (let at = this.#seen.from; at < this.#seen.to; at++) {
        const { x, originalData } = this.#bars[at]!
        if (originalData.value !== undefined) pen.lineTo(x, zero + originalData.value * (one - zero))
      }
      pen.stroke()
      pen.setLineDash([])
    })
}

/** As the engine draws its own: solid, dotted, dashed. */
const dashes = [[], [1, 1], [2, 2]]
