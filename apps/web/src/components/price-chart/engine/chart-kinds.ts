import type { ChartKind } from '@finlist/domain/chart/chart-kinds'
import { heikinAshi } from '@finlist/domain/chart/heikin-ashi'
import type { DayBar } from '@finlist/domain/chart/spans'
import {
  AreaSeries,
  BarSeries,
  type CandlestickData,
  CandlestickSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type SeriesType,
} from 'lightweight-charts'
import type { Colours } from './colours.ts'
import { everyValue } from './look.ts'

export type PriceSeries = ISeriesApi<SeriesType>
type Kind = {
  series: 'candles' | 'bars' | 'line' | 'area'
  look: (colour: Colours) => object
  /** Overrides the data of the bar at an index, for example its colours. */
  bar?: (bars: readonly DayBar[], at: number, colour: Colours) => Partial<CandlestickData>
  /**
   * Whether each bar is computed from the previous one. The bar's close is then not the price, but the axis must show
   * the price.
   */
  isSmoothed?: true
}

// Rising candles are hollow and falling ones filled, so that their shape shows the direction even without colour.
const candleLook = (colour: Colours) => ({
  upColor: colour('var(--raised)'),
  borderUpColor: colour('var(--up)'),
  wickUpColor: colour('var(--up)'),
  downColor: colour('var(--down)'),
  borderDownColor: colour('var(--down)'),
  wickDownColor: colour('var(--down)'),
})

export const chartKindLooks: Record<ChartKind, Kind> = {
  candles: { series: 'candles', look: candleLook },
  /** Hollow if the close is above the open. The colour depends on the previous close. */
  hollow: {
    series: 'candles',
    look: candleLook,
    bar(bars, at, colour) {
      const { open, close } = bars[at]!
      const line = colour(close >= (bars[at - 1] ?? bars[at]!).close ? 'var(--up)' : 'var(--down)')
      return { color: close >= open ? colour('var(--raised)') : line, borderColor: line, wickColor: line }
    },
  },
  bars: {
    series: 'bars',
    look: colour => ({ upColor: colour('var(--up)'), downColor: colour('var(--down)'), thinBars: false }),
  },
  line: { series: 'line', look: colour => ({ color: colour('var(--ink)'), lineWidth: 2 }) },
  area: {
    series: 'area',
    look: colour => ({
      lineColor: colour('var(--accent)'),
      lineWidth: 2,
      topColor: colour('var(--accent)', 14),
      bottomColor: colour('var(--accent)', 14),
    }),
  },
  'heikin-ashi': { series: 'candles', look: candleLook, isSmoothed: true },
}

const definitions = { candles: CandlestickSeries, bars: BarSeries, line: LineSeries, area: AreaSeries } as const

export function drawPrices(chart: IChartApi, kind: ChartKind): PriceSeries {
  const { series } = chartKindLooks[kind]
  const hasRange = series === 'candles' || series === 'bars'
  // The engine's label of the newest close is off for candles, because it would have the candle's fill colour.
  const options = { lastValueVisible: series !== 'candles', priceLineVisible: false, ...(!hasRange && everyValue) }
  return chart.addSeries(definitions[series] as typeof CandlestickSeries, options) as PriceSeries
}

/** The bars from `from` on, as the kind draws them. */
export function pointsOf(
  kind: ChartKind,
  bars: readonly DayBar[],
  { from, colour }: { from: number; colour: Colours },
) {
  const { series, bar, isSmoothed } = chartKindLooks[kind]
  const drawn = isSmoothed ? heikinAshi(bars) : bars
  return bars.slice(from).map(({ date: time, close: value }, place) => {
    if (series === 'line' || series === 'area') return { time, value }
    const { open, high, low, close } = drawn[from + place]!
    return { time, open, high, low, close, ...bar?.(bars, from + place, colour) }
  })
}
