import { memo, type ReactNode } from 'react'
import type { Column } from './data-table.tsx'

export type Unit = 'percent' | 'shares' | 'times'
export type SortValue = string | number | null

/**
 * One column of a list of `Row`: its heading, cell, sort order, and text on a phone's card. `Seen`: the data that its
 * cells need in addition to the row.
 */
export type ListColumn<Row, Seen = unknown> = {
  unit?: Unit
  /** Whether its key is a word of the glossary. */
  isTerm?: true
  /** Whether its cells name the row for screen readers. */
  isRowHead?: true
  /** Whether it has controls instead of content; it is then not printed. */
  isControl?: true
  /** Whether it is right-aligned, with tabular figures. */
  isFigure?: true
  /** In rem. A column without it takes the remaining width, but at least `least`. */
  width?: number
  least?: number
  /** The sort value. Null sorts last in either direction. A column without this function cannot be sorted. */
  value?: (row: Row) => SortValue
  cell: (row: Row, seen: Seen) => ReactNode
  cellClass?: string | ((row: Row) => string)
  /** The cell's full text, if its width may cut the text off. */
  title?: (row: Row) => string
  /** The position of the column among the named facts of a phone's card. */
  card?: number
  /** Whether the user cannot move or hide it. */
  isFixed?: true
  /** Whether it is shown only if the user chooses it. */
  isExtra?: true
  /** The card's content, if it is more than the cell's. */
  cardCell?: (row: Row) => ReactNode
}

/** The keys of the sortable columns. */
export type SortKeyOf<Columns> = {
  [K in keyof Columns & string]: Columns[K] extends { value: unknown } ? K : never
}[keyof Columns & string]

type Columns<K extends string, Row, Seen> = Readonly<Record<K, ListColumn<Row, Seen>>>
const entriesOf = <K extends string, Row, Seen>(columns: Columns<K, Row, Seen>) =>
  Object.entries(columns) as [K, ListColumn<Row, Seen>][]

/** The keys of the sortable columns, in order. */
export const sortKeysOf = <C extends Columns<string, never, never>>(columns: C): SortKeyOf<C>[] =>
  entriesOf(columns).flatMap(([key, { value }]) => (value ? [key as SortKeyOf<C>] : []))

/**
 * Minimum width, in rem, of a column without its own. The table scrolls sideways before such a column gets narrower.
 */
const leastLeft = 14

/** The headings of a table. `room`: factor applied to all widths. */
export function headsOf<K extends string>(
  columns: Columns<K, never, never>,
  label: (key: K) => string,
  unitLabel: (unit: Unit) => string = unit => unit,
  room = 1,
): Column<K>[] {
  return entriesOf(columns).map(([key, { unit, isTerm, isControl, isFigure, width, least, value }]) => ({
    key,
    label: label(key),
    ...(unit && { unit: unitLabel(unit) }),
    isTerm,
    isControl,
    ...(isFigure && { end: true }),
    ...(width ? { width: width * room } : { least: least ?? leastLeft }),
    ...(!value && { still: true }),
  }))
}

/**
 * The columns in the user's order; if `chosen` is null, in the list's order. Fixed columns stay before or after the
 * others, as in the list. Unknown names are ignored.
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

/** The cells of a row. While `row` and `seen` stay the same, only cells of newly shown columns are rendered. */
export function Cells<Row, Seen>({ columns, row, seen }: CellsProps<Row, Seen>) {
  return entriesOf(columns).map(([key, column]) => (
    <Cell key={key} column={column as ListColumn<unknown>} row={row} seen={seen} />
  ))
}

type CellProps = { column: ListColumn<unknown>; row: unknown; seen: unknown }

const Cell = memo(function Cell({ column, row, seen }: CellProps) {
  const { cell, cellClass = '', isControl, isFigure, isRowHead, title } = column
  const own = typeof cellClass === 'function' ? cellClass(row) : cellClass
  const kind = `${isFigure ? 'figures ' : ''}${isControl ? 'print:hidden ' : ''}`
  const Tag = isRowHead ? 'th' : 'td'
  return (
    <Tag scope={isRowHead && 'row'} className={kind + own || undefined} title={title?.(row)}>
      {cell(row, seen)}
    </Tag>
  )
})

/** The named facts of a phone's card, in order. */
export function factsOf<K extends string, Row, Seen>(columns: Columns<K, Row, Seen>, row: Row, seen: Seen) {
  return entriesOf(columns)
    .filter(([, { card }]) => card !== undefined)
    .sort(([, a], [, b]) => a.card! - b.card!)
    .map(([key, { cell, cardCell }]) => ({ key, value: cardCell ? cardCell(row) : cell(row, seen) }))
}
