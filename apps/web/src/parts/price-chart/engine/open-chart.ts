import { defaultSize, taller } from '@finlist/domain/chart/first-view'
import type { Resolution } from '@finlist/domain/chart/spans'
import { momentAt, placeOf } from '@finlist/domain/chart/time-line'
import {
  createChart,
  createSeriesMarkers,
  type IPriceLine,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type Logical,
  PriceScaleMode,
  type Time,
} from 'lightweight-charts'
import { formatDay } from '../../market-dates.ts'
import { type Picture, timeOf } from '../picture.ts'
import { coloursAt, onThemeChange } from './colours.ts'
import { type Frame, Layer, type Point, type Spot } from './layer.ts'
import { credit, look } from './look.ts'
import { PlotSeries } from './plot-series.ts'
import { addPrices, type PriceKind, type PriceSeries, paintPrices, pointOf, priceFormat } from './price-series.ts'

/** A level drawn across the chart with its name. */
export type Level = { price: number; label: string }
/** Something that happened on a day, in a letter under its bar. */
export type Sign = { date: string; letter: string; colour: string; above: boolean }

/** What a bar's day is called: in full, in short, or as a mark on the axis. */
export type DayName = (place: number, style: 'full' | 'short' | 'mark') => string

type Manner = {
  locale: string
  resolution: Resolution
  /** Panes that can be made higher, and a wheel that zooms. */
  roomy: boolean
  dayName?: DayName | undefined
  onPoint: (at: number | undefined) => void
  onView: () => void
}
/** Part of the bars, by their places, and of the prices. */
export type View = { from: number; to: number; low: number; high: number }
export type ChartEngine = ReturnType<typeof openChart>

/**
 * Draws into the place, in the colours in force there, and again in the others when the theme turns. After `remove` whoever
 * still holds it can do no harm.
 */
export function openChart(place: HTMLElement, { locale, resolution, roomy, dayName, onPoint, onView }: Manner) {
  const dayOf = (time: unknown, style: 'short' | 'mark') => dayName?.(indexOf.get(String(time)) ?? 0, style)
  const chart = createChart(place, {
    width: place.clientWidth || defaultSize.width,
    height: place.clientHeight || defaultSize.height,
    autoSize: true,
    layout: { attributionLogo: false },
    localization: {
      locale,
      timeFormatter: (time: unknown) => dayOf(time, 'short') ?? formatDay(String(time), 'short'),
    },
    // The page scrolls under a finger; the chart pans sideways only. A wheel zooms where there is room for it.
    handleScroll: { vertTouchDrag: false, mouseWheel: roomy },
    handleScale: { mouseWheel: roomy },
    ...(dayName && { timeScale: { tickMarkFormatter: (time: unknown) => dayOf(time, 'mark') ?? null } }),
  })
  let colour = coloursAt(place)
  let picture: Picture = { bars: [], plots: [] }
  let times: number[] = []
  let prices: PriceSeries = addPrices(chart, 'candles')
  let kind: PriceKind = 'candles'
  let scale: 'linear' | 'log' = 'linear'
  let ratio = 1
  let signs: readonly Sign[] = []
  let marks: ISeriesMarkersPluginApi<Time> | undefined
  let lines: IPriceLine[] = []
  let levels: readonly Level[] = []
  let indexOf = new Map<string, number>()
  let removed = false
  const layers = new Set<Layer>()
  const studies = new PlotSeries(chart)
  credit(place)

  const dressPrices = () => {
    prices.applyOptions({
      priceFormat: priceFormat(picture.bars),
      autoscaleInfoProvider: (usual: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
        const found = usual()
        if (!found?.priceRange || ratio === 1) return found
        const { minValue: low, maxValue: high } = found.priceRange
        const wide = taller({ low, high }, ratio, scale)
        return { ...found, priceRange: { minValue: wide.low, maxValue: wide.high } }
      },
    })
    paintPrices(prices, colour)
  }
  const showSigns = () => {
    marks ??= createSeriesMarkers(prices)
    marks.setMarkers(
      signs
        .filter(({ date }) => indexOf.has(date))
        .map(({ date, letter, colour: css, above }) => ({
          time: date,
          position: above ? 'aboveBar' : 'belowBar',
          shape: above ? 'arrowDown' : 'arrowUp',
          color: colour(css),
          text: letter,
        })),
    )
  }
  const showLevels = () => {
    for (const line of lines) prices.removePriceLine(line)
    lines = levels.map(({ price, label }) =>
      prices.createPriceLine({
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
  /** The engine knows whole places alone. */
  const across = (place: number) => {
    const whole = Math.floor(place)
    const [from, to] = [whole, whole + 1].map(it => chart.timeScale().logicalToCoordinate(it as Logical))
    return from == null || to == null ? Number.NaN : from + (place - whole) * (to - from)
  }
  const spotOf = ({ time, price }: Point): Spot => ({
    x: across(placeOf(time, times, resolution)),
    y: prices.priceToCoordinate(price) ?? Number.NaN,
  })
  const paint = () => {
    colour = coloursAt(place)
    chart.applyOptions(look(colour, { paneResize: roomy }))
    dressPrices()
    showLevels()
    showSigns()
    studies.show(picture, colour)
  }
  chart.applyOptions(look(colour, { paneResize: roomy }))
  const stopWatching = onThemeChange(paint)
  chart.subscribeCrosshairMove(({ time }) => onPoint(typeof time === 'string' ? indexOf.get(time) : undefined))
  chart.timeScale().subscribeVisibleLogicalRangeChange(onView)

  const remember = (next: Picture) => {
    picture = next
    times = next.bars.map(timeOf)
    indexOf = new Map(next.bars.map(({ date }, at) => [date, at]))
  }

  return {
    place,
    /** Bars that go on from those shown are added; everything else is drawn anew. The view stays where it is. */
    show(next: Picture) {
      if (removed) return
      const { bars } = picture
      const goesOn =
        bars.length > 0 &&
        next.bars.length >= bars.length &&
        next.bars.length - bars.length <= 10 &&
        next.bars[0]?.date === bars[0]?.date &&
        next.bars[bars.length - 1]?.date === bars.at(-1)?.date &&
        studies.fits(next.plots) &&
        next.plots.every(({ values }, at) => values[0] === picture.plots[at]!.values[0])
      const from = Math.max(bars.length - 1, 0)
      remember(next)
      if (goesOn) {
        for (let at = from; at < next.bars.length; at++) prices.update(pointOf(next.bars[at]!))
        studies.goOn(next, from, colour)
        showSigns()
        return
      }
      prices.setData(next.bars.map(pointOf))
      dressPrices()
      studies.show(next, colour)
      showSigns()
    },
    setKind(next: PriceKind) {
      if (removed) return
      if (next === kind) return
      kind = next
      const old = prices
      prices = addPrices(chart, kind)
      prices.setSeriesOrder(0)
      prices.setData(picture.bars.map(pointOf))
      chart.removeSeries(old)
      marks = undefined
      lines = []
      dressPrices()
      showLevels()
      showSigns()
    },
    setScale(next: 'linear' | 'log') {
      if (removed) return
      scale = next
      chart.priceScale('right').applyOptions({
        mode: next === 'log' ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal,
        autoScale: true,
      })
      dressPrices()
      onView()
    },
    /** How many times the price a bar's width stands for, against what fills the pane. */
    setRatio(next: number) {
      if (removed) return
      ratio = next
      chart.priceScale('right').applyOptions({ autoScale: true })
      dressPrices()
      onView()
    },
    setLevels(next: readonly Level[]) {
      if (removed) return
      levels = next
      showLevels()
    },
    setSigns(next: readonly Sign[]) {
      if (removed) return
      signs = next
      showSigns()
    },
    /** How high each pane is against the others: the price first, then studies by their ids. */
    setHeights(heights: Readonly<Record<string, number>>) {
      if (removed) return
      for (const [at, study] of ['price', ...studies.panes()].entries())
        chart.panes()[at]?.setStretchFactor(heights[study] ?? (at === 0 ? 3 : 1))
    },
    heights: (): Record<string, number> | undefined =>
      removed
        ? undefined
        : Object.fromEntries(
            ['price', ...studies.panes()].map((study, at) => [study, chart.panes()[at]?.getStretchFactor() ?? 1]),
          ),
    /** From one place among the bars to another; a little room stays behind the newest. */
    look(from: number, to: number) {
      if (removed) return
      chart.timeScale().setVisibleLogicalRange({ from, to })
    },
    pointAt(at: number, price?: number) {
      if (removed) return
      const bar = picture.bars[at]
      if (!bar) return
      bringIntoView(at)
      chart.setCrosshairPosition(price ?? bar.close, bar.date, prices)
    },
    view(): View | undefined {
      if (removed) return undefined
      const seen = chart.timeScale().getVisibleLogicalRange()
      const range = chart.priceScale('right').getVisibleRange()
      return seen && range ? { from: seen.from, to: seen.to, low: range.from, high: range.to } : undefined
    },
    spotOf,
    /** The moment and the price at pixels from the left and top of the pane of prices; nothing outside of it. */
    pointOf({ x, y }: Spot): Point | undefined {
      const { width, height } = chart.paneSize(0)
      const at = chart.timeScale().coordinateToLogical(x)
      const price = prices.coordinateToPrice(y)
      if (x < 0 || y < 0 || x > width || y > height || at === null || price === null) return undefined
      return { time: momentAt(at, times, resolution), price }
    },
    size: () => chart.paneSize(0),
    addLayer(draw: (frame: Frame) => void, manner?: { behind: boolean }): Layer {
      const layer = new Layer((pen, size) => ({ pen, ...size, spotOf, colour }), draw, manner)
      if (removed) return layer
      chart.panes()[0]?.attachPrimitive(layer)
      layers.add(layer)
      layer.redraw()
      return layer
    },
    removeLayer(layer: Layer) {
      if (layers.delete(layer)) chart.panes()[0]?.detachPrimitive(layer)
    },
    /** While something of ours is moved, the chart stays where it is. */
    hold(held: boolean) {
      if (removed) return
      chart.applyOptions(
        held
          ? { handleScroll: false, handleScale: false }
          : {
              handleScroll: { mouseWheel: roomy, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false },
              handleScale: { mouseWheel: roomy, pinch: true, axisPressedMouseMove: true, axisDoubleClickReset: true },
            },
      )
    },
    snapshot: () => chart.takeScreenshot(true),
    remove() {
      removed = true
      for (const layer of layers) layer.detached()
      layers.clear()
      stopWatching()
      chart.remove()
      place.replaceChildren()
    },
  }

  function bringIntoView(at: number) {
    const seen = chart.timeScale().getVisibleLogicalRange()
    if (!seen || (at >= seen.from && at <= seen.to)) return
    const width = seen.to - seen.from
    const from = at < seen.from ? at - 2 : at + 3 - width
    chart.timeScale().setVisibleLogicalRange({ from, to: from + width })
  }
}
