import type { FigureName, NumberName } from './figures.ts'
import type { Condition, Expression, Operand } from './query.ts'

/**
 * The stocks of a market or a part of it, a value per stock in every column: numbers, NaN where unknown; flags as 1, 0
 * or NaN; texts, empty where there is none.
 */
export type Columns = { rows: number; of: (name: FigureName) => Float64Array | readonly string[] }

const [no, yes, unknown] = [0, 1, 2]
/** Whether each row meets a condition: yes, no, or unknown. */
type Verdicts = Uint8Array

/**
 * The rows that meet the expression, in order. A condition on an unknown figure is neither met nor not met, so that
 * `not` does not match it either; an `or` with a condition that is met is.
 */
export function screen(columns: Columns, expression: Expression | undefined): number[] {
  const all = Array.from({ length: columns.rows }, (_, row) => row)
  if (expression === undefined) return all
  const verdicts = verdictsOf(columns, expression)
  return all.filter(row => verdicts[row] === yes)
}

function verdictsOf(columns: Columns, expression: Expression): Verdicts {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const decisive = expression.kind === 'and' ? no : yes
      const [first, ...others] = expression.parts.map(part => verdictsOf(columns, part))
      const joined = first!
      for (const other of others)
        for (let row = 0; row < columns.rows; row++)
          if (joined[row] !== decisive && (other[row] === decisive || joined[row] !== unknown))
            joined[row] = other[row]!
      return joined
    }
    case 'not': {
      const verdicts = verdictsOf(columns, expression.part)
      return verdicts.map(verdict => (verdict === unknown ? unknown : verdict === yes ? no : yes))
    }
    default:
      return verdictsOfCondition(columns, expression)
  }
}

function verdictsOfCondition(columns: Columns, condition: Condition): Verdicts {
  const { rows } = columns
  if (condition.kind === 'text') {
    const values = new Set(condition.values.map(value => value.toLowerCase()))
    const texts = columns.of(condition.figure) as readonly string[]
    return Uint8Array.from({ length: rows }, (_, row) => (values.has(texts[row]!.toLowerCase()) ? yes : no))
  }
  const numbers = columns.of(condition.figure) as Float64Array
  const test = testOf(columns, condition, numbers)
  return Uint8Array.from({ length: rows }, (_, row) => {
    const met = test(row)
    return met === undefined ? unknown : met ? yes : no
  })
}

/** Whether the row meets the condition; undefined if a figure is unknown. */
type Test = (row: number) => boolean | undefined

function testOf(columns: Columns, condition: Exclude<Condition, { kind: 'text' }>, numbers: Float64Array): Test {
  const known = (test: (value: number, row: number) => boolean | undefined): Test => {
    return row => (Number.isNaN(numbers[row]!) ? undefined : test(numbers[row]!, row))
  }
  switch (condition.kind) {
    case 'flag':
      return known(value => value === 1)
    case 'range':
      return known(value => value >= condition.from && value <= condition.to)
    case 'extreme': {
      const limit = limitOf(numbers, condition)
      return known(value => (condition.side === 'top' ? value >= limit : value <= limit))
    }
    case 'compare': {
      const other = operandOf(columns, condition.to)
      const compare = compares[condition.is]
      return known((value, row) => {
        const to = other(row)
        return Number.isNaN(to) ? undefined : compare(value, to)
      })
    }
  }
}

const compares = {
  '<': (one: number, other: number) => one < other,
  '<=': (one: number, other: number) => one <= other,
  '>': (one: number, other: number) => one > other,
  '>=': (one: number, other: number) => one >= other,
  '=': (one: number, other: number) => one === other,
  '!=': (one: number, other: number) => one !== other,
}

/** The last value among the top or bottom ones. Stocks with the same value are all among them. */
function limitOf(numbers: Float64Array, { side, amount, unit }: Extract<Condition, { kind: 'extreme' }>): number {
  const sorted = numbers.filter(number => !Number.isNaN(number)).sort()
  const count = Math.min(sorted.length, unit === 'percent' ? Math.round((amount / 100) * sorted.length) : amount)
  if (count === 0) return side === 'top' ? Infinity : -Infinity
  return side === 'top' ? sorted[sorted.length - count]! : sorted[count - 1]!
}

function operandOf(columns: Columns, operand: Operand): (row: number) => number {
  if ('number' in operand) return () => operand.number
  const { figure, times } = operand
  const numbers = columns.of(figure) as Float64Array
  if (operand.of !== 'sector') return row => times * numbers[row]!
  const medians = sectorMedians(columns, figure)
  const sectors = columns.of('sector') as readonly string[]
  return row => times * (medians.get(sectors[row]!) ?? Number.NaN)
}

/** The median of a figure by sector. Stocks without a sector have none. */
function sectorMedians(columns: Columns, figure: NumberName): Map<string, number> {
  const numbers = columns.of(figure) as Float64Array
  const sectors = columns.of('sector') as readonly string[]
  const bySector = new Map<string, number[]>()
  for (let row = 0; row < columns.rows; row++) {
    if (Number.isNaN(numbers[row]!)) continue
    const own = bySector.get(sectors[row]!)
    if (own) own.push(numbers[row]!)
    else bySector.set(sectors[row]!, [numbers[row]!])
  }
  bySector.delete('')
  return new Map([...bySector].map(([sector, values]) => [sector, median(values)]))
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle - 0.5)]! + sorted[Math.floor(middle)]!) / 2
}

/**
 * How a figure is distributed: the count of stocks in each of the steps between `from` and `to`, of equal width. The
 * first and the last also count the stocks beyond. Null if the figure is known of no stock.
 */
export type Distribution = { from: number; to: number; counts: number[] }

/** The smallest and largest hundredth of the stocks are beyond the ends, so that few extreme values do not stretch it. */
export function distributionOf(numbers: readonly number[], steps: number): Distribution | null {
  const sorted = Float64Array.from(numbers.filter(number => !Number.isNaN(number))).sort()
  if (sorted.length === 0) return null
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  const [from, to] = [at(0.01), at(0.99)]
  const counts = Array.from({ length: steps }, () => 0)
  for (const number of sorted) {
    const step = from === to ? 0 : Math.floor(((number - from) / (to - from)) * steps)
    counts[Math.min(steps - 1, Math.max(0, step))]!++
  }
  return { from, to, counts }
}
