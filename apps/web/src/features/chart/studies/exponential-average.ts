import { EMA } from 'trading-signals'
import type { Values } from './study-kind.ts'

/** Exponential average that starts with the first price. It is null until `length` prices are known. */
export function exponentialAverage(closes: readonly number[], length: number): Values {
  const average = new EMA(length)
  return closes.map((close, at) => {
    const value = average.add(close)
    return at >= length - 1 ? value : null
  })
}
