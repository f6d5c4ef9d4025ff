import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { IssueToPublish } from '../lists/publish-issue.ts'
import { quarterOf } from '../store/quarter.ts'
import { readQuartersKnown } from './store.ts'

type IssueKey = { exchange: ExchangeId; issueDate: Day }

/**
 * Each stock's quarterly figures: those reported by the list's day or those of the last earlier list that had any,
 * whichever include the newer quarter. Omits stocks with neither.
 */
export async function knownFundamentals(
  db: Db,
  { exchange, issueDate }: IssueKey,
  codes: readonly string[],
): Promise<Pick<IssueToPublish, 'fundamentals'>> {
  if (codes.length === 0) return {}
  const [reported, carried] = await Promise.all([
    readQuartersKnown(db, { exchange, codes, day: issueDate }),
    carriedQuarters(db, { exchange, issueDate }, codes),
  ])
  const fundamentals = codes.flatMap((stockCode): NonNullable<IssueToPublish['fundamentals']> => {
    const known = (reported.get(stockCode) ?? []).map((figures, at) => ({ stockCode, quarter: at + 1, ...figures }))
    const before = carried.get(stockCode) ?? []
    return (known[0]?.thisReportDate ?? 0) >= (before[0]?.thisReportDate ?? 0) ? known : before
  })
  return fundamentals.length > 0 ? { fundamentals } : {}
}

async function carriedQuarters(db: Db, { exchange, issueDate }: IssueKey, codes: readonly string[]) {
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
  return Map.groupBy(
    rows.map(row => ({
      stockCode: row.stock_code,
      quarter: row.quarter,
      ...quarterOf(row),
      source: row.source,
      knownOn: row.known_on,
    })),
    ({ stockCode }) => stockCode,
  )
}
