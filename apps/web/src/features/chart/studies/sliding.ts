/**
 * For each index, the highest value from the index `from(at)` up to it; null if `from(at)` is negative. `from` must
 * never decrease.
 */
export function highestOf(values: readonly number[], from: (at: number) => number): (number | null)[] {
  // Indices whose values descend. The first is the index of the highest value in the window.
  const falling: number[] = []
  let first = 0
  return values.map((value, at) => {
    while (falling.length > first && values[falling.at(-1)!]! <= value) falling.pop()
    falling.push(at)
    const start = from(at)
    while (falling[first]! < start) first++
    return start < 0 ? null : values[falling[first]!]!
  })
}

/** Like `highestOf`, but returns the lowest values. */
export const lowestOf = (values: readonly number[], from: (at: number) => number): (number | null)[] =>
  highestOf(
    values.map(value => -value),
    from,
  ).map(value => (value === null ? null : -value))
