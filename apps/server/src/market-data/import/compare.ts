import type { PoolClient } from 'pg'

type Comparison = {
  /** The staged rows in SQL, and how many they are. */
  came: string
  rows: number
  /** The rows that stand, in SQL, which may name parameters. */
  known: string
  /** Names a row in both. */
  key: readonly string[]
  values: readonly string[]
}

/** How many of the rows that came are new, and how many stand there with other values. */
export async function compare(
  client: PoolClient,
  { came, rows, known, key, values }: Comparison,
  parameters: readonly string[] = [],
) {
  const found = await client.query<{ known: number; changed: number }>(
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

/** What an upsert sets. */
export const replaced = (columns: readonly string[]) =>
  columns.map(column => `${column} = excluded.${column}`).join(', ')
