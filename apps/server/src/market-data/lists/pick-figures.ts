import { byFigure, type StoredFigures, storedFigures } from '@finlist/domain/finlist/board-figures'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'

/** The stored figures of a pick on its issue's day, by stock code; a pick that has not been computed yet has none. */
export async function readFigures(
  db: Db,
  exchange: ExchangeId,
  issueDate: string,
): Promise<ReadonlyMap<string, StoredFigures>> {
  const rows = await db
    .selectFrom('pick_figure')
    .select(['stock_code', 'figures'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .orderBy('stock_code')
    .execute()
  return new Map(
    rows.map(({ stock_code, figures }) => [stock_code, byFigure(storedFigures, name => figures[name] ?? null)]),
  )
}
