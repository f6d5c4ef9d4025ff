import { mostSmall } from '@finlist/contract/charts/chart'

/**
 * The symbols that are requested together with each stock's. They do not depend on the order of the rows, so that
 * sorting requests nothing.
 */
export function sparkGroups(symbols: readonly string[]): ReadonlyMap<string, string> {
  const sorted = symbols.toSorted()
  return new Map(
    sorted.map((symbol, at) => {
      const from = at - (at % mostSmall)
      return [symbol, sorted.slice(from, from + mostSmall).join()]
    }),
  )
}
