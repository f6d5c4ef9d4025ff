import type { ChartKind } from '@finlist/domain/chart/chart-kinds'
import { fitted, type PriceRange, taller } from '@finlist/domain/chart/first-view'
import type { PriceScale } from '@finlist/domain/chart/price-scale'
import type { DayBar } from '@finlist/domain/chart/spans'
import {
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesMarkersPluginApi,
  LineStyle,
  PriceScaleMode,
  type Time,
} from 'lightweight-charts'
import { formatLevel } from '../../market-figures.tsx'
import type { BarPlaces } from './bar-places.ts'
import { chartKindLooks, drawPrices, type PriceSeries, pointsOf } from './chart-kinds.ts'
import type { Colours } from './colours.ts'

/** A named horizontal line across the chart. */
export type Level = { price: number; label: string }
/** A letter at the bar of a day, marking an event. */
export type Sign = { date: string; letter: string; colour: string; above: boolean }

/** Returns the lowest and highest value in view among the studies drawn over the prices. */
type Over = () => PriceRange | undefined
type Usual = () => { priceRange: { minValue: number; maxValue: number } | null } | null

/** Wraps the engine's autoscaling: `shown` receives the range of the prices in view and returns the range to show. */
export const roomFor = (shown: (prices: PriceRange) => PriceRange) => (usual: Usual) => {
  const range = usual()?.priceRange
  if (!range) return null
  const { minValue, maxValue } = range
  if (minValue === maxValue) return { priceRange: range }
  const { low, high } = shown({ low: minValue, high: maxValue })
  return { priceRange: { minValue: low, maxValue: high } }
}

/** The price series of the engine, with its levels and signs. */
export class Prices {
  readonly #chart: IChartApi
  readonly #places: BarPlaces
  readonly #over: Over
  #colour: Colours
  #series: PriceSeries
  #bars: readonly DayBar[] = []
  #kind: ChartKind = 'candles'
  #scale: PriceScale = 'linear'
  #ratio = 1
  #levels: readonly Level[] = []
  #lines: IPriceLine[] = []
  #last: IPriceLine | undefined
  #signs: readonly Sign[] = []
  #marks: ISeriesMarkersPluginApi<Time> | undefined

  constructor(chart: IChartApi, { places, colour, over }: { places: BarPlaces; colour: Colours; over: Over }) {
    this.#chart = chart
    this.#places = places
    this.#over = over
    this.#colour = colour
    this.#series = drawPrices(chart, this.#kind)
    // No margins here, because `fitted` adds them.
    chart.priceScale('right').applyOptions({ scaleMargins: { top: 0, bottom: 0 } })
  }

  get series() {
    return this.#series
  }

  show(bars: readonly DayBar[]) {
    this.#bars = bars
    this.#series.setData(this.#points(0))
    this.#dress()
    this.#showSigns()
  }

  /** `from`: the index of the first bar that is new or has changed. */
  goOn(bars: readonly DayBar[], from: number) {
    this.#bars = bars
    for (const point of this.#points(from)) this.#series.update(point)
    this.#showLast()
    this.#showSigns()
  }

  setColour(colour: Colours) {
    this.#colour = colour
    this.#series.setData(this.#points(0))
    this.#dress()
    this.#showLevels()
    this.#showSigns()
  }

  setKind(kind: ChartKind) {
    if (kind === this.#kind) return
    this.#kind = kind
    const old = this.#series
    this.#series = drawPrices(this.#chart, kind)
    this.#series.setSeriesOrder(0)
    this.#marks = undefined
    this.#lines = []
    this.#last = undefined
    this.show(this.#bars)
    this.#showLevels()
    this.#chart.removeSeries(old)
  }

  setScale(scale: PriceScale) {
    this.#scale = scale
    this.#chart.priceScale('right').applyOptions({ mode: modes[scale] })
    this.fill()
  }

  setRatio(ratio: number) {
    this.#ratio = ratio
    this.fill()
  }

  /** Fits all prices in view, undoing any dragging of the scale. */
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
      autoscaleInfoProvider: roomFor(prices => this.#shown(prices)),
    })
    this.#series.applyOptions(chartKindLooks[this.#kind].look(this.#colour))
    this.#showLast()
  }

  #shown(prices: PriceRange): PriceRange {
    const scale = this.#scale === 'log' ? 'log' : 'linear'
    const whole = fitted(prices, this.#over(), scale)
    return this.#ratio === 1 ? whole : taller(whole, this.#ratio, scale)
  }

  /**
   * Shows the newest close on the axis in the colour of its candle's direction. The engine would use the candle's fill,
   * which may be the background colour.
   */
  #showLast() {
    const bar = this.#bars.at(-1)
    if (!bar || chartKindLooks[this.#kind].series !== 'candles' || chartKindLooks[this.#kind].isSmoothed) return
    const before = this.#kind === 'hollow' ? (this.#bars.at(-2)?.close ?? bar.open) : bar.open
    this.#last ??= this.#series.createPriceLine({ price: bar.close, lineVisible: false, axisLabelVisible: true })
    this.#last.applyOptions({
      price: bar.close,
      axisLabelColor: this.#colour(bar.close >= before ? 'var(--up)' : 'var(--down)'),
      axisLabelTextColor: this.#colour('var(--raised)'),
    })
  }

  #points(from: number) {
    return pointsOf(this.#kind, this.#bars, { from, colour: this.#colour })
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

const modes: Record<PriceScale, PriceScaleMode> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
  indexed: PriceScaleMode.IndexedTo100,
}

/** Formats the price axis. Marks below zero are blank, because prices are never negative. */
export const priceFormat = (bars: readonly DayBar[]) =>
  ({
    type: 'custom',
    formatter: formatLevel,
    tickmarksFormatter: (marks: readonly number[]) => marks.map(mark => (mark < 0 ? '' : formatLevel(mark))),
    minMove: (bars.at(-1)?.close ?? 1) < 1 ? 0.0001 : 0.01,
  }) as const
