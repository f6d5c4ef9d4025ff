import type { YoungPick } from '@finlist/contract/track-record'
import { adjustedPrice, stepAt } from '@finlist/domain/adjust/adjustment'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { rule } from '@finlist/domain/outcome/rule'
import type { Db } from '../../db/database.ts'
import { readSteps } from '../../market-data/store/adjustments.ts'
import { readYoungRows } from './store.ts'

/**
 * The published picks of issues after the day, newest first, without repeated picks. Each has its outcome and, while it
 * waits or is held, the distance of its last close from its buy, stop and target prices, in today's shares. Without
 * `withPrices`, the last close is omitted.
 */
export async function youngPicksOf(
  db: Db,
  exchange: ExchangeId,
  { after, withPrices }: { after: Day; withPrices: boolean },
): Promise<YoungPick[]> {
  const rows = await readYoungRows(db, exchange, after)
  const codes = rows.map(({ stockCode }) => stockCode)
  const [steps, ofBars] = [
    await readSteps(db, exchange, { codes }),
    await readSteps(db, exchange, { codes, ofBars: true }),
  ]
  return rows.map(({ close, closeDate, buyPoint, entry, exit, ...pick }) => {
    const { stockCode, issueDate, state } = pick
    const step = stepAt(steps.get(stockCode) ?? [], issueDate)
    const now = (price: number | null) => (price === null ? null : adjustedPrice(price, step))
    const price =
      withPrices && close !== null && closeDate !== null
        ? adjustedPrice(close, stepAt(ofBars.get(stockCode) ?? [], closeDate))
        : null
    const level = (value: number | null) => ({
      price: value,
      percent: value === null || price === null ? null : hundredths((value / price - 1) * 100),
    })
    const entered = state === 'filled' ? now(entry) : null
    return {
      ...pick,
      entry: now(entry),
      exit: now(exit),
      close: price,
      closeDate: price === null ? null : closeDate,
      buyPoint: level(state === 'waiting' ? now(buyPoint) : null),
      stop: level(entered === null ? null : entered * (1 - rule.stop)),
      target: level(entered === null ? null : entered * (1 + rule.target)),
    }
  })
}

const hundredths = (value: number) => Math.round(value * 100) / 100
