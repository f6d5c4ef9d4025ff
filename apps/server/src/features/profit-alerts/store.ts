import type { ReportType } from '@finlist/domain/profit-alerts/report-type'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type AlertRow = {
  stockCode: string
  stockName: string
  stockNameZh: string
  reportType: ReportType
  link: string
  linkZh: string
  releasedAt: Date
}

/** The newest first. */
export async function readAlerts(db: Db, most: number): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select stock_code as "stockCode", stock_name as "stockName", stock_name_zh as "stockNameZh",
      report_type as "reportType", link, link_zh as "linkZh", released_at as "releasedAt"
    from profit_alert join stock using (exchange, stock_code)
    where exchange = 'HKEX' order by released_at desc, stock_code limit ${most}`.execute(db)
  return rows
}

/** The codes of the newest list. */
export async function readListedCodes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('finlist_pick')
    .select('stock_code')
    .where('exchange', '=', 'HKEX')
    .where('issue_date', '=', ({ selectFrom }) =>
      selectFrom('finlist_issue')
        .select(({ fn }) => fn.max('issue_date').as('newest'))
        .where('exchange', '=', 'HKEX'),
    )
    .orderBy('stock_code')
    .execute()
  return rows.map(row => row.stock_code)
}
