import { type SmallChart, smallLength } from '@finlist/contract/charts/chart'
import { averageLength, simpleAverage } from '@finlist/domain/chart/moving-averages'
import type { DayBar } from '@finlist/domain/chart/spans'
import { barsOfColumns } from '../price-chart/picture.ts'
import type { Interval } from './chosen.ts'

/** `at`: the index of the bar, negative before the first one. */
type Turn = { at: number; price: number }

/** What a small chart shows: its bars, oldest first, with the average at each, and a recent base. */
export type SmallPicture = {
  bars: readonly DayBar[]
  average: readonly (number | null)[]
  /** The turning points of the base; empty without one. */
  outline: readonly Turn[]
  buyPoint: number | undefined
  stop: number | undefined
}

/** For how long after its end a base is still shown, in seconds: six weeks. */
const longestSince = 6 * 7 * 86_400

const daysPerBar: Record<Interval, number> = { '1D': 7 / 5, '1W': 7 }

export function pictureOf({ base: newest, ...chart }: SmallChart, interval: Interval): SmallPicture {
  const { t, c } = chart
  const cut = Math.max(t.length - smallLength[interval], 0)
  const shown = t.slice(cut)
  const end = newest?.points.at(-1)?.time ?? 0
  const base = end >= (t.at(-1) ?? 0) - longestSince ? newest : null
  return {
    bars: barsOfColumns({ s: 'ok', noData: false, ...chart }).slice(cut),
    average: simpleAverage(c, averageLength(interval)).slice(cut),
    outline: (base?.points ?? []).map(({ time, price }) => ({ at: placeOf(time, shown, interval), price })),
    buyPoint: base?.pivot,
    stop: base?.stop,
  }
}

/** The index of the bar that contains the time; estimated if it is before the first bar. */
function placeOf(time: number, times: readonly number[], interval: Interval): number {
  const first = times[0] ?? time
  if (time < first) return (time - first) / 86_400 / daysPerBar[interval]
  return times.findLastIndex(it => it <= time)
}

/** The newest change in percent, to two decimals; null with a single bar. */
export function newestChange({ bars }: SmallPicture): number | null {
  const [before, newest] = bars.slice(-2)
  return before && newest && before.close > 0 ? (newest.close / before.close - 1) * 100 : null
}
