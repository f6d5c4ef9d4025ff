import type { Quarter } from '@finlist/contract/finlist'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A stock's quarterly figures as sent to clients. */
export const quarterOf = (row: Selectable<Tables['fundamental']>): Quarter => ({
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
  ...(row.source !== null && { source: row.source }),
})
