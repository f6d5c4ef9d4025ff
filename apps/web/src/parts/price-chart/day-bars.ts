import type { ChartBar } from '@finlist/contract/chart'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import { averageVolume } from '@finlist/domain/finlist/average-volume'

/** A trading day with what is drawn of it. Averages are null until there are enough days. */
export type DayBar = Omit<ChartBar, 'time'> & {
  date: string
  priceAverage: number | null
  volumeAverage: number | null
}

const span = 50
/** About 15 months. */
const shownBars = 320
/** As many as are shown and those before them that their averages need. */
export const wantedBars = shownBars + span - 1

/** What the chart shows, oldest first. Half days and days without a trade count in no volume average. */
export function dayBars(symbol: string, bars: readonly ChartBar[]): DayBar[] {
  const exchange = parseSymbol(symbol)?.exchange ?? 'HKEX'
  const days = bars.map(({ time, ...bar }) => ({ ...bar, date: new Date(time).toISOString().slice(0, 10) }))
  let sum = 0
  return days
    .map((day, at) => {
      sum += day.close - (days[at - span]?.close ?? 0)
      const full = at >= span - 1
      return {
        ...day,
        priceAverage: full ? sum / span : null,
        volumeAverage: full ? averageVolume(exchange, days.slice(0, at + 1), span) : null,
      }
    })
    .slice(-shownBars)
}
