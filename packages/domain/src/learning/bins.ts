/** Bin 0 holds unknown values. Each other bin holds about the same number of training rows. */
export const binCount = 32
/** Maximum number of rows, taken evenly from all rows, that quantiles are computed from. */
const mostSampled = 20_000

/** The upper edges of bins 1 to 30, ascending; bin 31 has none. */
export type Edges = readonly number[]

export function edgesOf(values: Float32Array, rows: Int32Array): Edges {
  const count = Math.min(mostSampled, rows.length)
  const known: number[] = []
  for (let at = 0; at < count; at++) {
    const value = values[rows[Math.floor((at * rows.length) / count)]!]!
    if (value === value) known.push(value)
  }
  known.sort((one, other) => one - other)
  return Array.from(
    { length: binCount - 2 },
    (_, bin) => known[Math.floor(((bin + 1) * known.length) / (binCount - 1))] ?? 0,
  )
}

export function binOf(edges: Edges, value: number): number {
  if (value !== value) return 0
  let [from, to] = [0, edges.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (value > edges[middle]!) from = middle + 1
    else to = middle
  }
  return from + 1
}

/** The bin of each of these rows, in the order of the rows. */
export const binned = (values: Float32Array, rows: Int32Array, edges: Edges): Uint8Array =>
  Uint8Array.from(rows, row => binOf(edges, values[row]!))
