import type { smallLength } from '@finlist/contract/charts/chart'
import { read, useStored, write } from '../../api/storage.ts'

/** The lists that can be shown as charts. */
export type ChartedList = 'finder' | 'finlist' | 'movers' | 'profit-alerts' | 'screener' | 'shareholding' | 'watchlist'

export type Interval = keyof typeof smallLength

/** Whether this browser shows the list as charts, and a function to change that. */
export function useAsCharts(list: ChartedList): [boolean, (asCharts: boolean) => void] {
  const { [list]: isCharted, ...others } = useStored('chartedLists')
  return [isCharted !== undefined, asCharts => write('chartedLists', asCharts ? { ...others, [list]: true } : others)]
}

/** The interval of small charts, which all lists share. */
export function useInterval(): [Interval, (interval: Interval) => void] {
  const kept = useStored('chartAround')
  return [
    kept['smallInterval'] === '1W' ? '1W' : '1D',
    smallInterval => write('chartAround', { ...read('chartAround'), smallInterval }),
  ]
}
