import type { FinListStock } from '@finlist/contract/finlist'
import { adjustedPrice, adjustedShares, type Step, stepAt } from '@finlist/domain/adjust/adjustment'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import { readSteps } from '../store/adjustments.ts'

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

/**
 * An issue's picks by stock code, each with its stock's texts and the factor that converts its prices into today's
 * shares. Prices are as of the close of the issue's day, so a split with that ex-date is already included.
 */
export async function readPicks(db: Db, exchange: ExchangeId, issueDate: string) {
  const picks = await db
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
  const steps = await readSteps(db, exchange, { codes: picks.map(pick => pick.stock_code) })
  return picks.map(pick => ({ ...pick, step: stepAt(steps.get(pick.stock_code) ?? [], issueDate) }))
}

type Pick = Awaited<ReturnType<typeof readPicks>>[number]

const figuresOf = ({ close, volume, buy_point }: Pick, step: Step | undefined) => ({
  close: adjustedPrice(close, step),
  volume: volume === null ? null : adjustedShares(volume, step),
  buyPoint: buy_point === null ? -1 : adjustedPrice(buy_point, step),
})

/** A pick as subscribers see it, without the caller's position. Unknown texts are empty. */
export const stockOf = (pick: Pick) =>
  ({
    stockCode: pick.stock_code,
    stockName: pick.stock_name ?? '',
    stockNameZh: pick.stock_name_zh ?? '',
    ...figuresOf(pick, pick.step),
    closeChange: pick.close_change,
    volumeChange: pick.volume_change,
    percivalScore: pick.percival_score,
    patternType: pick.pattern_type ?? 'NIL',
    ...(pick.variant !== '' && { variant: pick.variant }),
    isLowTurnover: pick.is_low_turnover,
    mask: false,
    watchlistData: [],
    sector: pick.sector ?? '',
    sectorZh: pick.sector_zh ?? '',
    subSector: pick.sub_sector ?? '',
    subSectorZh: pick.sub_sector_zh ?? '',
    profileInfo: pick.profile_info ?? '',
    profileInfoZh: pick.profile_info_zh ?? '',
    ...(pick.step && { asIssued: figuresOf(pick, undefined) }),
  }) satisfies Omit<FinListStock, 'fundamentalData'>
