import {
  createChart,
  HistogramSeries,
  LineSeries,
  LineStyle,
  type Logical,
  type LogicalRange,
} from 'lightweight-charts'
import { formatDay } from '../../parts/market-dates.ts'
import { stateColour } from '../../parts/market-state.tsx'
import { coloursAt, onThemeChange } from '../../parts/price-chart/engine/colours.ts'
import { type Frame, Layer } from '../../parts/price-chart/engine/layer.ts'
import { credit, look } from '../../parts/price-chart/engine/look.ts'
import type { Band } from './bands.ts'
import { formatCount } from './series.ts'

type Values = readonly (number | null)[]
/**
 * Lists of the length of `dates`. The second of the pair is dashed or, as bars, hangs down: it differs from the first
 * without its colour.
 */
export type HistoryPicture = {
  dates: readonly string[]
  pair: readonly { values: Values; colour: string }[]
  asBars: boolean
  index: Values
  bands: readonly (Band & { letter: string })[]
}
export type HistoryDrawing = ReturnType<typeof drawHistory>
type Manner = { locale: string; onPoint: (at: number | undefined) => void; onRange: (range: LogicalRange) => void }

/** Draws into the element in the theme's colours, and again when the theme changes. */
export function drawHistory(
  place: HTMLElement,
  { dates, pair, asBars, index, bands }: HistoryPicture,
  { locale, onPoint, onRange }: Manner,
) {
  const chart = createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false },
    localization: { locale, timeFormatter: (time: unknown) => formatDay(String(time), 'short') },
    // The page scrolls under a finger or wheel; the chart pans sideways only.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
    rightPriceScale: { minimumWidth: 44 },
  })
  const quiet = { lastValueVisible: false, priceLineVisible: false } as const
  const points = (values: Values) =>
    values.map((value, at) => (value === null ? { time: dates[at]! } : { time: dates[at]!, value }))
  const indexLine = chart.addSeries(LineSeries, {
    ...quiet,
    priceScaleId: 'index',
    lineWidth: 1,
    crosshairMarkerVisible: false,
  })
  indexLine.setData(points(index))
  const priceFormat = {
    type: 'custom',
    formatter: (count: number) => formatCount(Math.round(Math.abs(count))),
    minMove: 1,
  } as const
  const drawn = pair.map(({ values, colour }, nth) => {
    const isSecond = nth > 0
    const line = asBars
      ? chart.addSeries(HistogramSeries, { ...quiet, priceFormat })
      : chart.addSeries(LineSeries, {
          ...quiet,
          priceFormat,
          lineWidth: 2,
          lineStyle: isSecond ? LineStyle.Dashed : LineStyle.Solid,
        })
    line.setData(points(asBars && isSecond ? values.map(value => value && -value) : values))
    return { values, colour, series: line }
  })
  const time = chart.timeScale()
  const xOf = (at: number) => time.logicalToCoordinate(at as Logical)
  let colour = coloursAt(place)
  const shade = new Layer(
    (pen, size): Frame => ({ pen, ...size, colour, spotOf: point => ({ x: xOf(point.time) ?? 0, y: 0 }) }),
    frame => drawBands(frame, bands),
    { behind: true },
  )
  drawn[0]?.series.attachPrimitive(shade)

  const paint = () => {
    colour = coloursAt(place)
    chart.applyOptions(look(colour, { paneResize: false }))
    indexLine.applyOptions({ color: colour('var(--faded)', 70) })
    for (const line of drawn) line.series.applyOptions({ color: colour(line.colour) })
    shade.redraw()
  }
  paint()
  credit(place)
  time.fitContent()

  const placeOf = new Map(dates.map((date, at) => [date, at]))
  let pointed: number | undefined
  const point = () => {
    const [first] = drawn
    if (pointed === undefined || !first) chart.clearCrosshairPosition()
    else chart.setCrosshairPosition(first.values[pointed] ?? 0, dates[pointed]!, first.series)
  }
  chart.subscribeCrosshairMove(({ time: day, sourceEvent }) => {
    if (sourceEvent) pointed = undefined
    onPoint(typeof day === 'string' ? placeOf.get(day) : undefined)
  })
  time.subscribeVisibleLogicalRangeChange(range => {
    if (range) onRange(range)
    // The engine keeps the cross where it stands while the days move under it.
    if (pointed !== undefined) point()
  })
  const stopWatching = onThemeChange(paint)
  return {
    pointAt(at: number | undefined) {
      pointed = at
      point()
    },
    show: (range: { from: number; to: number }) => time.setVisibleLogicalRange(range),
    remove() {
      stopWatching()
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
