import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { IssueToPublish } from '../../market-data/publish-issue.ts'
import type { IssueKey } from './store.ts'

/** The quarters of each stock that the last list before had with any of it; a stock that no list had has none. */
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
    fundamentals: rows.map(row => ({
      stockCode: row.stock_code,
      quarter: row.quarter,
      thisReportDate: row.this_report_date,
      lastReportDate: row.last_report_date,
      thisEps: row.this_eps,
      lastEps: row.last_eps,
      epsChange: row.eps_change,
      thisSales: row.this_sales,
      lastSales: row.last_sales,
      salesChange: row.sales_change,
      thisNpm: row.this_npm,
      lastNpm: row.last_npm,
      npmChange: row.npm_change,
    })),
  }
}
