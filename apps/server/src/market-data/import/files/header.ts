import { CellError } from '../import-errors.ts'
import { clip } from './cell.ts'
import type { Column } from './column-aliases.ts'

export type Header<Name extends string> = {
  /** The index of each column; -1 if the file does not have it. */
  at: Record<Name, number>
  width: number
  unknown: string[]
}

const mostColumns = 1_000

/** Normalises a header: ignores case, spaces, underscores and angle brackets, so that <DATE> matches date. */
const loose = (name: string) => name.toLowerCase().replace(/[\s_<>]+/g, '')

/**
 * Finds the columns by exact name first, then ignoring case and spaces. Columns with a value in `given` may be missing.
 * Throws CellError for line 1.
 */
export function readHeader<Name extends string>(
  names: readonly string[],
  columns: readonly Column<Name>[],
  given: Partial<Record<Name, string | undefined>> = {},
): Header<Name> {
  if (names.length > mostColumns) throw new CellError('import.too-many-columns', { count: mostColumns })
  const cells = names.map(name => name.trim())
  if (cells.length === 1 && /[;\t|]/.test(cells[0]!)) throw new CellError('import.not-commas')
  const at = Object.fromEntries(columns.map(column => [column.name, find(cells, column)])) as Record<Name, number>
  for (const { name, orElse } of columns)
    if (at[name] < 0 && orElse && cells[at[orElse]] !== orElse) at[name] = at[orElse]
  const missing = columns
    .filter(({ name, required }) => required && at[name] < 0 && given[name] === undefined)
    .map(({ name }) => name)
  if (missing.length > 0) throw new CellError('import.missing-columns', { columns: missing.join(', ') })
  const taken = new Set(Object.values(at))
  const unknown = cells.filter((name, place) => name !== '' && !taken.has(place)).map(clip)
  return { at, width: cells.length, unknown }
}

/** The index of a column: by its given header, else its exact name, else the first of its other names. */
function find(cells: string[], { name, also = [], head }: Column): number {
  const places = (wanted: (cell: string) => boolean) => cells.flatMap((cell, place) => (wanted(cell) ? [place] : []))
  const only = (found: number[]) => {
    if (found.length > 1) throw new CellError('import.column-twice', { column: name })
    return found[0]
  }
  if (head) {
    const told = only(places(cell => cell === head.name)) ?? only(places(cell => loose(cell) === loose(head.name)))
    if (told === undefined && head.isAsked)
      throw new CellError('import.no-such-head', { column: name, cell: head.name })
    if (told !== undefined) return told
  }
  const exactly = only(places(cell => cell === name))
  if (exactly !== undefined) return exactly
  for (const other of [name, ...also]) {
    const found = only(places(cell => loose(cell) === loose(other)))
    if (found !== undefined) return found
  }
  return -1
}
