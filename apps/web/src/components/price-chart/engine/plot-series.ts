import type { PriceRange } from '@finlist/domain/chart/first-view'
import type { DayBar } from '@finlist/domain/chart/spans'
import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  type Logical,
  PriceScaleMode,
  type Time,
} from 'lightweight-charts'
import { formatLevel } from '../../market-figures.tsx'
import { formatPercent, formatRatio, formatTraded } from '../format-value.ts'
import type { Picture, Plot } from '../picture.ts'
import type { Colours } from './colours.ts'
import { priceFormat } from './prices.ts'
import { type Stroke, Strokes } from './strokes.ts'

/** The price pane, or a pane below it. */
type Pane = {
  /** The indices of the plots in this pane. */
  plots: number[]
  /** An invisible series, which provides the scale on which the plots are drawn. */
  series: ISeriesApi<'Line'>
  strokes: Strokes
  dots: ISeriesMarkersPluginApi<Time> | undefined
}

const paneMargins = { top: 0.2, bottom: 0.1 }

/** The studies of a chart, drawn over the prices or each in its own pane. */
export class PlotSeries {
  #plots: readonly Plot[] = []
  #panes: Pane[] = []
  readonly #chart: IChartApi
  constructor(chart: IChartApi) {
    this.#chart = chart
  }

  /** The studies with a pane below the price, in the order of the panes. */
  panes(): string[] {
    return [...new Set(this.#plots.filter(({ onPrice }) => !onPrice).map(({ study }) => study))]
  }

  show(picture: Picture, colour: Colours) {
    if (!this.fits(picture.plots)) this.#build(picture)
    for (const pane of this.#panes) pane.series.setData(picture.bars.map((_, at) => this.#pointOf(picture, pane, at)))
    this.#dress(picture, 0, colour)
  }

  /** `from`: the index of the first bar that is new or has changed. */
  goOn(picture: Picture, from: number, colour: Colours) {
    for (const pane of this.#panes)
      for (let at = from; at < picture.bars.length; at++) pane.series.update(this.#pointOf(picture, pane, at))
    this.#dress(picture, from, colour)
  }

  fits = (plots: readonly Plot[]) =>
    plots.length === this.#plots.length && plots.every(({ key }, at) => this.#plots[at]!.key === key)

  /** The lowest and highest value in view among the studies drawn over the prices. */
  reach(): PriceRange | undefined {
    const [pane] = this.#panes
    const seen = this.#chart.timeScale().getVisibleLogicalRange()
    if (!seen || !pane || !this.#isOnPrice(pane)) return undefined
    const found = pane.strokes.autoscaleInfo(
      Math.floor(seen.from) as Logical,
      Math.ceil(seen.to) as Logical,
    )?.priceRange
    return found ? { low: found.minValue, high: found.maxValue } : undefined
  }

  #isOnPrice = (pane: Pane) => this.#plots[pane.plots[0]!]!.onPrice

  #build({ bars, plots }: Picture) {
    for (const { series } of this.#panes) this.#chart.removeSeries(series)
    this.#plots = plots
    const under = this.panes()
    this.#panes = ['', ...under].flatMap((study, at) => {
      const own = [...plots.keys()].filter(place => (plots[place]!.onPrice ? '' : plots[place]!.study) === study)
      if (own.length === 0) return []
      const options = {
        lineVisible: false,
        crosshairMarkerVisible: false,
        lastValueVisible: false,
        priceLineVisible: false,
        priceFormat: formatOf(plots[own[0]!]!, bars),
        // Studies over the prices do not affect the price range; the price series determines it.
        ...(study === '' && { autoscaleInfoProvider: () => null }),
      }
      const series = this.#chart.addSeries(LineSeries, options, at)
      const strokes = new Strokes({ scales: true })
      series.attachPrimitive(strokes)
      for (const price of own.flatMap(place => plots[place]!.levels ?? []))
        series.createPriceLine({
          price,
          lineWidth: 1,
          lineStyle: LineStyle.Dotted,
          color: '#888',
          axisLabelVisible: false,
        })
      // A new pane starts with the options of the price scale, so the pane's options are set again.
      if (at > 0)
        this.#chart.priceScale('right', at).applyOptions({ mode: PriceScaleMode.Normal, scaleMargins: paneMargins })
      const dots = own.some(place => plots[place]!.dots) ? createSeriesMarkers(series) : undefined
      return [{ plots: own, series, strokes, dots }]
    })
  }

  /**
   * The value of the pane's invisible series at a bar. In the price pane it is the close, on which a relative scale is
   * based.
   */
  #pointOf({ bars, plots }: Picture, pane: Pane, at: number) {
    const { date: time, close } = bars[at]!
    if (plots[pane.plots[0]!]!.onPrice) return { time, value: close }
    const value = pane.plots.map(place => plots[place]!.values[at]).find(it => it != null)
    return value == null ? { time } : { time, value }
  }

  /** Draws the dots of bars from `from` on. Earlier dots are already drawn. */
  #dress({ bars, plots }: Picture, from: number, colour: Colours) {
    this.#plots = plots
    for (const pane of this.#panes) {
      const own = pane.plots.map(place => plots[place]!)
      pane.strokes.show(own.map(plot => strokeOf(plot, colour)))
      if (from > 0 && !own.some(({ dots }) => dots?.some(({ at }) => at >= from))) continue
      pane.dots?.setMarkers(
        own.flatMap(plot =>
          (plot.dots ?? []).map(({ at, strong }) => ({
            time: bars[at]!.date,
            position: 'inBar' as const,
            shape: 'circle' as const,
            color: colour(plot.colour, strong ? 100 : 45),
            size: strong ? 1 : 0.5,
          })),
        ),
      )
    }
  }
}

/** The same dash patterns as the engine's. */
const dashes = { solid: undefined, dashed: [2, 2], dotted: [1, 1] }

function strokeOf({ kind, values, colour: css, width = 1, line = 'solid', rose }: Plot, colour: Colours): Stroke {
  const stroke = { values, colour: colour(css), width, dash: dashes[line] }
  if (kind === 'line') return stroke
  if (!rose) return { ...stroke, columnColour: () => stroke.colour }
  // Rising columns are hollow and falling ones filled, like the candles, so that their shape shows the direction even
  // without colour.
  const [up, down] = [colour('var(--up)', 70), colour('var(--down)', 70)]
  return { ...stroke, columnColour: at => (rose(at) ? up : down), isHollow: rose }
}

function formatOf({ unit }: Plot, bars: readonly DayBar[]) {
  if (unit === 'price') return priceFormat(bars)
  if (unit === 'volume' || unit === 'count') return { type: 'custom', formatter: formatTraded, minMove: 1 } as const
  if (unit === 'ratio') return { type: 'custom', formatter: formatRatio, minMove: 1e-6 } as const
  if (unit === 'percent') return { type: 'custom', formatter: formatPercent, minMove: 0.1 } as const
  return { type: 'custom', formatter: formatLevel, minMove: 0.01 } as const
}
