import type { ChartBar, ChartHistory } from '@finlist/contract/charts/chart'
import { averageLength, averageVolumes, simpleAverage } from '@finlist/domain/chart/moving-averages'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import type { LineStyleName } from '@finlist/domain/chart/studies'

/** The content of a chart: bars, oldest first, and the plots over and below them. A plot has a value for each bar. */
export type Picture = {
  bars: readonly DayBar[]
  plots: readonly Plot[]
}

/**
 * A line or columns. The plots of one study are adjacent. They are drawn over the prices or in the study's own pane.
 */
export type Plot = {
  key: string
  study: string
  onPrice: boolean
  kind: 'line' | 'columns'
  /** Any CSS colour. */
  colour: string
  /** In pixels. */
  width?: number
  line?: LineStyleName
  name: string
  unit: 'price' | 'volume' | 'count' | 'number' | 'ratio' | 'percent'
  values: readonly (number | null)[]
  /** Whether the column at an index has the colour of a rise. */
  rose?: (at: number) => boolean
  dots?: readonly { at: number; strong: boolean; name: string }[]
  /** Horizontal lines across the pane. */
  levels?: readonly number[]
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const barsOf = (bars: readonly ChartBar[]): DayBar[] =>
  bars.map(({ time, ...bar }) => ({ ...bar, date: dayOf(time) }))

/** Converts a chart history into bars. A history is sent in columns, which take half the bytes of rows. */
export const barsOfColumns = ({ t = [], o = [], h = [], l = [], c = [], v = [], asAt }: ChartHistory): DayBar[] =>
  t.map((seconds, at) => ({
    date: dayOf(seconds * 1_000),
    ...(asAt !== undefined && at === t.length - 1 && { until: dayOf(asAt * 1_000) }),
    open: o[at]!,
    high: h[at]!,
    low: l[at]!,
    close: c[at]!,
    volume: v[at]!,
  }))

/** The days that a field of a chart history lists. */
export const daysIn = (history: ChartHistory, name: 'unconfirmed' | 'halfDays') =>
  (history[name] ?? []).map(seconds => dayOf(seconds * 1_000))

/** A bar's time in seconds since the epoch, as the chart protocol counts. */
export const timeOf = ({ date }: Pick<DayBar, 'date'>) => Date.parse(`${date}T00:00:00Z`) / 1_000

type Of = { resolution: Resolution; study: string; length?: number; name: string }
type OfVolume = Of & { averageName: string; halfDays?: ReadonlySet<string> }

export function priceAverage(bars: readonly DayBar[], { resolution, study, length, name }: Of): Plot {
  return {
    key: study,
    study,
    onPrice: true,
    kind: 'line',
    width: 2,
    colour: 'var(--average)',
    name,
    unit: 'price',
    values: simpleAverage(
      bars.map(({ close }) => close),
      length ?? averageLength(resolution),
    ),
  }
}

const noDays: ReadonlySet<string> = new Set()

/** The volume as columns, coloured by comparing each close with the previous one, and its average. */
export function volume(
  bars: readonly DayBar[],
  { resolution, study, length, name, averageName, halfDays = noDays }: OfVolume,
): [Plot, Plot] {
  const own = { study, onPrice: false, unit: 'volume' } as const
  return [
    {
      ...own,
      key: study,
      kind: 'columns',
      colour: 'var(--up)',
      name,
      values: bars.map(bar => bar.volume),
      rose: at => bars[at]!.close >= (bars[at - 1] ?? bars[at]!).close,
    },
    {
      ...own,
      key: `${study} average`,
      kind: 'line',
      colour: 'var(--faded)',
      name: averageName,
      values: averageVolumes(bars, { halfDays, length: length ?? averageLength(resolution) }),
    },
  ]
}

/** Returns only the newest bars, with their plots. */
export const newest = ({ bars, plots }: Picture, count: number): Picture => ({
  bars: bars.slice(-count),
  plots: plots.map(plot => {
    const cut = Math.max(plot.values.length - count, 0)
    return {
      ...plot,
      values: plot.values.slice(cut),
      ...(plot.rose && { rose: at => plot.rose!(at + cut) }),
      ...(plot.dots && { dots: plot.dots.flatMap(dot => (dot.at < cut ? [] : [{ ...dot, at: dot.at - cut }])) }),
    }
  }),
})
