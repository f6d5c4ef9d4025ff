import type { FinListStock } from '@finlist/contract/finlist'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../db/database.ts'

/** The market's issue dates, newest first. */
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
    .select([
      'stock_name',
      'stock_name_zh',
      'sector',
      'sector_zh',
      'sub_sector',
      'sub_sector_zh',
      'profile_info',
      'profile_info_zh',
    ])
    .where('finlist_pick.exchange', '=', exchange)
    .where('finlist_pick.issue_date', '=', issueDate)
    .orderBy('finlist_pick.stock_code')
    .execute()
}

/** A pick as subscribers see it, without what is the caller's own. An unknown text is empty. */
export const stockOf = (pick: Awaited<ReturnType<typeof readPicks>>[number]) =>
  ({
    stockCode: pick.stock_code,
    stockName: pick.stock_name ?? '',
    stockNameZh: pick.stock_name_zh ?? '',
    close: pick.close,
    closeChange: pick.close_change,
    volume: pick.volume,
    volumeChange: pick.volume_change,
    percivalScore: pick.percival_score,
    buyPoint: pick.buy_point ?? -1,
    patternType: pick.pattern_type ?? 'NIL',
    isLowTurnover: pick.is_low_turnover,
    mask: false,
    watchlistData: [],
    sector: pick.sector ?? '',
    sectorZh: pick.sector_zh ?? '',
    subSector: pick.sub_sector ?? '',
    subSectorZh: pick.sub_sector_zh ?? '',
    profileInfo: pick.profile_info ?? '',
    profileInfoZh: pick.profile_info_zh ?? '',
  }) satisfies Omit<FinListStock, 'fundamentalData'>
