import { createHash } from 'node:crypto'
import type { Stock } from '@finlist/domain/picking/bars'

/** SHA-256 of the bars and splits that a list is made from; the order of the stocks does not matter. */
export function inputsHash(stocks: readonly Stock[]): string {
  const hash = createHash('sha256')
  const inOrder = stocks.toSorted((one, other) => (one.code < other.code ? -1 : 1))
  for (const { code, days, high, low, close, volume, splits = [] } of inOrder) {
    hash.update(`${code} ${days.length} ${JSON.stringify(splits)}\n`)
    hash.update(Int32Array.from(days))
    for (const column of [high, low, close, volume]) hash.update(Float64Array.from(column))
  }
  return hash.digest('hex')
}
