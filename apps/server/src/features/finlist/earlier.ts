import { type EarlierList, mostEarlierLists } from '@finlist/contract/finlist-earlier'
import { adjustedPrice, stepAt } from '@finlist/domain/adjust/adjustment'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import { readSteps } from '../../market-data/store/adjustments.ts'
import { readListsOf } from './store.ts'

/** The market's newest lists that contain the stock, with its place by score in each; equal scores share a place. */
export async function readEarlier(db: Db, exchange: ExchangeId, stockCode: string): Promise<EarlierList[]> {
  const [rows, steps] = await Promise.all([
    readListsOf(db, exchange, stockCode, mostEarlierLists),
    readSteps(db, exchange, { codes: [stockCode] }),
  ])
  return rows.map(row => {
    const step = stepAt(steps.get(stockCode) ?? [], row.issue_date)
    return {
      issueDate: row.issue_date,
      place: row.place,
      of: row.of,
      percivalScore: row.percival_score,
      rank: row.rank,
      patternType: row.pattern_type ?? 'NIL',
      close: adjustedPrice(row.close, step),
      buyPoint: row.buy_point === null ? -1 : adjustedPrice(row.buy_point, step),
    }
  })
}
