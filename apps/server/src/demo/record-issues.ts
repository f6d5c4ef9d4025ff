import type { ExchangeId } from '@finlist/domain/markets'
import type { Database } from '../db/database.ts'
import { RecordWriter } from '../db/record/append.ts'
import { recordIssue } from '../market-data/record-issue.ts'

type Unrecorded = { exchange: ExchangeId; issueDate: string; publishedAt: Date }

/** Writes the demo's issues down, each at the time at which it says that it was published; answers how many. */
export async function recordDemoIssues(database: Database): Promise<number> {
  return await database.load(async tx => {
    const { rows } = await tx.query<Unrecorded>(
      `select exchange, issue_date as "issueDate", published_at as "publishedAt" from finlist_issue i
       where not exists (select from record where kind = 'issue' and market = i.exchange
         and body::jsonb -> 'list' ->> 'date' = i.issue_date::text)
       order by published_at, exchange`,
    )
    if (rows.length === 0) return 0
    const writer = await RecordWriter.open(tx, { at: rows[0]!.publishedAt })
    for (const issue of rows) await recordIssue(tx, issue, { writer, at: issue.publishedAt })
    return rows.length
  })
}
