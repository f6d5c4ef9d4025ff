import type { DayBar } from '@finlist/domain/chart/spans'
import { highestOf } from '../sliding.ts'
import { defineStudy } from '../study-kind.ts'

const weekMs = 7 * 86_400_000

/** Distance of the close from the highest high of a number of calendar weeks, in percent. */
export default defineStudy({
  name: 'study.HIGH',
  group: 'strength',
  inputs: { weeks: { usual: 52, least: 2, most: 260 } },
  onPrice: false,
  colour: 'var(--good)',
  plots: ({ bars, inputs: { weeks }, line, t }) => [
    line({ name: t('name.high', { weeks }), values: distances(bars, weeks), unit: 'percent', levels: [0] }),
  ],
})

function distances(bars: readonly DayBar[], weeks: number): (number | null)[] {
  const days = bars.map(({ date, until }) => [Date.parse(date), Date.parse(until ?? date)] as const)
  let first = 0
  const highest = highestOf(
    bars.map(({ high }) => high),
    at => {
      const since = days[at]![1] - weeks * weekMs
      while (days[first]![0] <= since) first++
      // If the chart begins after `since`, it does not cover the whole period.
      return first === 0 ? -1 : first
    },
  )
  return bars.map(({ close }, at) => {
    const high = highest[at] ?? null
    return high === null || high <= 0 ? null : (close / high - 1) * 100
  })
}
