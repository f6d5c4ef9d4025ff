import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fundamentalColumns, pickColumns } from '@finlist/contract/staff/upload-columns'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Database, Tx } from '../../db/database.ts'
import { type ImportResult, importFiles } from '../import/import-files.ts'
import type { ImportRequest } from '../import/import-request.ts'
import { type IssueMarks, marksField } from '../import/issue-marks.ts'

type NameIn<Columns extends readonly { names: readonly string[] }[]> = Columns[number]['names'][number]
type Row<Name extends string> = Partial<Record<Name, string | number | boolean | null>>

/** A list to publish without files, with rows keyed by the column names of an upload. */
export type IssueToPublish = {
  exchange: ExchangeId
  issueDate: Day
  picks: readonly Row<NameIn<typeof pickColumns>>[]
  fundamentals?: readonly Row<NameIn<typeof fundamentalColumns>>[]
  /** Set for lists that the product generated itself. */
  marks?: IssueMarks
}

/**
 * Publishes a list, or with `dryRun` only validates it, by the rules of an upload: the same checks, one transaction, a
 * history entry that can be rolled back, and ImportRefused with an error per line. `also` runs at the end of that
 * transaction.
 */
export async function publishIssue(
  database: Database,
  issue: IssueToPublish,
  { by, now, dryRun = false, confirm = false }: Pick<ImportRequest, 'by' | 'now' | 'dryRun' | 'confirm'>,
  also?: (tx: Tx) => Promise<unknown>,
): Promise<ImportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-issue-'))
  const { exchange, issueDate } = issue
  try {
    const files: ImportRequest['files'] = {}
    for (const { field, name, text } of filesOfIssue(issue)) {
      const path = join(folder, field)
      await writeFile(path, text, { mode: 0o600 })
      files[field] = { path, name }
    }
    return await importFiles(database, { kind: 'finlist', exchange, issueDate, files, by, now, dryRun, confirm }, also)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The list as the files of an upload. */
export function filesOfIssue({ exchange, issueDate, picks, fundamentals, marks }: IssueToPublish) {
  const named = (field: string, name: string, text: string) => ({
    field,
    name: `${exchange} ${issueDate} ${name}`,
    text,
  })
  return [
    named('finListCsv', 'picks.csv', csvOf(pickColumns, picks)),
    ...(fundamentals
      ? [named('finListFundamentalCsv', 'fundamentals.csv', csvOf(fundamentalColumns, fundamentals))]
      : []),
    ...(marks ? [named(marksField, 'marks.json', JSON.stringify(marks))] : []),
  ]
}

/** Omits columns that no row sets, so that the upload leaves those texts of the stocks unchanged. */
function csvOf(columns: readonly { names: readonly string[] }[], rows: readonly Row<string>[]): string {
  const given = columns.flatMap(({ names }) => names).filter(name => rows.some(row => row[name] !== undefined))
  return [given, ...rows.map(row => given.map(name => row[name] ?? ''))]
    .map(cells => cells.map(cell => quoted(String(cell))).join(','))
    .join('\n')
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
