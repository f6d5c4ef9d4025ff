import type { Tx } from '../../db/database.ts'
import type { Reason } from '../import/import-errors.ts'

const lot = 100
/** Ratios that are nearer to a lot than to one share, and than to a lot of lots, in logarithms. */
const nearLot = { least: Math.sqrt(lot), most: lot * Math.sqrt(lot) }

/**
 * If a file includes the turnover, this shows whether its volumes are shares: the turnover is then about the close
 * times the volume. If in half of the bars it is nearer to a hundred times as much, the volumes are lots of a hundred,
 * and the staged volumes are converted to shares. Adjusted prices take the ratio far from either.
 */
export async function readLots(tx: Tx): Promise<Reason[]> {
  const { rows } = await tx.query<{ ratio: number | null }>(
    `select percentile_cont(0.5) within group (order by turnover / (close * volume)) as ratio
     from incoming_bar where volume > 0 and turnover > 0`,
  )
  const { ratio } = rows[0]!
  if (ratio === null || ratio <= nearLot.least || ratio >= nearLot.most) return []
  await tx.query('update incoming_bar set volume = volume * $1', [lot])
  return [{ text: 'import.gate.lots', values: { count: lot } }]
}
