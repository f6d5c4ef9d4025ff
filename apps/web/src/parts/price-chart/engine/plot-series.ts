import type { DayBar } from '@finlist/domain/chart/spans'
import {
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ICustomSeriesPaneView,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  LineStyle,
  type LineWidth,
  PriceScaleMode,
  type Time,
} from 'lightweight-charts'
import { formatLevel, formatVolume } from '../../market-figures.tsx'
import { formatPercent, formatRatio } from '../format-value.ts'
import type { Picture, Plot } from '../picture.ts'
import type { Colours } from './colours.ts'
import { priceFormat } from './prices.ts'

type Drawn = {
  plot: Plot
  series: ISeriesApi<'Line'> | ISeriesApi<'Histogram'>
  dots: ISeriesMarkersPluginApi<Time> | undefined
}

/** The studies of a chart as series of the engine, each study once, on the price or in one pane. */
export class PlotSeries {
  #drawn: Drawn[] = []
  readonly #chart: IChartApi
  #relative: (() => ICustomSeriesPaneView) | undefined
  constructor(chart: IChartApi) {
    this.#chart = chart
  }

  /** What draws lines over prices of a relative scale; undefined on any other. True: they are to be shown again. */
  setRelative(make: (() => ICustomSeriesPaneView) | undefined): boolean {
    const isOther = !make !== !this.#relative
    this.#relative = make
    if (!isOther) return false
    for (const { series } of this.#drawn) this.#chart.removeSeries(series)
    this.#drawn = []
    return true
  }

  /** The panes under the price, by study, in the order they stand. */
  panes(): string[] {
    return [...new Set(this.#drawn.filter(({ plot }) => !plot.onPrice).map(({ plot }) => plot.study))]
  }

  show({ bars, plots }: Picture, colour: Colours) {
    if (!this.fits(plots)) this.#build(plots, bars)
    for (const [at, plot] of plots.entries()) {
      const drawn = this.#drawn[at]!
      drawn.plot = plot
      drawn.series.setData(bars.map((bar, place) => pointOf(plot, bar, place, colour)))
      this.#dress(drawn, bars, colour)
    }
  }

  /** Bars from `from` on are new or grew. */
  goOn({ bars, plots }: Picture, from: number, colour: Colours) {
    for (const [at, plot] of plots.entries()) {
      const drawn = this.#drawn[at]!
      drawn.plot = plot
      for (let place = from; place < bars.length; place++)
        drawn.series.update(pointOf(plot, bars[place]!, place, colour))
      if (plot.dots?.some(dot => dot.at >= from)) this.#dress(drawn, bars, colour)
    }
  }

  fits = (plots: readonly Plot[]) =>
    plots.length === this.#drawn.length && plots.every(({ key }, at) => this.#drawn[at]!.plot.key === key)

  #build(plots: readonly Plot[], bars: readonly DayBar[]) {
    for (const { series } of this.#drawn) this.#chart.removeSeries(series)
    const panes: string[] = []
    this.#drawn = plots.map(plot => {
      if (!plot.onPrice && !panes.includes(plot.study)) panes.push(plot.study)
      const pane = plot.onPrice ? 0 : panes.indexOf(plot.study) + 1
      const options = {
        lastValueVisible: false,
        priceLineVisible: false,
        priceFormat: formatOf(plot, bars),
      }
      const series =
        plot.kind !== 'line'
          ? this.#chart.addSeries(HistogramSeries, options, pane)
          : plot.onPrice && this.#relative
            ? (this.#chart.addCustomSeries(this.#relative(), options, pane) as unknown as ISeriesApi<'Line'>)
            : this.#chart.addSeries(LineSeries, { ...options, crosshairMarkerVisible: false }, pane)
      for (const price of plot.levels ?? [])
        series.createPriceLine({
          price,
          lineWidth: 1,
          lineStyle: LineStyle.Dotted,
          color: '#888',
          axisLabelVisible: false,
        })
      const dots = plot.dots && createSeriesMarkers(series as ISeriesApi<'Line'>)
      return { plot, series, dots }
    })
    // A new pane inherits the price scale's mode.
    for (const at of panes.keys()) this.#chart.priceScale('right', at + 1).applyOptions({ mode: PriceScaleMode.Normal })
  }

  #dress({ plot, series, dots }: Drawn, bars: readonly DayBar[], colour: Colours) {
    if (plot.kind === 'line')
      (series as ISeriesApi<'Line'>).applyOptions({
        color: colour(plot.colour),
        lineWidth: (plot.width ?? 1) as LineWidth,
        lineStyle: strokes[plot.line ?? 'solid'],
      })
    dots?.setMarkers(
      (plot.dots ?? []).map(({ at, strong }) => ({
        time: bars[at]!.date,
        position: 'inBar',
        shape: 'circle',
        color: colour(plot.colour, strong ? 100 : 45),
        size: strong ? 1 : 0.5,
      })),
    )
  }
}

const strokes = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted }

/** A line on the price has the bar's close beside it, for a relative scale. */
function pointOf(plot: Plot, { date, close: base }: DayBar, at: number, colour: Colours) {
  const value = plot.values[at]
  if (value === null || value === undefined) return { time: date, base }
  if (!plot.rose)
    return plot.kind === 'line' ? { time: date, value, base } : { time: date, value, color: colour(plot.colour) }
  return { time: date, value, color: colour(plot.rose(at) ? 'var(--up)' : 'var(--down)', 55) }
}

function formatOf({ unit }: Plot, bars: readonly DayBar[]) {
  if (unit === 'price') return priceFormat(bars)
  if (unit === 'volume')
    return { type: 'custom', formatter: (value: number) => formatVolume(value), minMove: 1 } as const
  if (unit === 'ratio') return { type: 'custom', formatter: formatRatio, minMove: 1e-6 } as const
  if (unit === 'percent') return { type: 'custom', formatter: formatPercent, minMove: 0.1 } as const
  return { type: 'custom', formatter: formatLevel, minMove: 0.01 } as const
}
