import { importOf } from '@finlist/contract/staff/imports'
import type { Tx } from '../../../db/database.ts'
import { BadRequest } from '../../../http/client-errors.ts'
import type { ImportRequest } from '../import-request.ts'
import { clip } from './cell.ts'
import type { Column } from './column-aliases.ts'

type Heads = Record<string, string>
type ColumnHeads = {
  /** Returns the columns with the headers that the files use for them. */
  apply<Name extends string>(columns: readonly Column<Name>[]): readonly Column<Name>[]
  /** Stores the headers for later files; call this after the file has been imported. */
  remember(): Promise<void>
}

const mostColumns = 50
const longestHead = 200
/** The value that deletes the stored headers. */
const forget = 'none'

/**
 * The column headers given in the request or, without any, those stored from the market's earlier files of the same
 * kind. A header given in the request must be in the file, unless an earlier upload is being restored; a stored one
 * applies only if the file has it. Other columns use their usual names.
 */
export async function readColumnHeads(tx: Tx, asked: ImportRequest): Promise<ColumnHeads> {
  const { kind, exchange, columns } = asked
  const isAsked = columns !== undefined && !asked.again
  const heads = columns === undefined ? await remembered(tx, asked) : parseHeads(columns, asked)
  return {
    apply: all =>
      all.map(column => {
        const head = heads[column.name]
        return head === undefined ? column : { ...column, head: { name: head, isAsked } }
      }),
    async remember() {
      if (!isAsked) return
      await tx.query(
        `insert into column_heads (exchange, kind, heads) values ($1, $2, $3)
         on conflict (exchange, kind) do update set heads = excluded.heads`,
        [exchange, kind, JSON.stringify(heads)],
      )
    },
  }
}

async function remembered(tx: Tx, { kind, exchange, again }: ImportRequest): Promise<Heads> {
  if (again) return {}
  const { rows } = await tx.query<{ heads: Heads }>(
    'select heads from column_heads where exchange = $1 and kind = $2',
    [exchange, kind],
  )
  return rows[0]?.heads ?? {}
}

/** Parses open=First,close=Last. Throws BadRequest for the field `columns`. */
function parseHeads(text: string, { kind }: ImportRequest): Heads {
  if (text.trim() === forget) return {}
  const known = Object.values(importOf(kind).files).flatMap(file => file.flatMap(({ names }) => names))
  const pairs = text.split(',').map(pair => {
    const [name = '', head = '', ...rest] = pair.split('=').map(part => part.trim())
    const values = { cell: clip(pair), known: known.join(', ') }
    if (!known.includes(name) || head === '' || head.length > longestHead || rest.length > 0)
      throw new BadRequest('import.heads', { field: 'columns', values })
    return [name, head] as const
  })
  if (pairs.length > mostColumns || new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new BadRequest('import.heads-twice', { field: 'columns' })
  return Object.fromEntries(pairs)
}
