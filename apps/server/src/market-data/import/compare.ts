import type { Tx } from '../../db/database.ts'

type Comparison = {
  /** SQL of the staged rows, and their number. */
  came: string
  rows: number
  /** SQL of the stored rows; may have parameters. */
  known: string
  /** The columns that identify a row, in `came` as in `known`. */
  key: readonly string[]
  values: readonly string[]
}

/** Counts the staged rows that are new (`inserted`) and those that differ from the stored row (`updated`). */
export async function compare(
  tx: Tx,
  { came, rows, known, key, values }: Comparison,
  parameters: readonly (string | readonly string[])[] = [],
) {
  const found = await tx.query<{ known: number; changed: number }>(
    `select count(*) as known,
       count(*) filter (where ${tuple('known', values)} is distinct from ${tuple('came', values)}) as changed
     from ${came} came join ${known} known using (${key.join(', ')})`,
    [...parameters],
  )
  const { known: there, changed } = found.rows[0]!
  return { inserted: rows - there, updated: changed }
}

export const tuple = (table: string, columns: readonly string[]) =>
  `(${columns.map(column => `${table}.${column}`).join(', ')})`

/** SQL: the assignments of an upsert. */
export const replaced = (columns: readonly string[]) =>
  columns.map(column => `${column} = excluded.${column}`).join(', ')
