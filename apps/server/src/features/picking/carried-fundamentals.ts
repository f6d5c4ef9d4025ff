import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { IssueToPublish } from '../../market-data/lists/publish-issue.ts'
import { quarterOf } from '../../market-data/store/quarter.ts'
import type { IssueKey } from './store.ts'

/** Each stock's quarterly figures from the last earlier list that had any. Stocks without such a list are omitted. */
export async function carriedFundamentals(
  db: Db,
  { exchange, issueDate }: IssueKey,
  codes: readonly string[],
): Promise<Pick<IssueToPublish, 'fundamentals'>> {
  if (codes.length === 0) return {}
  const rows = await db
    .selectFrom('fundamental')
    .selectAll()
    .where('exchange', '=', exchange)
    .where('stock_code', 'in', codes)
    .where(
      'issue_date',
      '=',
      sql<string>`(select max(known.issue_date) from fundamental known where known.exchange = fundamental.exchange
        and known.stock_code = fundamental.stock_code and known.issue_date < ${issueDate})`,
    )
    .orderBy('stock_code')
    .orderBy('quarter')
    .execute()
  if (rows.length === 0) return {}
  return {
    fundamentals: rows.map(row => ({ stockCode: row.stock_code, quarter: row.quarter, ...quarterOf(row) })),
  }
}
