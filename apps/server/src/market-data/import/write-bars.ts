import type { Day } from '@finlist/domain/calendar'
import type { ChartExchange } from '@finlist/domain/chart/padded'
import type { Tx } from '../../db/database.ts'
import { compare, tuple } from './compare.ts'

const figures = ['open', 'high', 'low', 'close', 'volume']
const columns = ['stock_code', 'date', ...figures].join(', ')

/**
 * Plans to write the staged bars. Bars of the same stock and day are replaced, and the old ones are stored in
 * `bar_history`. `created`: stocks that are not listed yet, and so have no stored bars to compare with.
 */
export async function planBars(
  tx: Tx,
  exchange: ChartExchange,
  { rows, created }: { rows: number; created: readonly string[] },
) {
  const known = '(select * from bar where exchange = $1)'
  const key = ['stock_code', 'date']
  const came = '(select * from incoming_bar where stock_code <> all($2))'
  const counts = await compare(tx, { came, rows, known, key, values: figures }, [exchange, created])
  return { counts, write: () => writeBars(tx, exchange, { rows, ...counts }) }
}

/**
 * Writes only new and changed bars. Deletes and inserts changed ones, at half the cost of an update. Finds existing
 * bars by `on conflict`, which always uses the index; a join with a growing table could be planned as a scan per row.
 */
async function writeBars(
  tx: Tx,
  exchange: ChartExchange,
  { rows, inserted, updated }: { rows: number; inserted: number; updated: number },
) {
  if (updated > 0)
    await tx.query(
      `delete from bar using incoming_bar i
       where bar.exchange = $1 and bar.stock_code = i.stock_code and bar.date = i.date
         and ${tuple('bar', figures)} is distinct from ${tuple('i', figures)}`,
      [exchange],
    )
  if (inserted + updated > 0)
    await tx.query(
      `insert into bar (exchange, upload_id, ${columns})
       select $1, (select nullif(current_setting('finlist.upload', true), '')::bigint), ${columns} from incoming_bar
       ${inserted + updated < rows ? 'on conflict do nothing' : ''}`,
      [exchange],
    )
}

/**
 * Deletes the upload's bars and restores those that it replaced, linked to their original uploads. Returns the first
 * changed day. The upload's bars must not have been replaced since.
 */
export async function putBackBars(tx: Tx, exchange: ChartExchange, uploadId: number): Promise<Day | undefined> {
  const { rows } = await tx.query<{ first: Day | null }>(
    `with gone as (delete from bar where exchange = $1 and upload_id = $2 returning date)
     select least(min(date), (select min(date) from bar_history where upload_id = $2)) as first from gone`,
    [exchange, uploadId],
  )
  await tx.query(
    `insert into bar (exchange, upload_id, ${columns})
     select exchange, brought_by, ${columns} from bar_history where upload_id = $1 on conflict do nothing`,
    [uploadId],
  )
  return rows[0]!.first ?? undefined
}
