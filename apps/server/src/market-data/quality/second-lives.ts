import { addDays, type Day, tradingDays } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'
import { readClosings } from '../store/closings.ts'
import { actions, isApart } from './moves.ts'

/** Number of trading days without a bar after which a code may belong to another company. */
const longestGap = 60
const named = 5

type Returned = { code: string; date: Day; close: number; previousDate: Day; before: number }

/**
 * Questions stocks whose last bar is more than 60 trading days before their first staged one, if the prices of the two
 * are far apart: the code may have been reused for another company.
 */
export async function askedOfSecondLives(
  tx: Tx,
  exchange: ExchangeId,
  { asTraded, returned }: { asTraded: boolean; returned: readonly string[] },
): Promise<Reason[]> {
  if (returned.length === 0) return []
  const { rows } = await tx.query<Returned>(
    `with came as (
       select distinct on (stock_code) stock_code, date, close from incoming_bar where stock_code = any($3)
       order by stock_code, date),
     bars as (
       select came.*, last.date as previous_date, last.close as one_before
       from came cross join lateral bars_before($1, came.stock_code, 'infinity', 1) last where last.date < came.date)
     select stock_code as code, date, close, previous_date as "previousDate", one_before as before from bars ${actions}
     where ${isApart('(close * factor + paid)', 'one_before')} order by stock_code`,
    [exchange, asTraded, returned],
  )
  const told = await readClosings(tx)
  const asked = rows.filter(
    ({ date, previousDate }) => tradingDays(exchange, addDays(previousDate, 1), date, told).length > longestGap,
  )
  if (asked.length === 0) return []
  const list = asked
    .slice(0, named)
    .map(({ code, date, close, previousDate, before }) => `${code} ${before} (${previousDate}) → ${close} (${date})`)
  return [
    {
      text: 'import.gate.second-lives',
      values: { days: longestGap, count: asked.length, list: list.join(', ') + (asked.length > named ? ' …' : '') },
    },
  ]
}
