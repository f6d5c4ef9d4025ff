import {
  type AutoscaleInfo,
  type IPrimitivePaneView,
  type ISeriesPrimitive,
  type Logical,
  PriceScaleMode,
  type SeriesAttachedParameter,
  type Time,
} from 'lightweight-charts'

/** A line or columns, with a value for each bar. */
export type Stroke = {
  values: readonly (number | null)[]
  colour: string
  /** In pixels. */
  width: number
  dash?: readonly number[] | undefined
  /** The colour of the column at an index. A stroke without it is a line. */
  columnColour?: ((at: number) => string) | undefined
  /**
   * Whether the column at an index is hollow. Where an outline does not fit, the column is drawn in a pale colour
   * instead.
   */
  isHollow?: ((at: number) => boolean) | undefined
}
/** The canvas, in device pixels, and the positions of bars and values on it. */
type Sheet = {
  pen: CanvasRenderingContext2D
  xOf: (at: number) => number
  yOf: (value: number) => number
  /** `ratio`: device pixels per page pixel. `step`: device pixels between two bars. */
  ratio: number
  step: number
  from: number
  to: number
}
type Renderer = NonNullable<ReturnType<IPrimitivePaneView['renderer']>>

/**
 * Draws all lines and columns of a pane on the scale of one engine series. Separate engine series would take several
 * times as long, and could not draw every value where several share a pixel.
 */
export class Strokes implements ISeriesPrimitive<Time> {
  #strokes: readonly Stroke[] = []
  #over: SeriesAttachedParameter<Time> | undefined
  readonly #scales: boolean
  readonly #views: readonly IPrimitivePaneView[]

  /** `scales`: whether the scale makes room for the strokes. */
  constructor({ scales }: { scales: boolean }) {
    this.#scales = scales
    this.#views = [{ renderer: () => ({ draw: this.#draw }) }]
  }

  attached(over: SeriesAttachedParameter<Time>) {
    this.#over = over
  }
  detached() {
    this.#over = undefined
  }
  show(strokes: readonly Stroke[]) {
    this.#strokes = strokes
    this.#over?.requestUpdate()
  }
  paneViews = () => this.#views

  autoscaleInfo(from: Logical, to: Logical): AutoscaleInfo | null {
    if (!this.#scales) return null
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const reach = (value: number) => {
      if (value < low) low = value
      if (value > high) high = value
    }
    const reachAll = (spanOf: (values: Stroke['values']) => readonly [number, number]) => {
      for (const { values, columnColour } of this.#strokes) {
        if (columnColour) reach(0)
        const [first, last] = spanOf(values)
        for (let at = first; at <= last; at++) {
          const value = values[at]
          if (value != null) reach(value)
        }
      }
    }
    reachAll(() => [Math.max(from, 0), to])
    // A line may cross the view without having a value in it.
    if (low > high) reachAll(values => around(values, from, to))
    return low <= high ? { priceRange: { minValue: low, maxValue: high } } : null
  }

  #draw: Renderer['draw'] = target =>
    target.useBitmapCoordinateSpace(({ context: pen, horizontalPixelRatio: ratio, verticalPixelRatio: down }) => {
      if (!this.#over) return
      const { chart, series } = this.#over
      const time = chart.timeScale()
      const seen = time.getVisibleLogicalRange()
      const [first, second] = [0, 1].map(at => time.logicalToCoordinate(at as Logical))
      const [zero, one] = [0, 1].map(value => series.priceToCoordinate(value))
      if (!seen || first == null || second == null || zero == null || one == null || zero === one) return
      const step = (second - first) * ratio
      const isLinear = series.priceScale().options().mode !== PriceScaleMode.Logarithmic
      const sheet: Sheet = {
        pen,
        ratio,
        step,
        xOf: at => first * ratio + at * step,
        // `priceToCoordinate` is slow on a logarithmic or relative scale, because it looks up the base for every price.
        // On a linear scale, two points are enough to compute the others.
        yOf: isLinear
          ? value => (zero + value * (one - zero)) * down
          : value => (series.priceToCoordinate(value) ?? zero) * down,
        from: Math.max(Math.ceil(seen.from), 0),
        to: Math.floor(seen.to),
      }
      pen.lineJoin = 'round'
      for (const stroke of this.#strokes) (stroke.columnColour ? drawColumns : drawLine)(sheet, stroke)
      pen.setLineDash([])
    })
}

/** The indices of the last value before the view and of the first one after it. */
function around(values: Stroke['values'], from: number, to: number): [number, number] {
  let [first, last] = [from - 1, Math.min(to + 1, values.length - 1)]
  while (first > 0 && values[first] == null) first--
  while (last < values.length - 1 && values[last] == null) last++
  return [Math.max(first, 0), last]
}

/**
 * Maximum number of points drawn as one path, because the time to draw a thick path grows with the square of its
 * length.
 */
const stretch = 32

function drawLine(sheet: Sheet, { values, colour, width, dash }: Stroke) {
  const { pen, xOf, yOf, ratio, step } = sheet
  const thick = Math.max(width * ratio, 1)
  const [from, to] = around(values, sheet.from, sheet.to)
  if (!dash && thick > 1 && step < 0.5) return drawSpans(sheet, { values, colour, thick, from, to })
  pen.strokeStyle = colour
  pen.lineWidth = thick
  pen.setLineDash(dash?.map(part => part * thick) ?? [])
  pen.beginPath()
  let before = 0
  for (let at = from, count = 0; at <= to; at++) {
    const value = values[at]
    if (value == null) continue
    pen.lineTo(xOf(at), yOf(value))
    if (!dash && thick > 1 && ++count % stretch === 0) {
      pen.stroke()
      pen.beginPath()
      // Each path starts where the previous one ended, so that the corner between them is drawn too.
      pen.moveTo(xOf(before), yOf(values[before]!))
      pen.lineTo(xOf(at), yOf(value))
    }
    before = at
  }
  pen.stroke()
}

/**
 * Draws the column of each pixel from its lowest to its highest value, joined to the last value of the previous pixel.
 */
function drawSpans(
  { pen, xOf, yOf }: Sheet,
  { values, colour, thick, from, to }: Pick<Stroke, 'values' | 'colour'> & Record<'thick' | 'from' | 'to', number>,
) {
  pen.fillStyle = colour
  let last: number | undefined
  let [pixel, low, high] = [Number.NaN, 0, 0]
  const finish = () => {
    if (Number.isNaN(pixel)) return
    const [top, bottom] = [yOf(high), yOf(low)]
    // A steep part is as wide as the line. A flat part continues in the next pixel.
    const wide = bottom - top > thick ? thick : 1
    pen.fillRect(Math.round(pixel + 0.5 - wide / 2), top - thick / 2, wide, bottom - top + thick)
  }
  for (let at = from; at <= to; at++) {
    const value = values[at]
    if (value == null) continue
    const here = Math.floor(xOf(at))
    if (here !== pixel) {
      finish()
      pixel = here
      low = Math.min(value, last ?? value)
      high = Math.max(value, last ?? value)
    } else {
      if (value < low) low = value
      if (value > high) high = value
    }
    last = value
  }
  finish()
}

const paleColumn = 0.5

/** Draws columns like the engine's own histograms: as wide as the bars, with a gap of one pixel. */
function drawColumns({ pen, xOf, yOf, ratio, step, from, to }: Sheet, { values, columnColour, isHollow }: Stroke) {
  const tick = Math.max(1, Math.floor(ratio))
  const gap = Math.ceil(step) <= 1 ? 0 : tick
  const base = Math.round(yOf(0)) - Math.floor(tick / 2)
  const narrow = Math.max(Math.floor(step) - gap, 1)
  let before = ''
  for (let at = from; at <= Math.min(to, values.length - 1); at++) {
    const value = values[at]
    if (value == null) continue
    const left = Math.round(xOf(at) - step / 2)
    const width = narrow < 4 ? narrow : Math.round(xOf(at) + step / 2) - left - gap
    const y = Math.round(yOf(value))
    const colour = columnColour!(at)
    if (colour !== before) pen.fillStyle = pen.strokeStyle = before = colour
    const [top, height] = y <= base ? [y, base + tick - y] : [base, y - Math.floor(tick / 2) + tick - base]
    const hollow = isHollow?.(at)
    if (hollow && width >= 3 * tick) {
      pen.lineWidth = tick
      pen.strokeRect(left + tick / 2, top + tick / 2, width - tick, Math.max(height - tick, 0))
    } else {
      pen.globalAlpha = hollow ? paleColumn : 1
      pen.fillRect(left, top, width, height)
      pen.globalAlpha = 1
    }
  }
}
