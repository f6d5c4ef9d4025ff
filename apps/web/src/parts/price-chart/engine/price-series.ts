import type { DayBar } from '@finlist/domain/chart/spans'
import { BarSeries, CandlestickSeries, type IChartApi, type ISeriesApi } from 'lightweight-charts'
import { formatLevel } from '../../market-figures.tsx'
import type { Colours } from './colours.ts'

export type PriceKind = 'candles' | 'bars'
export type PriceSeries = ISeriesApi<'Candlestick'> | ISeriesApi<'Bar'>

export function addPrices(chart: IChartApi, kind: PriceKind): PriceSeries {
  const options = { lastValueVisible: true, priceLineVisible: false }
  return kind === 'candles' ? chart.addSeries(CandlestickSeries, options) : chart.addSeries(BarSeries, options)
}

export const pointOf = ({ date, open, high, low, close }: DayBar) => ({ time: date, open, high, low, close })

export function paintPrices(series: PriceSeries, colour: Colours) {
  // Hollow up, filled down: the shape says it without the colour.
  if (series.seriesType() === 'Candlestick')
    (series as ISeriesApi<'Candlestick'>).applyOptions({
      upColor: colour('var(--raised)'),
      borderUpColor: colour('var(--up)'),
      wickUpColor: colour('var(--up)'),
      downColor: colour('var(--down)'),
      borderDownColor: colour('var(--down)'),
      wickDownColor: colour('var(--down)'),
    })
  else
    (series as ISeriesApi<'Bar'>).applyOptions({
      upColor: colour('var(--up)'),
      downColor: colour('var(--down)'),
      thinBars: false,
    })
}

export const priceFormat = (bars: readonly DayBar[]) =>
  ({ type: 'custom', formatter: formatLevel, minMove: (bars.at(-1)?.close ?? 1) < 1 ? 0.0001 : 0.01 }) as const
