import type { Colours } from '../../../components/price-chart/engine/colours.ts'
import type { ChartPart, Line, Lines } from '../../../components/price-chart/engine/open-chart.ts'

export type ComparedLine = {
  symbol: string
  /** Label on the price axis. */
  code: string
  /** Any CSS colour. */
  colour: string
  /** The close at each bar of the chart. */
  closes: readonly (number | null)[]
}

const mostThick = 1_000

/**
 * Compared symbols as series on the price scale. On a relative scale, each is relative to its own first value in view.
 */
export class ComparedLines implements ChartPart {
  readonly #lines: Lines
  readonly #drawn = new Map<string, Line & { line: ComparedLine }>()
  #colour: Colours
  #width = 2
  #isRemoved = false

  constructor(lines: Lines) {
    this.#lines = lines
    this.#colour = lines.colour
  }

  show(bars: readonly { date: string }[], lines: readonly ComparedLine[]) {
    if (this.#isRemoved) return
    for (const [symbol, drawn] of this.#drawn) {
      if (lines.some(line => line.symbol === symbol)) continue
      this.#lines.remove(drawn)
      this.#drawn.delete(symbol)
    }
    for (const line of lines) {
      const before = this.#drawn.get(line.symbol)
      const drawn = before ?? this.#lines.add()
      if (before?.line.closes !== line.closes)
        drawn.series.setData(
          bars.flatMap(({ date }, at) => {
            const value = line.closes[at]
            return value == null ? [] : [{ time: date, value }]
          }),
        )
      this.#drawn.set(line.symbol, { ...drawn, line })
    }
    this.paint(this.#colour)
  }

  /** Draws thin lines if more than `mostThick` bars are in view, because thick lines then make dragging slow. */
  setView(count: number) {
    this.#width = count > mostThick ? 1 : 2
    this.paint(this.#colour)
  }

  paint(colour: Colours) {
    this.#colour = colour
    for (const { line, series, strokes } of this.#drawn.values()) {
      series.applyOptions({ color: colour(line.colour), title: line.code })
      strokes.show([{ values: line.closes, colour: colour(line.colour), width: this.#width }])
    }
  }

  remove() {
    this.#isRemoved = true
    for (const drawn of this.#drawn.values()) this.#lines.remove(drawn)
    this.#drawn.clear()
  }
}
