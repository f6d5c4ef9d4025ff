import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export async function readIssueDates(db: Db, exchange: ExchangeId): Promise<string[]> {
  const rows = await db
    .selectFrom('finlist_issue')
    .select('issue_date')
    .where('exchange', '=', exchange)
    .orderBy('issue_date', 'desc')
    .execute()
  return rows.map(row => row.issue_date)
}

/** The picks of an issue by stock code, each with its stock's texts. */
export async function readPicks(db: Db, exchange: ExchangeId, issueDate: string) {
  return await db
    .selectFrom('finlist_pick')
    .leftJoin('stock', join =>
      join
        .onRef('stock.exchange', '=', 'finlist_pick.exchange')
        .onRef('stock.stock_code', '=', 'finlist_pick.stock_code'),
    )
    .selectAll('finlist_pick')
    .select(['stock_name', 'stock_name_zh', 'sub_sector', 'sub_sector_zh', 'profile_info', 'profile_info_zh'])
    .where('finlist_pick.exchange', '=', exchange)
    .where('finlist_pick.issue_date', '=', issueDate)
    .orderBy('finlist_pick.stock_code')
    .execute()
}

export async function readFundamentals(db: Db, exchange: ExchangeId, issueDate: string) {
  return await db
    .selectFrom('fundamental')
    .selectAll()
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .orderBy('quarter')
    .execute()
}

/** Of each pick the ten largest holders at its last settlement date up to the issue, largest first; -1 is not a holding. */
export async function readTopHolders(db: Db, issueDate: string) {
  const { rows } = await sql<{
    stock_code: string
    shareholding_date: string
    participant_name: string
    shareholding: number
    shareholding_percent: number
  }>`
    select pick.stock_code, held.*
    from finlist_pick pick
    cross join lateral (
      select max(shareholding_date) as date from shareholding s
      where s.stock_code = pick.stock_code and s.shareholding_date <= ${issueDate}
    ) latest
    cross join lateral (
      select shareholding_date, participant_name, shareholding, shareholding_percent
      from shareholding s
      where s.stock_code = pick.stock_code and s.shareholding_date = latest.date and s.shareholding <> -1
      order by shareholding_percent desc, participant_id limit 10
    ) held
    where pick.exchange = 'HKEX' and pick.issue_date = ${issueDate}
    order by pick.stock_code, shareholding_percent desc`.execute(db)
  return rows
}
