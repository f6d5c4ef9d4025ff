import type { Closings } from '@finlist/domain/calendar'
import type { Db } from '../../db/database.ts'

/** Every market's closings that were imported in addition to the built-in ones; a few hundred at most. */
export async function readClosings(db: Db): Promise<Closings> {
  const rows = await db.selectFrom('market_closing').select(['exchange', 'date', 'kind']).execute()
  return new Map(rows.map(({ exchange, date, kind }) => [`${exchange} ${date}`, kind]))
}
