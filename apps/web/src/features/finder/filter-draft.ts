import type { FinderColumn, FinderFilter, Operation } from '@finlist/contract/finder'
import { type PatternKind, patternKinds } from '@finlist/contract/finlist'
import { screenColumns } from '@finlist/domain/finder/columns'

/**
 * A filter being edited. Parts not yet chosen are empty. `values`: the selected values, for a column that has a few
 * fixed ones.
 */
export type Draft = {
  column: FinderColumn | ''
  operation: Operation | ''
  from: string
  to: string
  values: readonly PatternKind[]
}

export const noDraft: Draft = { column: '', operation: '', from: '', to: '', values: [] }
const unused = -1
const longest = 100

/** Whether the column contains text: an industry, which is chosen by name, or a stock code. */
export const isText = (column: FinderColumn) => 'text' in screenColumns[column]

/** Parses the edited filter. Undefined if a part is missing or invalid, or `to` is below `from`. */
export function filterOf({ column, operation, from, to, values }: Draft): FinderFilter | undefined {
  if (column === 'pattern')
    return values.length > 0 ? { column, operation: 'in', values: inTheirOrder(values) } : undefined
  if (column === '' || operation === '') return undefined
  const low = valueOf(column, from)
  if (low === undefined) return undefined
  if (column === 'subSector') return { column, operation: 'between', from: low, to: low }
  if (operation !== 'between') return { column, operation, from: low, to: unused }
  const high = valueOf(column, to)
  return high === undefined || isBefore(high, low) ? undefined : { column, operation, from: low, to: high }
}

/** The reason why a typed value is invalid, and its field. Undefined if values are only missing. */
export function wrongOf({
  column,
  operation,
  from,
  to,
}: Draft): { field: 'from' | 'to'; why: 'number' | 'order' } | undefined {
  if (column === '' || column === 'pattern' || column === 'subSector') return undefined
  const isBetween = operation === 'between'
  const [low, high] = [valueOf(column, from), isBetween ? valueOf(column, to) : undefined]
  if (from.trim() !== '' && low === undefined) return { field: 'from', why: 'number' }
  if (isBetween && to.trim() !== '' && high === undefined) return { field: 'to', why: 'number' }
  return low !== undefined && high !== undefined && isBefore(high, low) ? { field: 'to', why: 'order' } : undefined
}

const inTheirOrder = (values: readonly PatternKind[]) => patternKinds.filter(pattern => values.includes(pattern))

export function draftOf(filter: FinderFilter): Draft {
  if (filter.operation === 'in') return { ...noDraft, column: filter.column, values: filter.values }
  const { column, operation, from, to } = filter
  return {
    ...noDraft,
    column,
    operation,
    from: String(from),
    to: operation === 'between' && column !== 'subSector' ? String(to) : '',
  }
}

const amount = /^([+-]?(?:\d+\.?\d*|\.\d+))\s*([kmb萬億万亿]?)$/i
const units = { '': 1, k: 1e3, m: 1e6, b: 1e9, 萬: 1e4, 億: 1e8, 万: 1e4, 亿: 1e8 } as const

/** Parses a typed value: 1500000, 1,500,000, 1.5M and 150萬 are the same number. */
function valueOf(column: FinderColumn, typed: string): string | number | undefined {
  const text = typed.trim()
  if (isText(column)) return text === '' || text.length > longest ? undefined : text
  const [, digits, unit] = amount.exec(text.replaceAll(',', '')) ?? []
  if (digits === undefined || unit === undefined) return undefined
  const value = Number(digits) * units[unit.toLowerCase() as keyof typeof units]
  return Number.isFinite(value) ? value : undefined
}

function isBefore(a: string | number, b: string | number): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  const digits = /^\d+$/
  const [left, right] = [String(a), String(b)]
  if (digits.test(left) && digits.test(right)) return Number(left) < Number(right)
  return left.toLowerCase() < right.toLowerCase()
}
