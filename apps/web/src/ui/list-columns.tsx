import { memo, type ReactNode } from 'react'
import type { Column } from './data-table.tsx'

export type Unit = 'percent' | 'shares' | 'times'
export type SortValue = string | number | null

/**
 * A column of a list of `Row`, whole: head, cell, order, and what a phone's card says of it. `Seen` is what its cells
 * need beside the row.
 */
export type ListColumn<Row, Seen = unknown> = {
  unit?: Unit
  /** Its key is a word of the glossary. */
  isTerm?: true
  /** Its cells name the row, for whoever hears the table. */
  isRowHead?: true
  /** Right-aligned, in figures of one width. */
  isFigure?: true
  /** In rem; a column without one takes what is left, and has `least` at least. */
  width?: number
  least?: number
  /** What the list is sorted by; null stands last in either direction. A column without it does not sort. */
  value?: (row: Row) => SortValue
  cell: (row: Row, seen: Seen) => ReactNode
  cellClass?: string | ((row: Row) => string)
  /** The cell's whole text, where its width may cut it. */
  title?: (row: Row) => string
  /** The place of the column among the named facts of a phone's card. */
  card?: number
  /** Stands at its place, whatever the person chooses. */
  isFixed?: true
  /** Shown once the person has chosen it. */
  isExtra?: true
  /** What the card says, where it is more than the cell. */
  cardCell?: (row: Row) => ReactNode
}

/** The keys of the columns that sort. */
export type SortKeyOf<Columns> = {
  [K in keyof Columns & string]: Columns[K] extends { value: unknown } ? K : never
}[keyof Columns & string]

type Columns<K extends string, Row, Seen> = Readonly<Record<K, ListColumn<Row, Seen>>>
const entriesOf = <K extends string, Row, Seen>(columns: Columns<K, Row, Seen>) =>
  Object.entries(columns) as [K, ListColumn<Row, Seen>][]

/** The keys of the columns that sort, in order. */
export const sortKeysOf = <C extends Columns<string, never, never>>(columns: C): SortKeyOf<C>[] =>
  entriesOf(columns).flatMap(([key, { value }]) => (value ? [key as SortKeyOf<C>] : []))

/** What a column without a width has at least: names are cut after everything else has been pushed out of view. */
const leastLeft = 14

/** The heads of a table. `room` stretches every width. */
export function headsOf<K extends string>(
  columns: Columns<K, never, never>,
  label: (key: K) => string,
  unitLabel: (unit: Unit) => string = unit => unit,
  room = 1,
): Column<K>[] {
  return entriesOf(columns).map(([key, { unit, isTerm, isFigure, width, least, value }]) => ({
    key,
    label: label(key),
    ...(unit && { unit: unitLabel(unit) }),
    isTerm,
    ...(isFigure && { end: true }),
    ...(width ? { width: width * room } : { least: least ?? leastLeft }),
    ...(!value && { still: true }),
  }))
}

/**
 * The columns in the order that the person chose, `null`: as the list has them. Fixed ones stand before or after the
 * others, as in the list; names that it does not know are left out.
 */
export function chosenColumns<C extends Columns<string, never, never>>(
  columns: C,
  chosen: readonly string[] | null,
): C {
  const entries = entriesOf<string, never, never>(columns)
  const firstFree = entries.findIndex(([, { isFixed }]) => !isFixed)
  const free = new Map(entries.filter(([, { isFixed }]) => !isFixed))
  const shown = chosen
    ? chosen.flatMap(key => (free.has(key) ? [[key, free.get(key)!] as const] : []))
    : [...free].filter(([, { isExtra }]) => !isExtra)
  const fixed = entries.filter(([, { isFixed }]) => isFixed)
  return Object.fromEntries([...fixed.slice(0, firstFree), ...new Map(shown), ...fixed.slice(firstFree)]) as C
}

type CellsProps<Row, Seen> = { columns: Columns<string, Row, Seen>; row: Row; seen: Seen }

/** The cells of a row; while `row` and `seen` are the same, only cells of other columns are rendered. */
export function Cells<Row, Seen>({ columns, row, seen }: CellsProps<Row, Seen>) {
  return entriesOf(columns).map(([key, column]) => (
    <Cell key={key} column={column as ListColumn<unknown>} row={row} seen={seen} />
  ))
}

type CellProps = { column: ListColumn<unknown>; row: unknown; seen: unknown }

const Cell = memo(function Cell({ column, row, seen }: CellProps) {
  const { cell, cellClass = '', isFigure, isRowHead, title } = column
  const own = typeof cellClass === 'function' ? cellClass(row) : cellClass
  const Tag = isRowHead ? 'th' : 'td'
  return (
    <Tag scope={isRowHead && 'row'} className={isFigure ? `figures ${own}` : own || undefined} title={title?.(row)}>
      {cell(row, seen)}
    </Tag>
  )
})

/** What a phone's card says with a name, in order. */
export function factsOf<K extends string, Row, Seen>(columns: Columns<K, Row, Seen>, row: Row, seen: Seen) {
  return entriesOf(columns)
    .filter(([, { card }]) => card !== undefined)
    .sort(([, a], [, b]) => a.card! - b.card!)
    .map(([key, { cell, cardCell }]) => ({ key, value: cardCell ? cardCell(row) : cell(row, seen) }))
}
