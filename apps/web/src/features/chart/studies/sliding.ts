/**
 * The highest value from the place `from(at)` up to each place; null where that is before the first. `from` must never
 * go back.
 */
export function highestOf(values: readonly number[], from: (at: number) => number): (number | null)[] {
  // Places whose values fall: the first is the highest within.
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

/** The lowest, likewise. */
export const lowestOf = (values: readonly number[], from: (at: number) => number): (number | null)[] =>
  highestOf(
    values.map(value => -value),
    from,
  ).map(value => (value === null ? null : -value))
