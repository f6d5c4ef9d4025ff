import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  HistogramSeries,
  type IChartApi,
  LineSeries,
  LineStyle,
} from 'lightweight-charts'
import { formatDay } from '../market-dates.ts'
import { formatLevel, formatVolume } from '../market-figures.tsx'
import type { DayBar } from './day-bars.ts'
import type { Mark } from './price-chart.tsx'

export type Drawing = { pointAt: (at: number) => void; remove: () => void }
type Manner = { locale: string; onPoint: (at: number | undefined) => void }

/** Draws the bars into the place, in the colours in force there, and again in the others when the theme turns. */
export function draw(place: HTMLElement, bars: DayBar[], marks: readonly Mark[], { locale, onPoint }: Manner): Drawing {
  const chart = createChart(place, {
    autoSize: true,
    localization: { locale, timeFormatter: (time: unknown) => formatDay(String(time), 'short') },
  })
  const candles = chart.addSeries(CandlestickSeries, {
    lastValueVisible: true,
    priceLineVisible: false,
    priceFormat: { type: 'custom', formatter: formatLevel, minMove: smallestStep(bars) },
  })
  const priceAverage = chart.addSeries(LineSeries, {
    lineWidth: 2,
    lastValueVisible: false,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
    priceFormat: { type: 'custom', formatter: formatLevel, minMove: smallestStep(bars) },
  })
  const volumes = { type: 'custom', formatter: formatVolume, minMove: 1 } as const
  const volume = chart.addSeries(
    HistogramSeries,
    { priceFormat: volumes, priceLineVisible: false, lastValueVisible: false },
    1,
  )
  const volumeAverage = chart.addSeries(
    LineSeries,
    {
      lineWidth: 1,
      priceFormat: volumes,
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    },
    1,
  )
  chart.panes()[0]?.setStretchFactor(3)
  chart.panes()[1]?.setStretchFactor(1)

  candles.setData(bars.map(({ date, open, high, low, close }) => ({ time: date, open, high, low, close })))
  priceAverage.setData(
    bars.map(({ date, priceAverage: value }) => (value === null ? { time: date } : { time: date, value })),
  )
  volumeAverage.setData(
    bars.map(({ date, volumeAverage: value }) => (value === null ? { time: date } : { time: date, value })),
  )
  const lines = marks.map(({ price, label }) =>
    candles.createPriceLine({ price, title: label, lineStyle: LineStyle.Dashed, lineWidth: 1, axisLabelVisible: true }),
  )

  const paint = () => {
    const colour = coloursAt(place)
    chart.applyOptions(look(colour))
    // Hollow up, filled down: the shape says it without the colour.
    candles.applyOptions({
      upColor: colour('raised'),
      borderUpColor: colour('up'),
      wickUpColor: colour('up'),
      downColor: colour('down'),
      borderDownColor: colour('down'),
      wickDownColor: colour('down'),
    })
    priceAverage.applyOptions({ color: colour('average') })
    volumeAverage.applyOptions({ color: colour('faded') })
    for (const line of lines)
      line.applyOptions({
        color: colour('accent'),
        axisLabelColor: colour('accent'),
        axisLabelTextColor: colour('accent-ink'),
      })
    volume.setData(
      bars.map(({ date, volume: value, close }, at) => ({
        time: date,
        value,
        color: colour(close < (bars[at - 1]?.close ?? close) ? 'down' : 'up', 55),
      })),
    )
  }
  paint()
  // About half a year on a desktop and a quarter on a phone.
  const seen = Math.round(place.clientWidth / barWidth)
  chart.timeScale().setVisibleLogicalRange({ from: bars.length - seen, to: bars.length + 2 })

  const indexOf = new Map(bars.map(({ date }, at) => [date, at]))
  chart.subscribeCrosshairMove(({ time }) => onPoint(typeof time === 'string' ? indexOf.get(time) : undefined))
  const stopWatching = onThemeChange(paint)
  return {
    pointAt(at) {
      const bar = bars[at]
      if (!bar) return
      bringIntoView(chart, at)
      chart.setCrosshairPosition(bar.close, bar.date, candles)
    },
    remove() {
      stopWatching()
      chart.remove()
    },
  }
}

const barWidth = 4.5
type Colour = (name: string, percent?: number) => string

const look = (colour: Colour) => ({
  layout: {
    background: { type: ColorType.Solid, color: colour('raised') },
    textColor: colour('faded'),
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSize: 11,
    attributionLogo: true,
    panes: { separatorColor: colour('line'), enableResize: false },
  },
  grid: { vertLines: { visible: false }, horzLines: { color: colour('line') } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: colour('edge'), labelBackgroundColor: colour('ink') },
    horzLine: { color: colour('edge'), labelBackgroundColor: colour('ink') },
  },
  rightPriceScale: { borderColor: colour('line') },
  timeScale: { borderColor: colour('line'), minBarSpacing: 1 },
  // The page scrolls under a finger or wheel; the chart pans sideways only.
  handleScroll: { vertTouchDrag: false, mouseWheel: false },
  handleScale: { mouseWheel: false },
})

/** The engine takes plain colours: whatever a variable holds is resolved by the browser first. */
function coloursAt(place: HTMLElement): Colour {
  const probe = place.ownerDocument.createElement('span')
  const canvas = place.ownerDocument.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  return (name, percent = 100) => {
    place.append(probe)
    probe.style.color = `var(--${name})`
    canvas.fillStyle = getComputedStyle(probe).color
    probe.remove()
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return `rgba(${red}, ${green}, ${blue}, ${percent / 100})`
  }
}

function onThemeChange(act: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(act)
  system.addEventListener('change', act)
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', act)
    chosen.disconnect()
  }
}

function bringIntoView(chart: IChartApi, at: number) {
  const seen = chart.timeScale().getVisibleLogicalRange()
  if (!seen || (at >= seen.from && at <= seen.to)) return
  const width = seen.to - seen.from
  const from = at < seen.from ? at - 2 : at + 3 - width
  chart.timeScale().setVisibleLogicalRange({ from, to: from + width })
}

const smallestStep = (bars: DayBar[]) => ((bars.at(-1)?.close ?? 1) < 1 ? 0.0001 : 0.01)
