import { adjustedPrice, type Step, stepAt } from '@finlist/domain/adjust/adjustment'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { PickBefore } from '@finlist/domain/picking/departure'
import type { Db } from '../../db/database.ts'
import { readSteps } from '../store/adjustments.ts'

/** A pick of the market's last list before a given day, with prices in that day's share terms. */
export type FormerPick = Omit<PickBefore, 'baseAge'> & { score: number; baseFrom: Day | null }

/** The picks of the last list before `day`, and its date; null if there is no such list. */
export async function readFormerPicks(
  db: Db,
  exchange: ExchangeId,
  day: Day,
): Promise<{ previousDate: Day | null; picks: FormerPick[] }> {
  const issue = await db
    .selectFrom('finlist_issue')
    .select(({ fn }) => fn.max('issue_date').as('date'))
    .where('exchange', '=', exchange)
    .where('issue_date', '<', day)
    .executeTakeFirst()
  const previousDate = issue?.date ?? null
  if (previousDate === null) return { previousDate, picks: [] }
  const rows = await db
    .selectFrom('finlist_pick')
    .select(['stock_code', 'pattern_type', 'variant', 'buy_point', 'stop', 'percival_score', 'facts'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', previousDate)
    .orderBy('stock_code')
    .execute()
  const steps = await readSteps(db, exchange, { codes: rows.map(row => row.stock_code) })
  const picks = rows.map((row): FormerPick => {
    const step = stepBetween(steps.get(row.stock_code) ?? [], previousDate, day)
    const then = (price: number | null) => (price === null ? null : adjustedPrice(price, step))
    return {
      code: row.stock_code,
      pattern: row.pattern_type ?? 'NIL',
      variant: row.variant,
      buyPoint: then(row.buy_point),
      stop: then(row.stop),
      score: row.percival_score,
      baseFrom: row.facts?.base?.from ?? null,
    }
  })
  return { previousDate, picks }
}

/** The factors that convert prices in share terms of `from` to those of `to`. */
function stepBetween(steps: readonly Step[], from: Day, to: Day): Step | undefined {
  const [since, then] = [stepAt(steps, from), stepAt(steps, to)]
  if (!since || !then) return since
  return { ...since, prices: since.prices / then.prices, shares: since.shares / then.shares }
}
