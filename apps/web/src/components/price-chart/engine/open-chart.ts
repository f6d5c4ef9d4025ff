import type { ChartKind } from '@finlist/domain/chart/chart-kinds'
import { defaultSize, fitted } from '@finlist/domain/chart/first-view'
import { isRelative, type PriceScale } from '@finlist/domain/chart/price-scale'
import type { Resolution } from '@finlist/domain/chart/spans'
import { momentAt, placeOf } from '@finlist/domain/chart/time-line'
import { createChart, type ISeriesApi, LineSeries, type Logical, type TickMarkType } from 'lightweight-charts'
import { formatDay } from '../../market-dates.ts'
import type { Picture } from '../picture.ts'
import { BarPlaces } from './bar-places.ts'
import { type Colours, coloursAt, onThemeChange } from './colours.ts'
import { type Frame, Layer, type Point, type Spot } from './layer.ts'
import { credit, look } from './look.ts'
import { drawForPaper } from './paper.ts'
import { PlotSeries } from './plot-series.ts'
import { type Level, Prices, roomFor, type Sign } from './prices.ts'
import { Strokes } from './strokes.ts'
import { tickMark } from './tick-mark.ts'

/** Returns the name of the bar at an index: in full, in short, or as a mark on the axis. */
export type DayName = (place: number, style: 'full' | 'short' | 'mark') => string

type Manner = {
  locale: string
  resolution: Resolution
  /** Whether there is enough room. If so, panes can be resized, and the wheel zooms. */
  roomy: boolean
  dayName?: DayName | undefined
  onPoint: (at: number | undefined) => void
  onView: () => void
}
/** A range of bars, by index, and of prices. */
export type View = { from: number; to: number; low: number; high: number }
/** What moved: the pointer (to a day), or the view (to the times, in s, of its first and last bar). */
export type Moved = { day: string | undefined } | { from: number; to: number }
export type ChartEngine = ReturnType<typeof openChart>
/**
 * A part of the chart that is loaded on demand and draws its own lines over the prices. Calls after `remove` have no
 * effect.
 */
export type ChartPart = { paint: (colour: Colours) => void; remove: () => void }
/** An extra series on the price scale, which only labels its last value, and the strokes that draw the line. */
export type Line = { series: ISeriesApi<'Line'>; strokes: Strokes }
export type Lines = { add: () => Line; remove: (line: Line) => void; colour: Colours }

/** Minimum number of bars in view when zooming by keyboard. */
const fewestBars = 10

/**
 * Draws a chart into the element in the theme's colours, and redraws it when the theme changes. Methods of the returned
 * engine have no effect after `remove`.
 */
export function openChart(place: HTMLElement, { locale, resolution, roomy, dayName, onPoint, onView }: Manner) {
  const places = new BarPlaces()
  const dayOf = (time: unknown, style: 'short' | 'mark') => dayName?.(places.of(String(time)) ?? 0, style)
  const chart = createChart(place, {
    width: place.clientWidth || defaultSize.width,
    height: place.clientHeight || defaultSize.height,
    autoSize: true,
    layout: { attributionLogo: false },
    localization: {
      locale,
      timeFormatter: (time: unknown) => dayOf(time, 'short') ?? formatDay(String(time), 'short'),
    },
    ...moves(roomy),
    timeScale: {
      tickMarkFormatter: (time: unknown, type: TickMarkType) =>
        dayName ? (dayOf(time, 'mark') ?? null) : tickMark(time, type),
    },
  })
  let colour = coloursAt(place)
  let picture: Picture = { bars: [], plots: [] }
  let removed = false
  const studies = new PlotSeries(chart)
  const prices = new Prices(chart, { places, colour, over: () => studies.reach() })
  const layers = new Set<Layer>()
  const parts = new Set<ChartPart>()
  credit(place)

  const timeScale = chart.timeScale()
  const paint = () => {
    colour = coloursAt(place)
    chart.applyOptions(look(colour, { paneResize: roomy }))
    prices.setColour(colour)
    studies.show(picture, colour)
    for (const part of parts) part.paint(colour)
  }
  chart.applyOptions(look(colour, { paneResize: roomy }))
  const stopWatching = onThemeChange(paint)
  const stopPrinting = drawForPaper(place, chart, paint)
  chart.subscribeCrosshairMove(({ time }) => onPoint(typeof time === 'string' ? places.of(time) : undefined))
  timeScale.subscribeVisibleLogicalRangeChange(onView)
  // The library has no event for dragging or resetting the price axis, so the pointer is observed.
  const gone = new AbortController()
  for (const kind of ['pointerup', 'dblclick']) addEventListener(kind, onView, gone)

  /**
   * The range requested last. The library applies a range only in the next frame. Until then, a further step starts
   * from this one.
   */
  let aimed: { from: number; to: number } | undefined
  const inSight = () => aimed ?? timeScale.getVisibleLogicalRange()
  const aimAt = (range: { from: number; to: number }) => {
    aimed = range
    timeScale.setVisibleLogicalRange(range)
    requestAnimationFrame(() => {
      if (aimed === range) aimed = undefined
    })
  }
  /** The engine converts only whole indices to pixels, so positions between bars are interpolated. */
  const across = (at: number) => {
    const whole = Math.floor(at)
    const [from, to] = [whole, whole + 1].map(it => timeScale.logicalToCoordinate(it as Logical))
    return from == null || to == null ? Number.NaN : from + (at - whole) * (to - from)
  }
  const spotOf = ({ time, price }: Point): Spot => ({
    x: across(placeOf(time, places.times, resolution)),
    y: prices.series.priceToCoordinate(price) ?? Number.NaN,
  })
  /** On a relative scale the engine reports changes since the first bar in view instead of prices. */
  const priceOf = (told: number, first: number) =>
    isRelative(scale)
      ? ((picture.bars[Math.max(Math.floor(first), 0)]?.close ?? 0) * (scale === 'percent' ? 100 + told : told)) / 100
      : told
  const bringIntoView = (at: number) => {
    const seen = inSight()
    if (!seen || (at >= seen.from && at <= seen.to)) return false
    const width = seen.to - seen.from
    const from = at < seen.from ? at - 2 : at + 3 - width
    aimAt({ from, to: from + width })
    return true
  }
  /** The intended height of each pane, by its study. Also applies to panes that are added later. */
  let heights: Record<string, number> = {}
  const paneNames = () => ['price', ...studies.panes()]
  const heightsNow = (): Record<string, number> =>
    Object.fromEntries(paneNames().map((study, at) => [study, chart.panes()[at]?.getStretchFactor() ?? 1]))
  const stretch = () => {
    for (const [at, study] of paneNames().entries())
      chart.panes()[at]?.setStretchFactor(heights[study] ?? (at === 0 ? 3 : 1))
  }
  /** Stores the heights, which the user may have dragged, before the panes are rebuilt. */
  const keepHeights = () => {
    if (studies.panes().length > 0) heights = { ...heights, ...heightsNow() }
  }
  let scale: PriceScale = 'linear'
  const unlessRemoved =
    <A extends unknown[]>(act: (...given: A) => void) =>
    (...given: A) => {
      if (!removed) act(...given)
    }

  return {
    place,
    /**
     * Appends the new bars if they continue those shown; otherwise, or if they are those of `another` symbol, redraws
     * everything. The view does not move.
     */
    show: unlessRemoved((next: Picture, { another = false } = {}) => {
      if (another) chart.clearCrosshairPosition()
      const added = !another && goesOn(picture, next) && studies.fits(next.plots)
      const from = Math.max(picture.bars.length - 1, 0)
      picture = next
      if (added) {
        places.goOn(next.bars, from)
        prices.goOn(next.bars, from)
        studies.goOn(next, from, colour)
      } else {
        places.show(next.bars)
        prices.show(next.bars)
        keepHeights()
        studies.show(next, colour)
        stretch()
      }
    }),
    setKind: unlessRemoved((kind: ChartKind) => prices.setKind(kind)),
    setScale: unlessRemoved((next: PriceScale) => {
      scale = next
      prices.setScale(next)
      onView()
    }),
    /** Fits the price axis to the prices in view, undoing any dragging of the axis. */
    fit: unlessRemoved(() => {
      prices.fill()
      onView()
    }),
    /** Sets how much of the price axis is shown, as a multiple of the range that fits the pane. */
    setRatio: unlessRemoved((ratio: number) => {
      prices.setRatio(ratio)
      onView()
    }),
    setLevels: unlessRemoved((levels: readonly Level[]) => prices.setLevels(levels)),
    setSigns: unlessRemoved((signs: readonly Sign[]) => prices.setSigns(signs)),
    /** Sets the relative heights of the panes: the price first, then studies by their ids. */
    setHeights: unlessRemoved((next: Readonly<Record<string, number>>) => {
      heights = { ...next }
      stretch()
    }),
    /** The height of each pane, including panes that are absent but may return, such as a hidden study's. */
    heights: () => (removed ? undefined : { ...heights, ...heightsNow() }),
    /** Shows the bars from one index to another, with a little room after the newest. */
    look: unlessRemoved((from: number, to: number) => {
      aimAt({ from, to })
      prices.fill()
      onView()
    }),
    /** Multiplies the number of bars in view by `times`, keeping the bar at index `at` in place if it is in view. */
    zoom: unlessRemoved((times: number, at: number) => {
      const seen = inSight()
      if (!seen) return
      const around = Math.min(Math.max(at, seen.from), seen.to)
      const by = Math.max(times, fewestBars / (seen.to - seen.from))
      aimAt({ from: around - (around - seen.from) * by, to: around + (seen.to - around) * by })
    }),
    pointAt: unlessRemoved((at: number, price?: number) => {
      const bar = picture.bars[at]
      if (!bar) return
      const point = unlessRemoved(() => chart.setCrosshairPosition(price ?? bar.close, bar.date, prices.series))
      // The library reports no bar under the pointer if that bar is out of view. It is therefore moved into view first.
      if (bringIntoView(at)) requestAnimationFrame(point)
      else point()
    }),
    /**
     * Reports the day under the pointer, and the times in view, whenever they change. Returns a function that stops
     * this.
     */
    onMove(tell: (moved: Moved) => void): () => void {
      if (removed) return () => undefined
      const point = ({ time }: { time?: unknown }) => tell({ day: typeof time === 'string' ? time : undefined })
      const range = () => {
        const seen = inSight()
        if (seen)
          tell({ from: momentAt(seen.from, places.times, resolution), to: momentAt(seen.to, places.times, resolution) })
      }
      chart.subscribeCrosshairMove(point)
      timeScale.subscribeVisibleLogicalRangeChange(range)
      return unlessRemoved(() => {
        chart.unsubscribeCrosshairMove(point)
        timeScale.unsubscribeVisibleLogicalRangeChange(range)
      })
    },
    /** Follows another chart: shows the same times, or marks the bar of the day under the other chart's pointer. */
    moveAlong: unlessRemoved((moved: Moved) => {
      if ('from' in moved) {
        const [from, to] = [moved.from, moved.to].map(time => placeOf(time, places.times, resolution)) as [
          number,
          number,
        ]
        if (to > from) aimAt({ from, to })
        return
      }
      const { day } = moved
      const bar = day === undefined ? undefined : picture.bars.findLast(({ date }) => date <= day)
      if (bar) chart.setCrosshairPosition(bar.close, bar.date, prices.series)
      else chart.clearCrosshairPosition()
    }),
    view(): View | undefined {
      if (removed) return undefined
      const seen = timeScale.getVisibleLogicalRange()
      const range = chart.priceScale('right').getVisibleRange()
      if (!seen || !range) return undefined
      const { from, to } = seen
      return { from, to, low: priceOf(range.from, from), high: priceOf(range.to, from) }
    },
    spotOf,
    placeOf: (time: number) => placeOf(time, places.times, resolution),
    timeAt: (place: number) => momentAt(place, places.times, resolution),
    /** The price at a distance in pixels from the top of the price pane, which may be outside it. */
    priceAt: (y: number): number | undefined => prices.series.coordinateToPrice(y) ?? undefined,
    /**
     * The time and the price at a distance in pixels from the left and the top of the price pane; undefined outside it.
     * The time is that of the nearest bar or, with `between`, a time between two bars.
     */
    pointOf({ x, y }: Spot, between = false): Point | undefined {
      const { width, height } = chart.paneSize(0)
      const whole = timeScale.coordinateToLogical(x)
      const at = whole !== null && between ? whole + (x - across(whole)) / (across(whole + 1) - across(whole)) : whole
      const price = prices.series.coordinateToPrice(y)
      if (x < 0 || y < 0 || x > width || y > height || at === null || price === null) return undefined
      return { time: momentAt(at, places.times, resolution), price }
    },
    size: () => chart.paneSize(0),
    /** Adds a part, which lasts until it or the chart is removed. Undefined after `remove`. */
    addPart<P extends ChartPart>(make: (lines: Lines) => P): P | undefined {
      if (removed) return undefined
      const add = () => {
        const series = chart.addSeries(LineSeries, {
          priceLineVisible: false,
          lineVisible: false,
          autoscaleInfoProvider: roomFor(values => fitted(values, undefined, 'linear')),
        })
        const strokes = new Strokes({ scales: false })
        series.attachPrimitive(strokes)
        return { series, strokes }
      }
      const part = make({ add, remove: ({ series }) => chart.removeSeries(series), colour })
      parts.add(part)
      return part
    },
    removePart(part: ChartPart) {
      if (parts.delete(part)) part.remove()
    },
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
    /** Prevents the chart from moving while the user moves a drawing. */
    hold: unlessRemoved((held: boolean) =>
      chart.applyOptions(held ? { handleScroll: false, handleScale: false } : moves(roomy)),
    ),
    snapshot: () => chart.takeScreenshot(true),
    remove() {
      removed = true
      gone.abort()
      for (const layer of layers) layer.detached()
      layers.clear()
      for (const part of parts) part.remove()
      parts.clear()
      stopWatching()
      stopPrinting()
      chart.remove()
      place.replaceChildren()
    },
  }
}

/**
 * The inputs that move the chart. A finger pans it sideways only, because a vertical movement scrolls the page. The
 * wheel zooms if there is enough room.
 */
const moves = (roomy: boolean) => ({
  handleScroll: { mouseWheel: roomy, pressedMouseMove: true, horzTouchDrag: true, vertTouchDrag: false },
  handleScale: { mouseWheel: roomy, pinch: true, axisPressedMouseMove: true, axisDoubleClickReset: true },
})

/** Whether `next` is the same picture with some bars added. */
function goesOn({ bars, plots }: Picture, next: Picture): boolean {
  const more = next.bars.length - bars.length
  return (
    bars.length > 0 &&
    more >= 0 &&
    more <= 10 &&
    next.bars[0]?.date === bars[0]?.date &&
    next.bars[0]?.close === bars[0]?.close &&
    next.bars[bars.length - 1]?.date === bars.at(-1)?.date &&
    next.plots.length === plots.length &&
    next.plots.every(({ values }, at) => values[0] === plots[at]!.values[0])
  )
}
