import type { AnyCall } from '@finlist/contract/call'
import { fit } from './encoded-response.ts'

/** The caller's entries by row key, each as the contents of a JSON array. */
export type OwnByRow = ReadonlyMap<string, string>

const spot = '"watchlistData":['
const comma = Buffer.from(',')

/** The text of the response before and after its rows. */
type Around = readonly [before: string, after: string]
const rowsAlone: Around = ['{"status":"success","data":[', ']}']

/**
 * A list's rows, validated and serialised once. Each row has a slot for the caller's entries; without entries, the
 * bytes are the same for everyone.
 */
export class RowTemplate {
  /** The complete response without entries; the rows are views of this buffer. */
  readonly whole: Buffer
  readonly #keys: readonly string[]
  readonly #rows: readonly Buffer[]
  readonly #spots: readonly number[]
  readonly #start: Buffer
  readonly #end: Buffer

  /** Throws if `rows` do not match the call's contract or lack the slot. `around` is the rest of the response. */
  constructor(call: AnyCall, rows: readonly { key: string; row: unknown }[], around = rowsAlone) {
    const [start, end] = [(this.#start = Buffer.from(around[0])), (this.#end = Buffer.from(around[1]))]
    const fitted = fit(
      call,
      rows.map(({ row }) => row),
    ) as object[]
    const texts = fitted.map(row => Buffer.from(JSON.stringify(row)))
    this.whole = Buffer.concat([start, ...texts.flatMap((text, at) => (at > 0 ? [comma, text] : [text])), end])
    let at = start.length
    this.#rows = texts.map(({ length }) => {
      const row = this.whole.subarray(at, at + length)
      at += length + comma.length
      return row
    })
    this.#keys = rows.map(({ key }) => key)
    // Quotes inside JSON strings are escaped, so only the key itself can match.
    this.#spots = this.#rows.map(row => row.indexOf(spot) + spot.length)
    if (this.#spots.some(cut => cut < spot.length)) throw new Error(`${call.path}: a row without ${spot}`)
  }

  get length(): number {
    return this.#rows.length
  }

  /** The response with the rows at these indexes, or all rows, each with the caller's entries. */
  answer(indexes?: readonly number[], own?: OwnByRow): Buffer {
    if (indexes === undefined && own === undefined) return this.whole
    const parts: Buffer[] = [this.#start]
    const count = indexes?.length ?? this.#rows.length
    for (let at = 0; at < count; at++) {
      const index = indexes ? indexes[at]! : at
      const row = this.#rows[index]!
      if (at > 0) parts.push(comma)
      const entries = own?.get(this.#keys[index]!)
      if (entries === undefined) parts.push(row)
      else {
        const cut = this.#spots[index]!
        parts.push(row.subarray(0, cut), Buffer.from(entries), row.subarray(cut))
      }
    }
    parts.push(this.#end)
    return Buffer.concat(parts)
  }
}
