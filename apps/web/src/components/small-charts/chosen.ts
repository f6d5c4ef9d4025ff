import type { smallLength } from '@finlist/contract/charts/chart'
import { useStored, write } from '../../api/storage.ts'

/** The lists that can be shown as charts. */
export type ChartedList = 'finder' | 'finlist' | 'movers' | 'profit-alerts' | 'screener' | 'shareholding' | 'watchlist'

export type Interval = keyof typeof smallLength

/** Whether this browser shows price lines in the rows of the screener, and a function to change that. */
export function useSparks(): [boolean, (isOn: boolean) => void] {
  const { sparks, ...others } = useStored('chartedLists')
  return [sparks === true, isOn => write('chartedLists', isOn ? { ...others, sparks: true } : others)]
}

/** Whether this browser shows the list as charts, and a function to change that. */
export function useAsCharts(list: ChartedList): [boolean, (asCharts: boolean) => void] {
  const { [list]: isCharted, ...others } = useStored('chartedLists')
  return [isCharted !== undefined, asCharts => write('chartedLists', asCharts ? { ...others, [list]: true } : others)]
}
