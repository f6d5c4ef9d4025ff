import { read, useStored, write } from '../../api/storage.ts'
import type { Interval } from './chosen.ts'

/** The interval of small charts, which all lists share. */
export function useInterval(): [Interval, (interval: Interval) => void] {
  const kept = useStored('chartAround')
  return [
    kept['smallInterval'] === '1W' ? '1W' : '1D',
    smallInterval => write('chartAround', { ...read('chartAround'), smallInterval }),
  ]
}
