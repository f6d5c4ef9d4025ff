import { taller } from '@finlist/domain/chart/first-view'
import type { DayBar } from '@finlist/domain/chart/spans'
import {
  BarSeries,
  CandlestickSeries,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  PriceScaleMode,
  type Time,
} from 'lightweight-charts'
import { formatLevel } from '../../market-figures.tsx'
import type { BarPlaces } from './bar-places.ts'
import type { Colours } from './colours.ts'

export type PriceKind = 'candles' | 'bars'
export type PriceScale = 'linear' | 'log'
/** A level drawn across the chart with its name. */
export type Level = { price: number; label: string }
/** An event on a day, as a letter at its bar. */
export type Sign = { date: string; letter: string; colour: string; above: boolean }

type PriceSeries = ISeriesApi<'Candlestick'> | ISeriesApi<'Bar'>

/** The prices as a series of the engine, with the levels across them and the signs at their bars. */
export class Prices {
  readonly #chart: IChartApi
  readonly #places: BarPlaces
  #colour: Colours
  #series: PriceSeries
  #bars: readonly DayBar[] = []
  #kind: PriceKind = 'candles'
  #scale: PriceScale = 'linear'
  #ratio = 1
  #levels: readonly Level[] = []
  #lines: IPriceLine[] = []
  #signs: readonly Sign[] = []
  #marks: ISeriesMarkersPluginApi<Time> | undefined

  constructor(chart: IChartApi, { places, colour }: { places: BarPlaces; colour: Colours }) {
    this.#chart = chart
    this.#places = places
    this.#colour = colour
    this.#series = addSeries(chart, this.#kind)
  }

  get series() {
    return this.#series
  }

  show(bars: readonly DayBar[]) {
    this.#bars = bars
    this.#series.setData(bars.map(pointOf))
    this.#dress()
    this.#showSigns()
  }

  /** Bars from `from` on are new or grew. */
  goOn(bars: readonly DayBar[], from: number) {
    this.#bars = bars
    for (const bar of bars.slice(from)) this.#series.update(pointOf(bar))
    this.#showSigns()
  }

  setColour(colour: Colours) {
    this.#colour = colour
    this.#dress()
    this.#showLevels()
    this.#showSigns()
  }

  setKind(kind: PriceKind) {
    if (kind === this.#kind) return
    this.#kind = kind
    const old = this.#series
    this.#series = addSeries(this.#chart, kind)
    this.#series.setSeriesOrder(0)
    this.#marks = undefined
    this.#lines = []
    this.show(this.#bars)
    this.#showLevels()
    this.#chart.removeSeries(old)
  }

  setScale(scale: PriceScale) {
    this.#scale = scale
    const mode = scale === 'log' ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal
    this.#chart.priceScale('right').applyOptions({ mode })
    this.fill()
  }

  setRatio(ratio: number) {
    this.#ratio = ratio
    this.fill()
  }

  /** Fits all prices in view, whatever the scale was dragged to. */
  fill() {
    this.#chart.priceScale('right').applyOptions({ autoScale: true })
    this.#dress()
  }

  setLevels(levels: readonly Level[]) {
    this.#levels = levels
    this.#showLevels()
  }

  setSigns(signs: readonly Sign[]) {
    this.#signs = signs
    this.#showSigns()
  }

  #dress() {
    this.#series.applyOptions({
      priceFormat: priceFormat(this.#bars),
      autoscaleInfoProvider: (usual: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
        const found = usual()
        if (!found?.priceRange || this.#ratio === 1) return found
        const { minValue: low, maxValue: high } = found.priceRange
        const wide = taller({ low, high }, this.#ratio, this.#scale)
        return { ...found, priceRange: { minValue: wide.low, maxValue: wide.high } }
      },
    })
    this.#paint()
  }

  #paint() {
    const colour = this.#colour
    // Hollow up, filled down: the shape shows the direction without the colour.
    if (this.#series.seriesType() === 'Candlestick')
      (this.#series as ISeriesApi<'Candlestick'>).applyOptions({
        upColor: colour('var(--raised)'),
        borderUpColor: colour('var(--up)'),
        wickUpColor: colour('var(--up)'),
        downColor: colour('var(--down)'),
        borderDownColor: colour('var(--down)'),
        wickDownColor: colour('var(--down)'),
      })
    else
      (this.#series as ISeriesApi<'Bar'>).applyOptions({
        upColor: colour('var(--up)'),
        downColor: colour('var(--down)'),
        thinBars: false,
      })
  }

  #showSigns() {
    if (this.#signs.length === 0 && !this.#marks) return
    this.#marks ??= createSeriesMarkers(this.#series)
    this.#marks.setMarkers(
      this.#signs
        .filter(({ date }) => this.#places.of(date) !== undefined)
        .map(({ date, letter, colour, above }) => ({
          time: date,
          position: above ? 'aboveBar' : 'belowBar',
          shape: above ? 'arrowDown' : 'arrowUp',
          color: this.#colour(colour),
          text: letter,
        })),
    )
  }

  #showLevels() {
    const colour = this.#colour
    for (const line of this.#lines) this.#series.removePriceLine(line)
    this.#lines = this.#levels.map(({ price, label }) =>
      this.#series.createPriceLine({
        price,
        title: label,
        lineStyle: LineStyle.Dashed,
        lineWidth: 1,
        axisLabelVisible: true,
        color: colour('var(--accent)'),
        axisLabelColor: colour('var(--accent)'),
        axisLabelTextColor: colour('var(--accent-ink)'),
      }),
    )
  }
}

export const priceFormat = (bars: readonly DayBar[]) =>
  ({ type: 'custom', formatter: formatLevel, minMove: (bars.at(-1)?.close ?? 1) < 1 ? 0.0001 : 0.01 }) as const

function addSeries(chart: IChartApi, kind: PriceKind): PriceSeries {
  const options = { lastValueVisible: true, priceLineVisible: false }
  return kind === 'candles' ? chart.addSeries(CandlestickSeries, options) : chart.addSeries(BarSeries, options)
}

const pointOf = ({ date, open, high, low, close }: DayBar) => ({ time: date, open, high, low, close })
