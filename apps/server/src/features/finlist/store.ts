import type { PatternType } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export async function readFundamentals(db: Db, exchange: ExchangeId, issueDate: string) {
  return await db
    .selectFrom('fundamental')
    .selectAll()
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .orderBy('quarter')
    .execute()
}

type LoadedResult = {
  issue_date: string
  known_on: string
  this_report_date: number
  this_eps: number | null
  eps_change: number | null
  this_sales: number | null
  sales_change: number | null
  source: string | null
}

/** The stock's newest quarters with a known day, each from the first list that named it. */
export async function readLoadedResults(
  db: Db,
  { exchange, stockCode, most }: { exchange: ExchangeId; stockCode: string; most: number },
): Promise<LoadedResult[]> {
  const { rows } = await sql<LoadedResult>`
    select distinct on (this_report_date) issue_date, known_on, this_report_date, this_eps, eps_change, this_sales,
      sales_change, source
    from fundamental
    where exchange = ${exchange} and stock_code = ${stockCode} and known_on is not null
      and (this_eps is not null or this_sales is not null)
    order by this_report_date desc, issue_date limit ${most}`.execute(db)
  return rows
}

/**
 * The issue's method, the reasons why picks of the previous issue left the list, and the stocks left out because their
 * prices are in doubt. The reasons and the left-out stocks are null if unknown.
 */
export async function readIssue(db: Db, exchange: ExchangeId, issueDate: string) {
  return await db
    .selectFrom('finlist_issue as issue')
    .leftJoin('proposal', join =>
      join
        .onRef('proposal.exchange', '=', 'issue.exchange')
        .onRef('proposal.issue_date', '=', 'issue.issue_date')
        .on('proposal.state', '=', 'published'),
    )
    .select(['issue.method_id', 'issue.departures', 'proposal.left_out'])
    .where('issue.exchange', '=', exchange)
    .where('issue.issue_date', '=', issueDate)
    .executeTakeFirst()
}

/** The date of the previous issue; null if there is none. */
export async function readDateBefore(db: Db, exchange: ExchangeId, issueDate: string): Promise<string | null> {
  const { before } = await db
    .selectFrom('finlist_issue')
    .select(({ fn }) => fn.max('issue_date').as('before'))
    .where('exchange', '=', exchange)
    .where('issue_date', '<', issueDate)
    .executeTakeFirstOrThrow()
  return before
}

/**
 * The ten largest holders of each pick at its last settlement date up to the issue; undisclosed holdings (-1) are
 * omitted.
 */
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
      select shareholding_date, participant_name, shareholding, shareholding_percent
      from newest_holdings(pick.stock_code, ${issueDate}) s where s.shareholding <> -1
      order by shareholding_percent desc, shareholding desc, participant_id limit 10
    ) held
    where pick.exchange = 'HKEX' and pick.issue_date = ${issueDate}
    order by pick.stock_code, shareholding_percent desc, shareholding desc`.execute(db)
  return rows
}

type PickOfList = {
  issue_date: string
  close: number
  percival_score: number
  pattern_type: PatternType | null
  buy_point: number | null
  place: number
  of: number
  rank: number | null
}

/**
 * The newest lists that contain the stock, each with its number of picks (`of`) and the stock's place. The place is one
 * more than the number of picks with a higher score.
 */
export async function readListsOf(
  db: Db,
  exchange: ExchangeId,
  stockCode: string,
  most: number,
): Promise<PickOfList[]> {
  const { rows } = await sql<PickOfList>`
    select issue_date, close, percival_score, pattern_type, buy_point, place, "of", (board.figures ->> 'rank')::int as rank
    from finlist_pick pick left join pick_figure board using (exchange, issue_date, stock_code)
    cross join lateral (
      select count(*) as "of", 1 + count(*) filter (where other.percival_score > pick.percival_score) as place
      from finlist_pick other where other.exchange = pick.exchange and other.issue_date = pick.issue_date
    ) list
    where exchange = ${exchange} and stock_code = ${stockCode}
    order by issue_date desc limit ${most}`.execute(db)
  return rows
}
