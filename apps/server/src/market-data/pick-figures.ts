import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../db/database.ts'

/** A pick's price figures on its issue's day, as in the contract's `boardFigures`. */
export type PickFigures = { volumeMultiple: number | null; rank: number | null; highDistance: number | null }

export const unknownFigures: PickFigures = { volumeMultiple: null, rank: null, highDistance: null }

/** An issue's figures by stock code; missing for a pick that was not computed yet. */
export async function readFigures(
  db: Db,
  exchange: ExchangeId,
  issueDate: string,
): Promise<ReadonlyMap<string, PickFigures>> {
  const rows = await db
    .selectFrom('pick_figure')
    .select(['stock_code', 'volume_multiple', 'rank', 'high_distance'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .orderBy('stock_code')
    .execute()
  return new Map(
    rows.map(({ stock_code, volume_multiple, rank, high_distance }) => [
      stock_code,
      { volumeMultiple: volume_multiple, rank, highDistance: high_distance },
    ]),
  )
}
