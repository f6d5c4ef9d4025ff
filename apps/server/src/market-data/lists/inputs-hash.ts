import { createHash } from 'node:crypto'
import type { Stock } from '@finlist/domain/picking/bars'

/** SHA-256 over the bars and splits from which a list is made. Independent of the order of the stocks. */
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
