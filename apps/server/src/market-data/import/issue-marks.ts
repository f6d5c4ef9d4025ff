import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { DepartureReason } from '@finlist/domain/picking/departure-reasons'
import type { PickFacts } from '@finlist/domain/picking/facts'
import type { Tx } from '../../db/database.ts'
import type { PublishedOutlook } from '../../db/tables/lists.ts'
import type { Issue } from './import-request.ts'

/**
 * Metadata of an issue that the product made, in addition to the columns of its file. Stored and restored with the
 * upload.
 */
export type IssueMarks = {
  method: string
  constants: string
  /** The reasons why picks left the list, by stock code; null if unknown. */
  departures: Record<string, DepartureReason> | null
  picks: Record<
    string,
    { origin: 'method' | 'staff'; facts: PickFacts | null; note: string; outlook?: PublishedOutlook | undefined }
  >
}

/**
 * The form field of the metadata. Forms and commands do not accept it, so that nobody can pass off a list as made by
 * the method.
 */
export const marksField = 'finListMarks'

export async function readMarks(path: string): Promise<IssueMarks> {
  const bytes = await readFile(path)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString()) as IssueMarks
}

/** Writes the metadata to the issue and its picks. */
export async function writeMarks(tx: Tx, { exchange, issueDate }: Issue, marks: IssueMarks): Promise<void> {
  await tx.query(
    'update finlist_issue set method_id = $3, constants = $4, departures = $5 where exchange = $1 and issue_date = $2',
    [exchange, issueDate, marks.method, marks.constants, marks.departures && JSON.stringify(marks.departures)],
  )
  const picks = Object.entries(marks.picks).map(([code, { facts, ...pick }]) => ({
    code,
    ...pick,
    ...(facts && { facts }),
  }))
  await tx.query(
    `update finlist_pick p set origin = m.origin, facts = m.facts, note = m.note, outlook = m.outlook
     from jsonb_to_recordset($3) as m(code text, origin text, facts jsonb, note text, outlook jsonb)
     where p.exchange = $1 and p.issue_date = $2 and p.stock_code = m.code`,
    [exchange, issueDate, JSON.stringify(picks)],
  )
}
