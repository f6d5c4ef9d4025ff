import { BaselineSeries, createChart, LineSeries, type Logical, type LogicalRange } from 'lightweight-charts'
import { formatDay } from '../../components/market-dates.ts'
import { stateColour } from '../../components/market-state.tsx'
import { coloursAt, onThemeChange } from '../../components/price-chart/engine/colours.ts'
import { type Frame, Layer } from '../../components/price-chart/engine/layer.ts'
import { credit, look } from '../../components/price-chart/engine/look.ts'
import { drawForPaper } from '../../components/price-chart/engine/paper.ts'
import type { Band } from './bands.ts'
import type { Measure } from './measures.ts'

type Values = readonly (number | null)[]
/** The data of a chart. All arrays have the length of `dates`. */
export type HistoryPicture = {
  dates: readonly string[]
  measure: Measure
  index: Values
  bands: readonly (Band & { letter: string })[]
}
export type HistoryDrawing = ReturnType<typeof drawHistory>
type Manner = { locale: string; onPoint: (at: number | undefined) => void; onRange: (range: LogicalRange) => void }

/** Draws a chart into the element in the theme's colours, and redraws it when the theme changes. */
export function drawHistory(
  place: HTMLElement,
  { dates, measure, index, bands }: HistoryPicture,
  { locale, onPoint, onRange }: Manner,
) {
  const chart = createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false },
    localization: { locale, timeFormatter: (time: unknown) => formatDay(String(time), 'short') },
    // A finger or the wheel scrolls the page vertically; the chart only pans sideways.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
    // Leaves room at the top for the letters, so that the label next to them is not cut off.
    rightPriceScale: { minimumWidth: 48, scaleMargins: { top: 0.12, bottom: 0.06 } },
  })
  const quiet = { lastValueVisible: false, priceLineVisible: false } as const
  const points = (values: Values) =>
    values.map((value, at) => (value === null ? { time: dates[at]! } : { time: dates[at]!, value }))
  const priceFormat = {
    type: 'custom',
    formatter: (percent: number) => `${Math.round(percent)}%`,
    minMove: 0.1,
  } as const
  const isNet = measure.around === 'zero'
  const line = isNet
    ? chart.addSeries(BaselineSeries, { ...quiet, priceFormat, lineWidth: 1, baseValue: { type: 'price', price: 0 } })
    : chart.addSeries(LineSeries, {
        ...quiet,
        priceFormat,
        lineWidth: 2,
        autoscaleInfoProvider: () => ({ priceRange: { minValue: 0, maxValue: 100 } }),
      })
  line.setData(points(measure.values))
  // Added last, so that it is drawn over the measure.
  const indexLine = chart.addSeries(LineSeries, {
    ...quiet,
    priceScaleId: 'index',
    lineWidth: 2,
    crosshairMarkerVisible: false,
  })
  indexLine.setData(points(index))
  indexLine.priceScale().applyOptions({ scaleMargins: { top: 0.14, bottom: 0.08 } })
  const time = chart.timeScale()
  const xOf = (at: number) => time.logicalToCoordinate(at as Logical)
  let colour = coloursAt(place)
  const shade = new Layer(
    (pen, size): Frame => ({ pen, ...size, colour, spotOf: point => ({ x: xOf(point.time) ?? 0, y: 0 }) }),
    frame => drawBands(frame, bands),
    { behind: true },
  )
  line.attachPrimitive(shade)

  const paint = () => {
    colour = coloursAt(place)
    chart.applyOptions(look(colour, { paneResize: false }))
    indexLine.applyOptions({ color: colour('var(--ink)') })
    line.applyOptions(
      isNet
        ? {
            topLineColor: colour('var(--up)'),
            topFillColor1: colour('var(--up)', 28),
            topFillColor2: colour('var(--up)', 8),
            bottomLineColor: colour('var(--down)'),
            bottomFillColor1: colour('var(--down)', 8),
            bottomFillColor2: colour('var(--down)', 28),
          }
        : { color: colour('var(--accent)') },
    )
    shade.redraw()
  }
  paint()
  credit(place)
  time.fitContent()

  const placeOf = new Map(dates.map((date, at) => [date, at]))
  let pointed: number | undefined
  const point = () => {
    if (pointed === undefined) chart.clearCrosshairPosition()
    else chart.setCrosshairPosition(measure.values[pointed] ?? 0, dates[pointed]!, line)
  }
  chart.subscribeCrosshairMove(({ time: day, sourceEvent }) => {
    if (sourceEvent) pointed = undefined
    onPoint(typeof day === 'string' ? placeOf.get(day) : undefined)
  })
  time.subscribeVisibleLogicalRangeChange(range => {
    if (range) onRange(range)
    // Without this, the crosshair would stay where it is while the days below it move.
    if (pointed !== undefined) point()
  })
  const stopWatching = onThemeChange(paint)
  const stopPrinting = drawForPaper(place, chart, paint)
  return {
    pointAt(at: number | undefined) {
      pointed = at
      point()
    },
    show: (range: { from: number; to: number }) => time.setVisibleLogicalRange(range),
    remove() {
      stopWatching()
      stopPrinting()
      chart.remove()
    },
  }
}

const letterRoom = 12

function drawBands({ pen, height, spotOf, colour }: Frame, bands: HistoryPicture['bands']) {
  const edge = (at: number) => spotOf({ time: at, price: 0 }).x
  const half = (edge(1) - edge(0)) / 2
  pen.font = `600 10px ${getComputedStyle(document.body).fontFamily}`
  pen.textBaseline = 'top'
  for (const { trend, from, to, letter } of bands) {
    const left = edge(from) - half
    const width = edge(to) + half - left
    pen.fillStyle = colour(stateColour[trend], 12)
    pen.fillRect(left, 0, width, height)
    if (width < letterRoom) continue
    pen.fillStyle = colour(stateColour[trend])
    pen.fillText(letter, Math.max(left, 0) + 3, 3)
  }
}
