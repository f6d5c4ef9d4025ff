/** Bin 0 holds unknown values; the others hold about the same number of training rows each. */
export const binCount = 32
/** Rows from which quantiles are taken, spread evenly over all. */
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

/** The bins of these rows, in their order. */
export const binned = (values: Float32Array, rows: Int32Array, edges: Edges): Uint8Array =>
  Uint8Array.from(rows, row => binOf(edges, values[row]!))
