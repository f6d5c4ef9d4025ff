export type ScreenerFilter =
  | {
      column: string
      operation: 'gt' | 'gte' | 'lt' | 'lte' | 'between'
      from: number | string
      to: number | string
    }
  | { column: string; operation: 'in'; values: readonly string[] }

/** A column with one value per row: numbers (NaN where unknown) or texts. */
export type Column = Float64Array | readonly string[]

/**
 * The rows, by index, that match every filter. An unknown figure matches no filter. A text column is compared as text,
 * except that all-digit codes are compared as numbers (`0700` and `700` are the same). A filter whose value is not of
 * its column's type matches no row. `in` matches only texts written exactly the same.
 */
export function runScreener(
  columns: Readonly<Record<string, Column>>,
  rows: number,
  filters: readonly ScreenerFilter[],
): number[] {
  const tests = filters.map(filter => testOf(columns[filter.column], filter))
  const found: number[] = []
  for (let row = 0; row < rows; row++) if (tests.every(test => test(row))) found.push(row)
  return found
}

type Test = (row: number) => boolean
const nothing: Test = () => false

function testOf(column: Column | undefined, filter: ScreenerFilter): Test {
  if (column === undefined) return nothing
  if (filter.operation === 'in') {
    const values = new Set(filter.values)
    return column instanceof Float64Array ? nothing : row => values.has(column[row]!)
  }
  const { operation, from, to } = filter
  if (column instanceof Float64Array) {
    const low = numberOf(from)
    const high = numberOf(to)
    if (Number.isNaN(low) || (operation === 'between' && Number.isNaN(high))) return nothing
    switch (operation) {
      case 'gt':
        return row => column[row]! > low
      case 'gte':
        return row => column[row]! >= low
      case 'lt':
        return row => column[row]! < low
      case 'lte':
        return row => column[row]! <= low
      case 'between':
        return row => column[row]! >= low && column[row]! <= high
    }
  }
  const toFrom = comparedWith(String(from))
  const toTo = comparedWith(String(to))
  switch (operation) {
    case 'gt':
      return row => toFrom(column[row]!) > 0
    case 'gte':
      return row => toFrom(column[row]!) >= 0
    case 'lt':
      return row => toFrom(column[row]!) < 0
    case 'lte':
      return row => toFrom(column[row]!) <= 0
    case 'between':
      return row => toFrom(column[row]!) >= 0 && toTo(column[row]!) <= 0
  }
}

const numberOf = (value: number | string) =>
  typeof value === 'number' ? value : value.trim() === '' ? NaN : Number(value)
const digits = /^\d+$/

/**
 * Returns a function that compares a text with `other`: positive if the text comes after `other`; NaN, which matches no
 * filter, if only one of the two is all digits.
 */
function comparedWith(other: string): (text: string) => number {
  const isNumber = digits.test(other)
  const number = Number(other)
  const lower = other.toLowerCase()
  return text => {
    if (digits.test(text) !== isNumber) return NaN
    if (isNumber) return Number(text) - number
    const mine = text.toLowerCase()
    return mine < lower ? -1 : mine > lower ? 1 : 0
  }
}
