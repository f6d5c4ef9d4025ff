import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../db/database.ts'
import { breadthIsDue } from '../breadth/breadth-worker.ts'
import { judgeStaged, settleGate } from '../quality/gate.ts'

const names = ['stock_code', 'date', 'open', 'high', 'low', 'close', 'volume']
const columns = names.join(', ')

/**
 * Restores the bars of a deletion, linked to their original uploads, and rechecks them for suspicious moves. Skips bars
 * that were loaded again since, bars of rolled-back uploads, and codes no longer listed. Returns the number of restored
 * bars.
 */
export async function restoreBars(tx: Tx, exchange: ExchangeId, deletionId: number): Promise<number> {
  await tx.query(
    `create temporary table incoming_bar on commit drop as
     with deletion as (select * from bar_deletion where deletion_id = $1 and exchange = $2),
     was as materialized (
       select ${columns}, brought_by from bar_history h
       where exchange = $2 and upload_id is null and until = (select deleted_at from deletion)
         and stock_code = coalesce((select stock_code from deletion), stock_code)
         and date = coalesce((select date from deletion), date)
         and not exists (select from bar b where b.exchange = h.exchange and b.stock_code = h.stock_code and b.date = h.date))
     select was.* from was join stock s on s.exchange = $2 and s.stock_code = was.stock_code
     where not exists (select from upload u where u.upload_id = brought_by and u.rolled_back_at is not null)`,
    [deletionId, exchange],
  )
  const { rows: days } = await tx.query<{ date: Day; stocks: number }>(
    'select date, count(*) as stocks from incoming_bar group by date order by date',
  )
  const first = days[0]?.date
  if (first === undefined) return 0
  const { hold } = await judgeStaged(tx, exchange, { days, ascending: false })
  await tx.query(
    `insert into bar (exchange, upload_id, ${columns}) select $1, brought_by, ${columns} from incoming_bar`,
    [exchange],
  )
  await hold()
  await breadthIsDue(tx, exchange, first)
  await settleGate(tx, exchange)
  return days.reduce((sum, { stocks }) => sum + stocks, 0)
}
