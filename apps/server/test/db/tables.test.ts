// @module-tag slow
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import ts from 'typescript-5'
import { expect, it } from 'vitest'
import { freshDatabase } from '../../../../tools/fresh-database.ts'

type Column = { type: string; isNullable: boolean; mayBeLeftOut: boolean }
type Columns = Record<string, Column>

/** Tables that only plain SQL, a library or another package reads and writes. No query of ours needs their types. */
const untyped = /^(migration|rate_limit|replaced_\w+|renamed_rows|column_heads|shareholding_upload|identity_\w+)$/

/** The type that a PostgreSQL column is read as (see db/database.ts). */
const readAs: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  real: 'number',
  'double precision': 'number',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  jsonb: 'json',
}

it('the tables declared in the code are those of a migrated database, column by column', async () => {
  const fresh = await freshDatabase()
  try {
    const database = await columnsOfDatabase(fresh.url)
    const code = columnsOfCode()
    expect(asRead(code)).toEqual(asRead(database))
    // The code may require a column that has a default in the database. It must not make a column optional that has
    // none.
    const leftOut = Object.keys(code).filter(name => code[name]!.mayBeLeftOut && !database[name]!.mayBeLeftOut)
    expect(leftOut).toEqual([])
  } finally {
    await fresh.drop()
  }
})

/** Returns the columns as `'bar.close': 'number'`, `'invoice.paid_at': 'Date | null'`. */
const asRead = (columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns)
      .map(([name, { type, isNullable }]) => [name, isNullable ? `${type} | null` : type] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )

async function columnsOfDatabase(url: string): Promise<Columns> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{
      table: string
      column: string
      type: string
      nullable: boolean
      filled: boolean
    }>(
      `select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as nullable,
        is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as filled
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    return Object.fromEntries(
      rows
        .filter(({ table }) => !untyped.test(table))
        .map(({ table, column, type, nullable, filled }) => [
          `${table}.${column}`,
          { type: readAs[type] ?? type, isNullable: nullable, mayBeLeftOut: filled },
        ]),
    )
  } finally {
    await client.end()
  }
}

/** Returns the columns of the type `Tables`, as the compiler sees them. */
function columnsOfCode(): Columns {
  const home = fileURLToPath(new URL('../../src/db/', import.meta.url))
  const file = `${home}every-column.ts`
  const source = `
    import type { Insertable, Selectable } from 'kysely'
    import type { Tables } from './tables.ts'
    export type Read = { [Name in keyof Tables]: Selectable<Tables[Name]> }
    export type Written = { [Name in keyof Tables]: Insertable<Tables[Name]> }`
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = path => (path === file ? source : readFile(path))
  host.fileExists = path => path === file || fileExists(path)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const parsed = program.getSourceFile(file)!
  expect(ts.flattenDiagnosticMessageText(program.getSemanticDiagnostics(parsed)[0]?.messageText, '\n')).toBe('')
  const propertiesOf = (type: ts.Type) =>
    checker
      .getPropertiesOfType(type)
      .map(symbol => ({ symbol, type: checker.getTypeOfSymbolAtLocation(symbol, parsed) }))
  const exported = (name: string) =>
    checker.getDeclaredTypeOfSymbol(
      checker.getExportsOfModule(checker.getSymbolAtLocation(parsed)!).find(symbol => symbol.name === name)!,
    )
  const given = new Map(
    propertiesOf(exported('Written')).flatMap(table =>
      propertiesOf(table.type).map(({ symbol }) => [
        `${table.symbol.name}.${symbol.name}`,
        (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      ]),
    ),
  )
  return Object.fromEntries(
    propertiesOf(exported('Read')).flatMap(table =>
      propertiesOf(table.type).map(({ symbol, type }) => {
        const name = `${table.symbol.name}.${symbol.name}`
        // A column that no insert can set, such as an identity, may be left out.
        return [name, { ...kindOf(type), mayBeLeftOut: given.get(name) ?? true }]
      }),
    ),
  )
}

function kindOf(type: ts.Type): { type: string; isNullable: boolean } {
  const parts = type.isUnion() ? type.types : [type]
  const isNullable = parts.some(part => (part.flags & ts.TypeFlags.Null) !== 0)
  const kinds = parts
    .filter(part => (part.flags & ts.TypeFlags.Null) === 0)
    .map(part => {
      if (part.flags & ts.TypeFlags.StringLike) return 'string'
      if (part.flags & ts.TypeFlags.NumberLike) return 'number'
      if (part.flags & ts.TypeFlags.BooleanLike) return 'boolean'
      const name = part.symbol?.name
      return name === 'Date' || name === 'Buffer' ? name : 'json'
    })
  return { type: [...new Set(kinds)].join(' | '), isNullable }
}
