import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'

const lot = 100

/**
 * Detects volumes in lots by the turnover, which should be about close times volume. If the turnover is a hundred times
 * that in half of the bars, volumes are in lots of a hundred, and the staged volumes are converted to shares.
 */
export async function readLots(tx: Tx): Promise<Reason[]> {
  const { rows } = await tx.query<{ ratio: number | null }>(
    `select percentile_cont(0.5) within group (order by turnover / (close * volume)) as ratio
     from incoming_bar where volume > 0 and turnover > 0`,
  )
  const { ratio } = rows[0]!
  if (ratio === null || ratio < lot * 0.8 || ratio > lot * 1.25) return []
  await tx.query('update incoming_bar set volume = volume * $1', [lot])
  return [{ text: 'import.gate.lots', values: { count: lot } }]
}
