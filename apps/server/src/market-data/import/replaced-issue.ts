import type { Tx } from '../../db/database.ts'
import type { Issue } from './import-request.ts'

const rowsOf = (table: 'finlist_pick' | 'fundamental') =>
  `(select coalesce(jsonb_agg(to_jsonb(it)), '[]') from ${table} it where it.exchange = $1 and it.issue_date = $2)`

/**
 * Stores the current issue, if any, with the transaction's upload for a rollback. Does nothing while an upload is being
 * restored.
 */
export async function keepIssue(tx: Tx, { exchange, issueDate }: Issue): Promise<void> {
  await tx.query(
    `insert into replaced_issue (upload_id, issue, picks, fundamentals)
     select nullif(current_setting('finlist.upload', true), '')::bigint, to_jsonb(i), ${rowsOf('finlist_pick')}, ${rowsOf('fundamental')}
     from finlist_issue i
     where exchange = $1 and issue_date = $2 and nullif(current_setting('finlist.upload', true), '') is not null`,
    [exchange, issueDate],
  )
}

/**
 * Restores the issue that the upload replaced; delete the upload's own issue first. Returns false if none was stored.
 */
export async function putBackIssue(tx: Tx, uploadId: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into finlist_issue
     select back.* from replaced_issue, jsonb_populate_record(null::finlist_issue, issue) back where upload_id = $1`,
    [uploadId],
  )
  if (rowCount === 0) return false
  for (const [table, column] of [
    ['finlist_pick', 'picks'],
    ['fundamental', 'fundamentals'],
  ])
    await tx.query(
      `insert into ${table}
       select back.* from replaced_issue, jsonb_populate_recordset(null::${table}, ${column}) back where upload_id = $1`,
      [uploadId],
    )
  return true
}
