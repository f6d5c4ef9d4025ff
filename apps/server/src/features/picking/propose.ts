import type { Day } from '@finlist/domain/calendar'
import { csvText } from '@finlist/domain/csv'
import type { ListRow } from '@finlist/domain/finlist/edited-list'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import { issueOf, type PickingIssue } from '@finlist/domain/picking/issue'
import type { Tx } from '../../db/database.ts'
import { readPickingStocks } from '../../market-data/lists/read-picking-stocks.ts'
import { listHead } from './own-list.ts'

/** The market's list for the day, made by the method from what was known at the end of that day. */
export async function propose(tx: Pick<Tx, 'query'>, exchange: ExchangeId, day: Day): Promise<PickingIssue> {
  return issueOf(exchange, await readPickingStocks(tx, exchange, day), dayNumber(day))
}

/** Whether any stock traded on the day; prevents making a list for a day without trading. */
export async function hasTraded(tx: Pick<Tx, 'query'>, exchange: ExchangeId, day: Day): Promise<boolean> {
  const { rows } = await tx.query('select from bar where exchange = $1 and date = $2 and volume > 0 limit 1', [
    exchange,
    day,
  ])
  return rows.length > 0
}

/** The list as a file that the FinList upload accepts. */
export const proposalCsv = (picks: readonly ListRow[]): string =>
  csvText([
    listHead,
    ...picks.map(({ code, close, pattern, variant, buyPoint, stop, score, rank, template }) => [
      code,
      close,
      pattern,
      variant,
      buyPoint,
      stop,
      score,
      rank,
      template,
    ]),
  ])
